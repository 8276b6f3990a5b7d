package org.rdmadump.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.rdmadump.bench.generate.Bulk;
import org.rdmadump.bench.generate.Hostile;
import org.rdmadump.bench.generate.Hurt;
import org.rdmadump.bench.generate.PlainTcp;
import org.rdmadump.bench.generate.Replay;
import org.rdmadump.bench.generate.Traffic;

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
                            zeros, slivers, trickle, markers, relapses, holes, connections (iWARP), pairs,
                            reads, shared-reads, chunks, sends, gaps, pages, xids, operations, lookups
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

  /** Options of which one says what to write. */
  private static final List<String> KINDS = List.of("base", "bulk", "tcp", "hurt", "hostile");

  private GeneratorArguments() {}

  /**
   * Reads a command line.
   *
   * @return nothing if help was asked for
   * @throws ParseException with a message for a person
   * @throws IOException if a capture to replay cannot be read
   */
  static Optional<GeneratorSettings> parse(String[] arguments) throws ParseException, IOException {
    CommandLine line =
        DefaultParser.builder().setAllowPartialMatching(false).build().parse(options(), arguments);
    if (line.hasOption("h")) {
      return Optional.empty();
    }
    if (!line.getArgList().isEmpty()) {
      throw new ParseException("what is " + line.getArgList().get(0) + "?");
    }
    String output = line.getOptionValue("o");
    if (output == null) {
      throw new ParseException("-o is missing");
    }
    return Optional.of(
        new GeneratorSettings(
            traffic(line),
            size(line.getOptionValue("s", DEFAULT_SIZE)),
            (int) number(line, "snap", NO_SNAP, 1, NO_SNAP),
            number(line, "packets", Long.MAX_VALUE, 1, Long.MAX_VALUE),
            output.equals("-") ? Optional.empty() : Optional.of(Path.of(output))));
  }

  private static Traffic traffic(CommandLine line) throws ParseException, IOException {
    int connections = (int) number(line, "n", DEFAULT_CONNECTIONS, 1, 1 << 20);
    int mtu = (int) number(line, "mtu", SMALL_MTU, SMALL_MTU, LARGE_MTU);
    long seed = number(line, "seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
    if (mtu != SMALL_MTU && mtu != LARGE_MTU) {
      throw new ParseException("--mtu is 1024 or 4096");
    }
    if (KINDS.stream().filter(line::hasOption).count() != 1) {
      throw new ParseException("one of --base, --bulk, --tcp, --hurt and --hostile, please");
    }
    if (line.hasOption("base")) {
      List<Path> bases = Stream.of(line.getOptionValues("base")).map(Path::of).toList();
      return Replay.of(bases, connections, seed);
    }
    if (line.hasOption("bulk")) {
      return line.hasOption("iwarp")
          ? Bulk.overIwarp(connections, line.hasOption("crc"), seed)
          : Bulk.overRoce(connections, mtu, seed);
    }
    if (line.hasOption("tcp")) {
      return new PlainTcp(connections, seed);
    }
    return line.hasOption("hurt") ? new Hurt(mtu, seed) : hostile(line, seed);
  }

  private static Traffic hostile(CommandLine line, long seed) throws ParseException {
    String name = line.getOptionValue("hostile");
    Optional<Hostile.Kind> kind = Hostile.Kind.of(name);
    if (kind.isEmpty()) {
      throw new ParseException(name + " is no kind of --hostile");
    }
    return new Hostile(kind.get(), seed);
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
    Options options = new Options();
    for (String flag : List.of("bulk", "iwarp", "crc", "tcp", "hurt")) {
      options.addOption(Option.builder().longOpt(flag).build());
    }
    for (String value : List.of("hostile", "packets", "mtu", "snap", "seed")) {
      options.addOption(Option.builder().longOpt(value).hasArg().build());
    }
    return options
        .addOption(Option.builder().longOpt("base").hasArgs().build())
        .addOption(Option.builder("s").longOpt("size").hasArg().build())
        .addOption(Option.builder("n").longOpt("connections").hasArg().build())
        .addOption(Option.builder("o").hasArg().build())
        .addOption(Option.builder("h").longOpt("help").build());
  }
}
