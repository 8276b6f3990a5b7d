package org.rdmadump.rdma;

/** Which service of its transport carries the requests between two endpoints. */
public enum Service {
  /** A reliable connection: requests are acknowledged, and sent again if they are lost. */
  RELIABLE("rc"),
  /** An unreliable connection: nothing is acknowledged. */
  UNRELIABLE("uc"),
  /** Datagrams without a connection. */
  DATAGRAM("ud");

  private final String label;

  Service(String label) {
    this.label = label;
  }

  /** {@return the name that output uses} */
  public String label() {
    return label;
  }
}
