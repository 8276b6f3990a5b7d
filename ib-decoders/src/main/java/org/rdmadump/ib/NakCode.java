package org.rdmadump.ib;

/**
 * Why a responder refused a packet.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.7.5.2 (NAK codes).
 */
public enum NakCode {
  /** A packet is missing before this one: the PSN is the one expected. */
  PSN_SEQUENCE_ERROR("PSN Sequence Error"),
  /** Opcode, length or resources do not fit. */
  INVALID_REQUEST("Invalid Request"),
  /** Wrong handle, range or rights. */
  REMOTE_ACCESS_ERROR("Remote Access Error"),
  /** The responder failed on its own side. */
  REMOTE_OPERATIONAL_ERROR("Remote Operational Error"),
  /** Bad Q_Key or queue pair of a reliable datagram. */
  INVALID_RD_REQUEST("Invalid RD Request"),
  /** A code that the specification keeps for later. */
  RESERVED("reserved"),
  /** There is no NAK. */
  NONE("none");

  private static final NakCode[] CODES = {
    PSN_SEQUENCE_ERROR,
    INVALID_REQUEST,
    REMOTE_ACCESS_ERROR,
    REMOTE_OPERATIONAL_ERROR,
    INVALID_RD_REQUEST
  };

  private final String text;

  NakCode(String text) {
    this.text = text;
  }

  /** {@return the code numbered {@code code}, {@link #RESERVED} for an unknown one} */
  public static NakCode of(int code) {
    return code >= 0 && code < CODES.length ? CODES[code] : RESERVED;
  }

  /** {@return the name in the specification's spelling} */
  public String text() {
    return text;
  }
}
