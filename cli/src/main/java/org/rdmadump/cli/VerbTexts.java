package org.rdmadump.cli;

/** What verbs are for, and what stands behind them on the command line. */
final class VerbTexts {
  private VerbTexts() {}

  /** {@return what it does, in a few words} */
  static String summary(Verb verb) {
    return switch (verb) {
      case DUMP -> "print a line per RPC message, or per call with its reply";
      case STATS -> "print tables per connection, per operation and per queue pair";
      case CHECK -> "say what is wrong or noteworthy, by rules";
      case CONFORMANCE -> "say which cases of NFS-over-RDMA test suites pass";
      case EXTRACT -> "write the files that NFS moved to a folder";
      case EXPORT -> "write the rebuilt messages as ordinary TCP, for Wireshark";
      case LIVE -> "decode what devices see, as it happens";
      case DEVICES -> "list network and RDMA devices";
      case EXERCISE -> "drive an RDMA device and check the capture of it";
      case PING -> "make NULL calls over RDMA";
      case FIELDS -> "list the fields for filters and tables";
      case COMPLETION -> "print what has a shell complete this command line";
      case MAN -> "print the manual page";
    };
  }

  /** {@return what stands behind the options} */
  static String operands(Verb verb) {
    return switch (verb) {
      case FIELDS -> "[PATTERN]";
      case COMPLETION -> Shell.names("|");
      case MAN, DEVICES -> "";
      case LIVE -> "-i DEV";
      case EXERCISE -> "server|client [HOST]";
      case PING -> "HOST";
      case EXPORT -> "FILE... -o OUT";
      case EXTRACT -> "FILE... -o DIR";
      default -> "FILE...";
    };
  }
}
