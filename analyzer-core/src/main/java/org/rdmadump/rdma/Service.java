package org.rdmadump.rdma;

/** Which service of its transport carries the requests between two endpoints. */
public enum Service {
  /** A reliable connection: requests are acknowledged, and retransmitted if they are lost. */
  RELIABLE("rc"),
  /** An unreliable connection: nothing is acknowledged. */
  UNRELIABLE("uc"),
  /** Datagrams without a connection. */
  DATAGRAM("ud"),
  /** An extended reliable connection (XRC): as a reliable one, to a shared receive queue. */
  EXTENDED("xrc"),
  /** Reliable datagrams, which many queue pairs of two hosts send over one EE context. */
  RELIABLE_DATAGRAM("rd");

  private final String label;

  Service(String label) {
    this.label = label;
  }

  /** {@return the name that output uses} */
  public String label() {
    return label;
  }

  /** {@return whether requests are acknowledged} */
  public boolean isReliable() {
    return this != UNRELIABLE && this != DATAGRAM;
  }
}
