package org.rdmadump.cli;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Words that people try as verbs, and what does it here. */
final class ForeignVerb {
  private static final String HELP = "rdmadump VERB --help prints the help of a verb";
  static final String RULES = "rdmadump check --list-rules --rules NAME explains a rule";
  private static final String FINDINGS = "rdmadump check FILE lists errors, by rules";
  private static final String PAGE = "rdmadump summary FILE prints one page about a capture";
  private static final String COUNTS = "rdmadump stats FILE counts calls, bytes and packets";
  static final String SLOW = "rdmadump stats --slowest N FILE lists the slowest calls";
  private static final String RETRANSMISSIONS =
      "rdmadump stats FILE counts retransmitted packets, by connection;"
          + " rdmadump check --rules 'bth.*' FILE lists them";
  private static final String FILES =
      "rdmadump stats FILE counts calls by file; rdmadump extract FILE -o DIR writes the files";
  private static final String LINES = "rdmadump FILE prints a line for each message";
  private static final String CUT = "rdmadump -Y EXPR -w OUT FILE writes the frames of messages";
  private static final String PACKETS = "rdmadump --frames FILE prints frames";
  static final String LIVE = "rdmadump live -i DEV captures a device";
  static final String DEVICES = "rdmadump devices lists devices";
  static final String HTML = "rdmadump report FILE -o OUT.html writes an HTML file";

  private static final Map<String, String> ADVICE =
      Map.ofEntries(
          Map.entry("help", HELP),
          Map.entry("version", "rdmadump --version prints the version"),
          Map.entry("rule", RULES),
          Map.entry("rules", RULES),
          Map.entry("explain", RULES),
          Map.entry("errors", FINDINGS),
          Map.entry("findings", FINDINGS),
          Map.entry("verify", FINDINGS),
          Map.entry("validate", FINDINGS),
          Map.entry("lint", FINDINGS),
          Map.entry("test", FINDINGS),
          Map.entry("metrics", "rdmadump live -i DEV --metrics-listen PORT serves metrics"),
          Map.entry("info", PAGE),
          Map.entry("capinfos", PAGE),
          Map.entry("nfsstat", COUNTS),
          Map.entry("nfsiostat", COUNTS),
          Map.entry("mountstats", COUNTS),
          Map.entry("connections", COUNTS),
          Map.entry("slow", SLOW),
          Map.entry("slowest", SLOW),
          Map.entry("latency", SLOW),
          Map.entry("retransmissions", RETRANSMISSIONS),
          Map.entry("file", FILES),
          Map.entry("files", FILES),
          Map.entry("show", LINES),
          Map.entry("print", LINES),
          Map.entry("read", LINES),
          Map.entry("decode", LINES),
          Map.entry("filter", "rdmadump -Y EXPR FILE prints the messages that match"),
          Map.entry("cut", CUT),
          Map.entry("exchanges", "rdmadump --exchanges FILE prints calls with their replies"),
          Map.entry("tree", "rdmadump --tree FILE draws each call with its chunks and reply"),
          Map.entry("frames", PACKETS),
          Map.entry("packets", PACKETS),
          Map.entry("capture", LIVE),
          Map.entry("interfaces", DEVICES),
          Map.entry("diff", "rdmadump compare A B compares captures"),
          Map.entry("csv", "rdmadump -T csv FILE prints CSV; so does rdmadump stats"),
          Map.entry("json", "rdmadump --json FILE prints an object for each message"),
          Map.entry("html", HTML));

  private ForeignVerb() {}

  /** {@return all that is said in place of verbs} */
  static Collection<String> advices() {
    return ADVICE.values();
  }

  /** {@return what to say instead of a word in small letters} */
  static Optional<String> advice(String word) {
    return Optional.ofNullable(ADVICE.get(word));
  }
}
