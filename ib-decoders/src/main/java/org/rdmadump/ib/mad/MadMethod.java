package org.rdmadump.ib.mad;

/**
 * What a management datagram asks for, or answers.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 13.4.5; those of subnet administration
 * 15.2.2.
 */
public enum MadMethod {
  /** Asks for an attribute. */
  GET(0x01, "Get"),
  /** Changes an attribute. */
  SET(0x02, "Set"),
  /** A datagram without an answer of its own. */
  SEND(0x03, "Send"),
  /** Tells of an event. */
  TRAP(0x05, "Trap"),
  /** Passes an event on to who subscribed to it. */
  REPORT(0x06, "Report"),
  /** Ends the repetition of a trap. */
  TRAP_REPRESS(0x07, "TrapRepress"),
  /** Asks for all records that fit. */
  GET_TABLE(0x12, "GetTable"),
  /** Asks for a path, hop by hop. */
  GET_TRACE_TABLE(0x13, "GetTraceTable"),
  /** Asks for records by more than one query. */
  GET_MULTI(0x14, "GetMulti"),
  /** Takes a record away. */
  DELETE(0x15, "Delete"),
  /** Answers Get or Set. */
  GET_RESP(0x81, "GetResp"),
  /** Answers Report. */
  REPORT_RESP(0x86, "ReportResp"),
  /** Answers GetTable or GetTraceTable. */
  GET_TABLE_RESP(0x92, "GetTableResp"),
  /** Answers GetMulti. */
  GET_MULTI_RESP(0x94, "GetMultiResp"),
  /** Answers Delete. */
  DELETE_RESP(0x95, "DeleteResp"),
  /** A method that this version does not know. */
  UNKNOWN(-1, "unknown");

  private static final MadMethod[] METHODS = values();

  private final int code;
  private final String text;

  MadMethod(int code, String text) {
    this.code = code;
    this.text = text;
  }

  /** {@return the method with the given code, {@link #UNKNOWN} for an unknown one} */
  public static MadMethod of(int code) {
    for (MadMethod each : METHODS) {
      if (each.code == code) {
        return each;
      }
    }
    return UNKNOWN;
  }

  /** {@return the code on the wire, its upper bit that of a response; -1 for {@link #UNKNOWN}} */
  public int code() {
    return code;
  }

  /** {@return the name in the specification, without that of the class} */
  public String text() {
    return text;
  }
}
