package org.rdmadump.cli;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * Options of tcpdump and tshark that {@code dump} and {@code live} lack, long ones that people try
 * with any verb, and what does it here.
 */
final class ForeignOption {
  private static final String LEAVE_OUT = "leave it out: ";
  private static final String HEX = "-x prints bytes in hex and ASCII";
  private static final String FILTER = "-Y EXPR is the filter for records";
  private static final String LAYERS = "--layers LIST prints frames with these layers only";
  private static final String ENDS = "-c N and, with live, --duration SECONDS end a run";
  private static final String ROTATES = "rdmadump live rotates files by -C SIZE, -G SECONDS, -W N";
  private static final String FLUSHES = "-l flushes after every record";
  private static final String FILES = "rdmadump stats FILE counts calls by file";
  private static final String QUIET = "-q prints less, with verbs that have it";
  private static final String COLOURS = "--color never, or NO_COLOR in the environment, does that";
  private static final String REDIRECT = "results go to standard output; > FILE saves them";
  private static final String IGNORES = "--ignore LIST of check and compare leaves out rules";
  private static final String BASELINE = "rdmadump compare BASELINE FILE compares captures";
  private static final String FAILS =
      "rdmadump check --fail-on SEVERITY and -Y EXPR --expect-no-match end with status 1";

  private static final Map<String, String> ADVICE =
      Map.ofEntries(
          Map.entry("-2", LEAVE_OUT + "records are always complete before a filter sees them"),
          Map.entry("-A", HEX),
          Map.entry("-X", HEX),
          Map.entry("--hexdump", HEX),
          Map.entry("-#", LEAVE_OUT + "records are always numbered"),
          Map.entry("--number", LEAVE_OUT + "records are always numbered"),
          Map.entry("-O", LAYERS),
          Map.entry("-j", LAYERS),
          Map.entry("-J", LAYERS),
          Map.entry("-R", FILTER),
          Map.entry("--read-filter", FILTER),
          Map.entry("--display-filter", FILTER),
          Map.entry("-P", LEAVE_OUT + "records are printed without -q"),
          Map.entry("--print", LEAVE_OUT + "records are printed without -q"),
          Map.entry("-a", ENDS),
          Map.entry("--autostop", ENDS),
          Map.entry("-b", ROTATES),
          Map.entry("--ring-buffer", ROTATES),
          Map.entry("-d", "--decode-as udp:PORT=roce, tcp:PORT=iwarp and service:PORT=nfs do that"),
          Map.entry("-F", "-f takes a capture filter; files are written as pcapng"),
          Map.entry("-G", "rdmadump fields lists fields; rdmadump live -G rotates files"),
          Map.entry("-I", "rdmadump live captures RDMA adapters and net devices, no radio"),
          Map.entry("-L", ForeignVerb.DEVICES),
          Map.entry("-S", LEAVE_OUT + "sequence numbers are always absolute"),
          Map.entry("-U", FLUSHES),
          Map.entry("--packet-buffered", FLUSHES),
          Map.entry("--read-file", "-r FILE reads a file"),
          Map.entry("--interface", ForeignVerb.LIVE),
          Map.entry("--list-interfaces", ForeignVerb.DEVICES),
          Map.entry("--snapshot-length", "rdmadump live -s LENGTH cuts frames"),
          Map.entry("--junit", "-T junit prints JUnit XML with check, compare and conformance"),
          Map.entry("--sarif", "rdmadump check -T sarif FILE prints SARIF"),
          Map.entry("--csv", "-T csv prints CSV"),
          Map.entry("--quiet", QUIET),
          Map.entry("--silent", QUIET),
          Map.entry("-o", REDIRECT),
          Map.entry("--output", REDIRECT),
          Map.entry("--format", "-T FORMAT chooses the format"),
          Map.entry("--only", "--rules LIST of check and compare selects rules"),
          Map.entry("--exclude", IGNORES),
          Map.entry("--skip", IGNORES),
          Map.entry("--suppress", IGNORES),
          Map.entry("--no-color", COLOURS),
          Map.entry("--no-colour", COLOURS),
          Map.entry("--baseline", BASELINE),
          Map.entry("--severity", FAILS),
          Map.entry("--exit-code", FAILS),
          Map.entry("--error-exitcode", FAILS),
          Map.entry("--assert", FAILS),
          Map.entry("--fail-on-match", FAILS),
          Map.entry("--threshold", "differences below 5 %, or by chance, are never reported"),
          Map.entry("--explain", ForeignVerb.RULES),
          Map.entry("--files", FILES),
          Map.entry("--by-file", FILES),
          Map.entry("--html", ForeignVerb.HTML),
          Map.entry("--top", ForeignVerb.SLOW),
          Map.entry("--slow", ForeignVerb.SLOW),
          Map.entry("--export-objects", "rdmadump extract FILE -o DIR writes the files"));

  private ForeignOption() {}

  /** {@return all that is said in place of options} */
  static Collection<String> advices() {
    return ADVICE.values();
  }

  /** {@return what to say instead of an option, as it stands on the command line} */
  static Optional<String> advice(String spelling) {
    int end = spelling.indexOf('=');
    String name = end < 0 ? spelling : spelling.substring(0, end);
    boolean letter = name.length() > 1 && name.charAt(1) != '-';
    // Letters can stand together, and have their value behind them.
    return Optional.ofNullable(ADVICE.get(letter ? name.substring(0, 2) : name));
  }
}
