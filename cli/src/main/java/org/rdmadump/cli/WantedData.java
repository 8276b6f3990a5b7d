package org.rdmadump.cli;

/**
 * Whether a filter or a column of the command line asks for what is in data that RDMA moves, such
 * as the target of a symbolic link: then the bytes of messages are kept, whatever is printed.
 */
final class WantedData {
  private boolean isAsked;

  /** Takes note of what a filter or a column asks for. */
  void ask(boolean isOfData) {
    isAsked |= isOfData;
  }

  /** {@return whether some of it was asked for} */
  boolean isAsked() {
    return isAsked;
  }
}
