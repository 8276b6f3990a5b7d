package org.rdmadump.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.rdmadump.bench.generate.Hostile;

/** Reads the generator's command line. */
final class GeneratorArguments {
  static final String HELP =
      """
      usage: generate [--base FILE... | --bulk [--iwarp] | --tcp | --hurt | --hostile KIND]
                      [options] -o FILE

        --base FILE...      replay these captures of one client and its server each
        --bulk              NFSv3 READs and WRITEs of 1 MiB on 8 queue pairs
        --iwarp             with --bulk: over iWARP, in segments of 1460 bytes
        --crc               with --iwarp: with MPA's CRCs
        --tcp               TCP that carries no RDMA
        --hurt              every packet opens something that nothing closes
        --hostile KIND      packets that are dear to decode, each kind in its own way:
                            zeros, slivers, trickle, markers, relapses, holes (iWARP), pairs,
                            reads, shared-reads, chunks, sends, gaps, pages, xids, operations
        --packets N         frames of the file, at most; frames behind them are left out
        -s, --size SIZE     bytes of the file, such as 64M or 1G (1G)
        -n, --connections N connections at a time (8)
        --mtu N             path MTU of --bulk and --hurt, 1024 or 4096 (1024)
        --snap N            bytes to keep of each frame (all)
        --seed N            the same seed makes the same file (1)
        -o FILE             file to write, - for standard output
        -h, --help          this help
      """;

  private static final String DEFAULT_SIZE = "1G";
  private static final int DEFAULT_CONNECTIONS = 8;
  private static final int SMALL_MTU = 1024;
  private static final int LARGE_MTU = 4096;
  private static final int NO_SNAP = 1 << 18;

  private GeneratorArguments() {}

  /**
   * Reads a command line.
   *
   * @return nothing if help was asked for
   * @throws ParseException with a message for a person
   */
  static Optional<GeneratorSettings> parse(String[] arguments) throws ParseException {
    CommandLine line =
        DefaultParser.builder().setAllowPartialMatching(false).get().parse(options(), arguments);
    if (line.hasOption("h")) {
      return Optional.empty();
    }
    if (!line.getArgList().isEmpty()) {
      throw new ParseException("what is " + line.getArgList().get(0) + "?");
    }
    List<Path> bases = new ArrayList<>();
    if (line.hasOption("base")) {
      for (String base : line.getOptionValues("base")) {
        bases.add(Path.of(base));
      }
    }
    String output = line.getOptionValue("o");
    if (output == null) {
      throw new ParseException("-o is missing");
    }
    int mtu = (int) number(line, "mtu", SMALL_MTU, SMALL_MTU, LARGE_MTU);
    if (mtu != SMALL_MTU && mtu != LARGE_MTU) {
      throw new ParseException("--mtu is 1024 or 4096");
    }
    return Optional.of(
        new GeneratorSettings(
            kind(line),
            bases,
            size(line.getOptionValue("s", DEFAULT_SIZE)),
            (int) number(line, "n", DEFAULT_CONNECTIONS, 1, 1 << 20),
            mtu,
            line.hasOption("crc"),
            number(line, "seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
            (int) number(line, "snap", NO_SNAP, 1, NO_SNAP),
            number(line, "packets", Long.MAX_VALUE, 1, Long.MAX_VALUE),
            hostile(line),
            output.equals("-") ? Optional.empty() : Optional.of(Path.of(output))));
  }

  private static GeneratorSettings.Kind kind(CommandLine line) throws ParseException {
    List<GeneratorSettings.Kind> kinds = new ArrayList<>();
    if (line.hasOption("base")) {
      kinds.add(GeneratorSettings.Kind.REPLAY);
    }
    if (line.hasOption("bulk")) {
      kinds.add(
          line.hasOption("iwarp")
              ? GeneratorSettings.Kind.IWARP_BULK
              : GeneratorSettings.Kind.BULK);
    }
    if (line.hasOption("tcp")) {
      kinds.add(GeneratorSettings.Kind.PLAIN_TCP);
    }
    if (line.hasOption("hurt")) {
      kinds.add(GeneratorSettings.Kind.HURT);
    }
    if (line.hasOption("hostile")) {
      kinds.add(GeneratorSettings.Kind.HOSTILE);
    }
    if (kinds.size() != 1) {
      throw new ParseException("one of --base, --bulk, --tcp, --hurt and --hostile, please");
    }
    return kinds.get(0);
  }

  private static Optional<Hostile.Kind> hostile(CommandLine line) throws ParseException {
    String name = line.getOptionValue("hostile");
    if (name == null) {
      return Optional.empty();
    }
    Optional<Hostile.Kind> kind = Hostile.Kind.of(name);
    if (kind.isEmpty()) {
      throw new ParseException(name + " is no kind of --hostile");
    }
    return kind;
  }

  private static long number(CommandLine line, String option, long otherwise, long low, long high)
      throws ParseException {
    String text = line.getOptionValue(option);
    if (text == null) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= low && value <= high) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new ParseException(text + " is no number for " + option);
    }
    throw new ParseException(text + " is out of range for " + option);
  }

  /** Reads such as {@code 64M}; K, M and G are powers of 1024. */
  private static long size(String text) throws ParseException {
    String upper = text.toUpperCase(Locale.ROOT);
    int shift = 10 * ("KMG".indexOf(upper.charAt(upper.length() - 1)) + 1);
    String digits = shift == 0 ? upper : upper.substring(0, upper.length() - 1);
    try {
      return Math.multiplyExact(Long.parseLong(digits), 1L << shift);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new ParseException(text + " is no size");
    }
  }

  private static Options options() {
    return new Options()
        .addOption(Option.builder().longOpt("base").hasArgs().get())
        .addOption(Option.builder().longOpt("bulk").get())
        .addOption(Option.builder().longOpt("iwarp").get())
        .addOption(Option.builder().longOpt("crc").get())
        .addOption(Option.builder().longOpt("tcp").get())
        .addOption(Option.builder().longOpt("hurt").get())
        .addOption(Option.builder().longOpt("hostile").hasArg().get())
        .addOption(Option.builder().longOpt("packets").hasArg().get())
        .addOption(Option.builder("s").longOpt("size").hasArg().get())
        .addOption(Option.builder("n").longOpt("connections").hasArg().get())
        .addOption(Option.builder().longOpt("mtu").hasArg().get())
        .addOption(Option.builder().longOpt("snap").hasArg().get())
        .addOption(Option.builder().longOpt("seed").hasArg().get())
        .addOption(Option.builder("o").hasArg().get())
        .addOption(Option.builder("h").longOpt("help").get());
  }
}
