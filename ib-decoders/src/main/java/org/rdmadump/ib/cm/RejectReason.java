package org.rdmadump.ib.cm;

/**
 * Why a connection was refused.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.6.7.
 */
public enum RejectReason {
  /** A code that this version does not know. */
  UNKNOWN("unknown"),
  /** Code 1. */
  NO_QP_AVAILABLE("No QP available"),
  /** Code 2. */
  NO_EEC_AVAILABLE("No EEC available"),
  /** Code 3. */
  NO_RESOURCES_AVAILABLE("No resources available"),
  /** Code 4. */
  TIMEOUT("Timeout"),
  /** Code 5. */
  UNSUPPORTED_REQUEST("Unsupported request"),
  /** Code 6. */
  INVALID_COMMUNICATION_ID("Invalid Communication ID"),
  /** Code 7. */
  INVALID_COMMUNICATION_INSTANCE("Invalid Communication Instance"),
  /** Code 8. */
  INVALID_SERVICE_ID("Invalid Service ID"),
  /** Code 9. */
  INVALID_TRANSPORT_SERVICE_TYPE("Invalid Transport Service Type"),
  /** Code 10. */
  STALE_CONNECTION("Stale connection"),
  /** Code 11. */
  RDC_DOES_NOT_EXIST("RDC does not exist"),
  /** Code 12. */
  PRIMARY_REMOTE_PORT_GID_REJECTED("Primary Remote Port GID rejected"),
  /** Code 13. */
  PRIMARY_REMOTE_PORT_LID_REJECTED("Primary Remote Port LID rejected"),
  /** Code 14. */
  INVALID_PRIMARY_SL("Invalid Primary SL"),
  /** Code 15. */
  INVALID_PRIMARY_TRAFFIC_CLASS("Invalid Primary Traffic Class"),
  /** Code 16. */
  INVALID_PRIMARY_HOP_LIMIT("Invalid Primary Hop Limit"),
  /** Code 17. */
  INVALID_PRIMARY_PACKET_RATE("Invalid Primary Packet Rate"),
  /** Code 18. */
  ALTERNATE_REMOTE_PORT_GID_REJECTED("Alternate Remote Port GID rejected"),
  /** Code 19. */
  ALTERNATE_REMOTE_PORT_LID_REJECTED("Alternate Remote Port LID rejected"),
  /** Code 20. */
  INVALID_ALTERNATE_SL("Invalid Alternate SL"),
  /** Code 21. */
  INVALID_ALTERNATE_TRAFFIC_CLASS("Invalid Alternate Traffic Class"),
  /** Code 22. */
  INVALID_ALTERNATE_HOP_LIMIT("Invalid Alternate Hop Limit"),
  /** Code 23. */
  INVALID_ALTERNATE_PACKET_RATE("Invalid Alternate Packet Rate"),
  /** Code 24. */
  PORT_AND_CM_REDIRECTION("Port and CM Redirection"),
  /** Code 25. */
  PORT_REDIRECTION("Port Redirection"),
  /** Code 26. */
  INVALID_PATH_MTU("Invalid Path MTU"),
  /** Code 27. */
  INSUFFICIENT_RESPONDER_RESOURCES("Insufficient Responder Resources"),
  /** Code 28. */
  CONSUMER_REJECT("Consumer Reject"),
  /** Code 29. */
  RNR_RETRY_COUNT_REJECT("RNR Retry Count Reject"),
  /** Code 30. */
  DUPLICATE_LOCAL_COMMUNICATION_ID("Duplicate Local Communication ID"),
  /** Code 31. */
  UNSUPPORTED_CLASS_VERSION("Unsupported Class Version"),
  /** Code 32. */
  INVALID_PRIMARY_FLOW_LABEL("Invalid Primary Flow Label"),
  /** Code 33. */
  INVALID_ALTERNATE_FLOW_LABEL("Invalid Alternate Flow Label");

  private static final RejectReason[] CODES = values();

  private final String text;

  RejectReason(String text) {
    this.text = text;
  }

  /** {@return the reason with the given code, {@link #UNKNOWN} for an unknown one} */
  public static RejectReason of(int code) {
    return code > 0 && code < CODES.length ? CODES[code] : UNKNOWN;
  }

  /** {@return the name in the specification} */
  public String text() {
    return text;
  }
}
