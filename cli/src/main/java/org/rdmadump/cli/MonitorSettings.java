package org.rdmadump.cli;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a live capture is watched while it runs.
 *
 * @param file where metrics are written, if anywhere
 * @param listen where metrics are served, if anywhere
 * @param rates whether rates are printed instead of records
 * @param interval time from one writing of the file, or print of rates, to the next; empty for the
 *     usual ones
 */
record MonitorSettings(
    Optional<Path> file,
    Optional<ListenAddress> listen,
    boolean rates,
    Optional<Duration> interval) {
  /** Nobody watches. */
  static final MonitorSettings NONE =
      new MonitorSettings(Optional.empty(), Optional.empty(), /* rates= */ false, Optional.empty());

  /** What says how records are printed. */
  private static final List<CommandOption> OF_RECORDS =
      List.of(
          CommandOption.FILTER,
          CommandOption.FILTER_TOO,
          CommandOption.JSON,
          CommandOption.FORMAT,
          CommandOption.COLUMNS,
          CommandOption.FRAMES,
          CommandOption.LAYERS,
          CommandOption.TREE,
          CommandOption.EXCHANGES,
          CommandOption.VERBOSE,
          CommandOption.DETAILS,
          CommandOption.HEX);

  /**
   * Reads them from a command line.
   *
   * @throws CommandFailure if a value is wrong, or contradicts another
   */
  static MonitorSettings of(Arguments arguments) throws CommandFailure {
    boolean rates = arguments.has(CommandOption.RATES);
    Optional<Path> file = file(arguments);
    Optional<String> listen = arguments.value(CommandOption.METRICS_LISTEN);
    Optional<Duration> interval = arguments.seconds(CommandOption.INTERVAL);
    for (CommandOption each : OF_RECORDS) {
      if (rates && arguments.has(each)) {
        throw CommandFailure.usage(
            "--rates prints no records, for which "
                + each.display()
                + " is; -f chooses packets for both");
      }
    }
    boolean any = rates || file.isPresent() || listen.isPresent();
    if (any && arguments.has(CommandOption.EXPORT_LIVE)) {
      throw CommandFailure.usage("--export does not go with metrics or rates; run a second live");
    }
    if (interval.isPresent() && !rates && file.isEmpty()) {
      throw CommandFailure.usage("--interval needs --rates or --metrics-file");
    }
    return new MonitorSettings(
        file,
        listen.isPresent() ? Optional.of(ListenAddress.of(listen.get())) : Optional.empty(),
        rates,
        interval);
  }

  private static Optional<Path> file(Arguments arguments) throws CommandFailure {
    Optional<String> name = arguments.value(CommandOption.METRICS_FILE);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    String option = CommandOption.METRICS_FILE.display() + " " + Inputs.display(name.get());
    if (name.get().equals(Inputs.STANDARD_INPUT)) {
      throw CommandFailure.usage(option + ": not the name of a file");
    }
    try {
      Path file = Path.of(name.get()).toAbsolutePath();
      File folder = file.resolveSibling(".").normalize().toFile();
      if (!folder.isDirectory()) {
        throw CommandFailure.usage(option + ": there is no folder " + folder);
      }
      if (file.toFile().isDirectory()) {
        throw CommandFailure.usage(option + ": is a directory");
      }
      return Optional.of(file);
    } catch (InvalidPathException e) {
      throw CommandFailure.usage(option + ": not the name of a file");
    }
  }

  /** {@return whether metrics are asked for} */
  boolean metrics() {
    return file.isPresent() || listen.isPresent();
  }
}
