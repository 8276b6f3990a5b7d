package org.rdmadump.analysis.stats;

/** How often an operation stood in compounds of NFS version 4, wherever in them. */
public final class CompoundOperationStats {
  private final String protocol;
  private final String operation;
  private long count;
  private long executed;
  private long failed;

  CompoundOperationStats(String protocol, String operation) {
    this.protocol = protocol;
    this.operation = operation;
  }

  void asked() {
    count++;
  }

  void executed(boolean wentWrong) {
    executed++;
    failed += wentWrong ? 1 : 0;
  }

  /** {@return {@code NFS v4.1}} */
  public String protocol() {
    return protocol;
  }

  /** {@return {@code SEQUENCE}} */
  public String operation() {
    return operation;
  }

  /** {@return how often it was asked for} */
  public long count() {
    return count;
  }

  /** {@return how often it has a result: those behind one that failed have none} */
  public long executed() {
    return executed;
  }

  /** {@return how often it failed} */
  public long failed() {
    return failed;
  }
}
