package org.rdmadump.analysis.frame;

/** What a frame turned out to be. */
public enum FrameKind {
  /** An InfiniBand transport packet, whatever carries it. */
  TRANSPORT_PACKET("transport packet"),
  /** A TCP segment of a connection that carries iWARP, or may. */
  IWARP("iWARP"),
  /** Another TCP segment. */
  TCP("TCP"),
  /** A UDP datagram that is no RoCE. */
  UDP("UDP"),
  /** A packet that another interface or file showed before. */
  COPY("seen before"),
  /** A fragment of an IP packet that was not whole by then. */
  FRAGMENT("IP fragment"),
  /** A raw packet of InfiniBand. */
  RAW("raw InfiniBand"),
  /** A link packet of InfiniBand: flow control. */
  LINK("InfiniBand flow control"),
  /** Cut by the snap length within its headers. */
  TRUNCATED("headers cut"),
  /** Against its specification. */
  MALFORMED("malformed"),
  /** Anything else. */
  OTHER("not decoded");

  private final String text;

  FrameKind(String text) {
    this.text = text;
  }

  /** {@return it in words} */
  public String text() {
    return text;
  }
}
