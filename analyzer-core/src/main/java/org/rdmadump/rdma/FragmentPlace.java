package org.rdmadump.rdma;

/**
 * Place of a packet in the message that it is part of, as its own header says.
 *
 * <pre>{@code
 * long ends = transfer.fragments().stream().filter(it -> it.place().endsMessage()).count();
 * }</pre>
 */
public enum FragmentPlace {
  /** It asks for an RDMA Read and moves no bytes itself. */
  REQUEST("Request"),
  /** The first of several; over InfiniBand only. */
  FIRST("First"),
  /** Neither the first nor the last; over InfiniBand only. */
  MIDDLE("Middle"),
  /** The last of several; over iWARP, where a header says no more, also the only one. */
  LAST("Last"),
  /** The whole message; over InfiniBand only. */
  ONLY("Only"),
  /** Any but the last, over iWARP (RFC 5041 section 4.1: the Last flag is clear). */
  MORE("More");

  private final String label;

  FragmentPlace(String label) {
    this.label = label;
  }

  /** The name that output uses. */
  public String label() {
    return label;
  }

  /** {@return whether its header says that the message ends with it} */
  public boolean endsMessage() {
    return this == LAST || this == ONLY;
  }
}
