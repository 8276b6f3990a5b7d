package org.rdmadump.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rdmadump.exercise.ping.PingOptions;

/**
 * How the verb {@code ping} runs.
 *
 * @param options what is called
 * @param format of what is printed
 */
record PingSettings(PingOptions options, OutputFormat format) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final String NFS = "nfs";
  private static final int NFS_VERSION = 4;
  private static final int MOST_PORT = 65_535;
  private static final long MOST_CALLS = 1_000_000_000;
  private static final long MOST_NUMBER = 0xffff_ffffL;

  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong
   */
  static PingSettings of(Arguments arguments) throws UsageException {
    List<String> words = arguments.words();
    if (words.size() != 1) {
      throw new UsageException(
          words.isEmpty()
              ? "ping needs a HOST, try ping --help"
              : "ping calls one host, not " + words.size() + ", try ping --help");
    }
    int program = program(arguments);
    long version = program == PingOptions.NFS ? NFS_VERSION : 1;
    return new PingSettings(
        new PingOptions(
            words.get(0),
            (int) arguments.number(CommandOption.PORT, PingOptions.NFS_PORT, 1, MOST_PORT),
            program,
            (int) arguments.number(CommandOption.RPC_VERSION, version, 0, MOST_NUMBER),
            arguments.number(CommandOption.ROUNDS, Long.MAX_VALUE, 1, MOST_CALLS),
            arguments.seconds(CommandOption.INTERVAL).orElse(INTERVAL),
            arguments.seconds(CommandOption.TIMEOUT).orElse(PATIENCE)),
        DumpSettings.format(arguments));
  }

  private static int program(Arguments arguments) throws UsageException {
    Optional<String> named = arguments.value(CommandOption.PROGRAM);
    if (named.isEmpty() || named.get().equals(NFS)) {
      return PingOptions.NFS;
    }
    long number = Arguments.decimal(named.get());
    if (number < 0 || number > MOST_NUMBER) {
      throw new UsageException(
          "--program " + named.get() + ": not nfs or a number from 0 to " + MOST_NUMBER);
    }
    return (int) number;
  }
}
