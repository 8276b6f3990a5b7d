package org.rdmadump.ib;

/**
 * Why a responder refused a packet.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.7.5.2 (NAK codes).
 */
public enum NakCode {
  /** A packet is missing before this one: the PSN is the one expected. */
  PSN_SEQUENCE_ERROR(0, "PSN Sequence Error"),
  /** Opcode, length or resources do not fit. */
  INVALID_REQUEST(1, "Invalid Request"),
  /** Wrong handle, range or rights. */
  REMOTE_ACCESS_ERROR(2, "Remote Access Error"),
  /** The responder failed on its own side. */
  REMOTE_OPERATIONAL_ERROR(3, "Remote Operational Error"),
  /** Bad Q_Key or queue pair of a reliable datagram. */
  INVALID_RD_REQUEST(4, "Invalid RD Request"),
  /** A code that the specification keeps for later. */
  RESERVED(-1, "reserved"),
  /** There is no NAK. */
  NONE(-1, "none");

  private static final NakCode[] CODES = {
    PSN_SEQUENCE_ERROR,
    INVALID_REQUEST,
    REMOTE_ACCESS_ERROR,
    REMOTE_OPERATIONAL_ERROR,
    INVALID_RD_REQUEST
  };

  private final int code;
  private final String text;

  NakCode(int code, String text) {
    this.code = code;
    this.text = text;
  }

  /** {@return the code numbered {@code code}, {@link #RESERVED} for an unknown one} */
  public static NakCode of(int code) {
    return code >= 0 && code < CODES.length ? CODES[code] : RESERVED;
  }

  /** {@return the code on the wire, -1 if it has none} */
  public int code() {
    return code;
  }

  /** {@return the name in the specification's spelling} */
  public String text() {
    return text;
  }
}
