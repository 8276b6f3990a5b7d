package org.rdmadump.ib.cm;

import java.util.Locale;

/**
 * Why a connection was refused.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.6.7.
 */
public enum RejectReason {
  /** A code that this version does not know. */
  UNKNOWN(0, "unknown"),
  NO_QP_AVAILABLE(1, "No QP available"),
  NO_EEC_AVAILABLE(2, "No EEC available"),
  NO_RESOURCES_AVAILABLE(3, "No resources available"),
  TIMEOUT(4, "Timeout"),
  UNSUPPORTED_REQUEST(5, "Unsupported request"),
  INVALID_COMMUNICATION_ID(6, "Invalid Communication ID"),
  INVALID_COMMUNICATION_INSTANCE(7, "Invalid Communication Instance"),
  INVALID_SERVICE_ID(8, "Invalid Service ID"),
  INVALID_TRANSPORT_SERVICE_TYPE(9, "Invalid Transport Service Type"),
  STALE_CONNECTION(10, "Stale connection"),
  RDC_DOES_NOT_EXIST(11, "RDC does not exist"),
  PRIMARY_REMOTE_PORT_GID_REJECTED(12, "Primary Remote Port GID rejected"),
  PRIMARY_REMOTE_PORT_LID_REJECTED(13, "Primary Remote Port LID rejected"),
  INVALID_PRIMARY_SL(14, "Invalid Primary SL"),
  INVALID_PRIMARY_TRAFFIC_CLASS(15, "Invalid Primary Traffic Class"),
  INVALID_PRIMARY_HOP_LIMIT(16, "Invalid Primary Hop Limit"),
  INVALID_PRIMARY_PACKET_RATE(17, "Invalid Primary Packet Rate"),
  ALTERNATE_REMOTE_PORT_GID_REJECTED(18, "Alternate Remote Port GID rejected"),
  ALTERNATE_REMOTE_PORT_LID_REJECTED(19, "Alternate Remote Port LID rejected"),
  INVALID_ALTERNATE_SL(20, "Invalid Alternate SL"),
  INVALID_ALTERNATE_TRAFFIC_CLASS(21, "Invalid Alternate Traffic Class"),
  INVALID_ALTERNATE_HOP_LIMIT(22, "Invalid Alternate Hop Limit"),
  INVALID_ALTERNATE_PACKET_RATE(23, "Invalid Alternate Packet Rate"),
  PORT_AND_CM_REDIRECTION(24, "Port and CM Redirection"),
  PORT_REDIRECTION(25, "Port Redirection"),
  INVALID_PATH_MTU(26, "Invalid Path MTU"),
  INSUFFICIENT_RESPONDER_RESOURCES(27, "Insufficient Responder Resources"),
  CONSUMER_REJECT(28, "Consumer Reject"),
  RNR_RETRY_COUNT_REJECT(29, "RNR Retry Count Reject"),
  DUPLICATE_LOCAL_COMMUNICATION_ID(30, "Duplicate Local Communication ID"),
  UNSUPPORTED_CLASS_VERSION(31, "Unsupported Class Version"),
  INVALID_PRIMARY_FLOW_LABEL(32, "Invalid Primary Flow Label"),
  INVALID_ALTERNATE_FLOW_LABEL(33, "Invalid Alternate Flow Label"),
  VENDOR_OPTION_NOT_SUPPORTED(35, "Vendor option not supported");

  /** How a reason without a name is written. */
  public static final String NUMBERED = "reason %d";

  private static final RejectReason[] REASONS = values();

  private final int code;
  private final String text;

  RejectReason(int code, String text) {
    this.code = code;
    this.text = text;
  }

  /** {@return the reason with the given code, {@link #UNKNOWN} for an unknown one} */
  public static RejectReason of(int code) {
    for (RejectReason reason : REASONS) {
      if (reason.code == code) {
        return reason;
      }
    }
    return UNKNOWN;
  }

  /** {@return the name of the reason with the given code, {@code reason 34} if it has none} */
  public static String text(int code) {
    RejectReason reason = of(code);
    return reason == UNKNOWN ? String.format(Locale.US, NUMBERED, code) : reason.text;
  }

  /** {@return the code on the wire, 0 for {@link #UNKNOWN}} */
  public int code() {
    return code;
  }

  /** {@return the name in the specification} */
  public String text() {
    return text;
  }
}
