package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The registry of verbs: what the command can be told to do, {@code dump} unless it is told. */
enum Verb {
  DUMP("print a line per RPC message, or per call with its reply", "FILE...", Verb.NO_MATCH),
  SUMMARY("summarise a capture on one page, with next steps", "FILE...", Verb.NO_MATCH),
  REPORT(
      "write a report for a browser: time lines, operations, ladders",
      "FILE... -o OUT",
      Verb.NO_MATCH),
  STATS("print counts and latencies by connection, operation and time", "FILE...", Verb.NO_MATCH),
  CHECK(
      "report errors and notable events, by rules",
      "FILE...",
      "check found something at or above --fail-on"),
  CONFORMANCE(
      "report which cases of NFS-over-RDMA test suites pass",
      "FILE...",
      "conformance has a case that fails, or none seen"),
  COMPARE(
      "report differences between two runs, or two ends of one",
      "FILE... [vs] FILE...",
      "compare found a difference of --fail-on"),
  EXTRACT("write the files that NFS moved to a folder", "FILE... -o DIR", Verb.NO_MATCH),
  EXPORT("write the rebuilt messages as plain TCP, for Wireshark", "FILE... -o OUT", Verb.NO_MATCH),
  EXTCAP("let Wireshark capture rebuilt messages", "--install|--uninstall", ""),
  LIVE("decode packets of devices as they arrive", "-i DEV", Verb.NO_MATCH),
  DEVICES("list network and RDMA devices", "", ""),
  EXERCISE(
      "drive an RDMA device and check the capture of it",
      "server|client HOST",
      "exercise found bytes that differ"),
  HCA_SELFTEST(
      "test what only a real adapter can prove of the sniffer",
      "DEV [HOST]",
      "hca-selftest has a step that failed"),
  PING("make NULL calls over RDMA", "HOST", "ping missed an answer"),
  FIELDS("list the fields for filters and columns", "[WORD]...", "fields has no such name"),
  COMPLETION("print a shell completion script", Shell.names("|"), ""),
  MAN("print the manual page", "", "");

  private static final String NO_MATCH = "--expect-match or --expect-no-match not met";

  private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final String summary;
  private final String operands;
  private final String failure;

  Verb(String summary, String operands, String failure) {
    this.summary = summary;
    this.operands = operands;
    this.failure = failure;
  }

  /** {@return the verb of that name} */
  static Optional<Verb> of(String word) {
    int at = words().indexOf(word);
    return at < 0 ? Optional.empty() : Optional.of(values()[at]);
  }

  /**
   * {@return whether {@code word} has letters only, large or small, so that it may be meant as a
   * verb}
   */
  static boolean canBe(String word) {
    for (int i = 0; i < word.length(); i++) {
      char letter = word.charAt(i);
      if ((letter < 'a' || letter > 'z') && (letter < 'A' || letter > 'Z')) {
        return false;
      }
    }
    return !word.isEmpty();
  }

  /** {@return the names of all verbs} */
  static List<String> words() {
    List<String> words = new ArrayList<>();
    for (Verb verb : values()) {
      words.add(verb.word);
    }
    return words;
  }

  /** {@return when any verb ends with status 1} */
  static String failures() {
    return String.join(
        "; ",
        CHECK.failure,
        CONFORMANCE.failure,
        COMPARE.failure,
        DUMP.failure,
        FIELDS.failure,
        EXERCISE.failure,
        HCA_SELFTEST.failure,
        PING.failure);
  }

  /** {@return whether it reads captures, which it is of no use without} */
  boolean readsCaptures() {
    return operands.startsWith("FILE");
  }

  /** {@return the words that the first one behind it can be; empty if they cannot be listed} */
  List<String> choices() {
    return switch (this) {
      case COMPLETION -> Shell.words();
      case EXERCISE -> List.of("server", "client");
      default -> List.of();
    };
  }

  /** {@return whether its options are those of tcpdump and tshark, as far as it has them} */
  boolean isLikeTcpdump() {
    return this == DUMP || this == LIVE;
  }

  /** {@return what the user says} */
  String word() {
    return word;
  }

  /** {@return what it does, in a few words} */
  String summary() {
    return summary;
  }

  /** {@return what stands behind the verb on the command line, for each way to use it} */
  List<String> usages() {
    String options = "[OPTION]...";
    return switch (this) {
      case EXTCAP, COMPLETION, MAN -> List.of(operands);
      case EXERCISE -> List.of("server " + options, "client HOST " + options);
      case LIVE, HCA_SELFTEST, PING -> List.of(operands + " " + options);
      default -> List.of(operands.isEmpty() ? options : options + " " + operands);
    };
  }

  /** {@return when it ends with status 1; empty if it never does} */
  String failure() {
    return failure;
  }

  /** {@return where the user finds more, for the end of a message} */
  String advice() {
    return this == DUMP ? "try --help" : "try " + word + " --help";
  }
}
