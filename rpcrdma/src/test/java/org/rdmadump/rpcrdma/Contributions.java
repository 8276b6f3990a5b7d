package org.rdmadump.rpcrdma;

/** What frames carry of messages, for tests of those who are told of it. */
public final class Contributions {
  private Contributions() {}

  /** {@return a Send that is of no message} */
  public static Contribution ofNoMessage() {
    return Contribution.ofNone();
  }
}
