package org.rdmadump.cli;

import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.live.LiveOptions;
import org.rdmadump.live.file.Rotation;
import org.rdmadump.live.hca.SnifferOptions;
import org.rdmadump.live.net.NetCaptureOptions;

/**
 * How the verb {@code live} runs.
 *
 * @param dump what is printed of the packets
 * @param countsOnly print only the counts of the run
 * @param devices names of the devices to capture
 * @param net how net devices are captured
 * @param sniffer how RDMA adapters are
 * @param fallback whether the net device behind an adapter that cannot be sniffed is captured
 * @param sysfs a copy of sysfs to look adapters up in; empty for that of this machine
 * @param output what the packets are written to, if anything
 * @param chosen what the packets of chosen messages are written to, if anything
 * @param export what the messages are written to, in place of lines, if anything
 * @param rotation when that of {@code output} goes on to another file
 * @param capture how long, and how much may wait to be decoded
 * @param monitor how the capture is watched
 */
record LiveSettings(
    DumpSettings dump,
    boolean countsOnly,
    List<String> devices,
    NetCaptureOptions net,
    SnifferOptions sniffer,
    boolean fallback,
    Optional<String> sysfs,
    Optional<OutputFile> output,
    Optional<OutputFile> chosen,
    Optional<Export> export,
    Rotation rotation,
    LiveOptions capture,
    MonitorSettings monitor) {
  private static final long LEAST_SIZE = 1 << 20;
  private static final long LEAST_BUFFER = 1 << 14;
  private static final long LEAST_FILE = 1 << 10;

  /**
   * Reads them from a command line.
   *
   * @throws CommandFailure if a value is wrong, or contradicts another
   */
  static LiveSettings of(Arguments arguments) throws CommandFailure {
    arguments.refuseWords("live captures devices, and takes no file such as ");
    DumpSettings dump = DumpSettings.of(arguments);
    boolean countsOnly = arguments.has(CommandOption.QUIET) || arguments.has(CommandOption.RATES);
    Optional<OutputFile> output = output(arguments);
    if (output.isPresent() && output.get().isStandard() && arguments.has(CommandOption.RATES)) {
      throw CommandFailure.usage(
          "-w - writes the capture to standard output, which leaves no place for --rates");
    }
    if (output.isPresent() && output.get().isStandard() && !countsOnly) {
      for (CommandOption printed :
          List.of(CommandOption.JSON, CommandOption.FORMAT, CommandOption.VERBOSE)) {
        if (arguments.has(printed)) {
          throw CommandFailure.usage(
              "-w - writes the capture to standard output, which leaves no place for "
                  + printed.display());
        }
      }
    }
    Optional<OutputFile> chosen = chosen(arguments, output);
    return new LiveSettings(
        dump,
        countsOnly,
        arguments.values(CommandOption.DEVICE),
        net(arguments),
        sniffer(arguments),
        arguments.has(CommandOption.FALLBACK),
        arguments.value(CommandOption.SYSFS),
        output,
        chosen,
        export(arguments, output),
        rotation(arguments, output),
        new LiveOptions(
            arguments.size(CommandOption.QUEUE, LiveOptions.DEFAULT.queueBytes(), LEAST_SIZE),
            arguments.seconds(CommandOption.DURATION)),
        monitor(arguments, output, chosen));
  }

  /**
   * Those of an exercise: one device, or the net device behind it, all of its packets.
   *
   * @throws CommandFailure if a value is wrong
   */
  static LiveSettings ofExercise(Arguments arguments) throws CommandFailure {
    return new LiveSettings(
        DumpSettings.of(arguments),
        /* countsOnly= */ false,
        arguments.values(CommandOption.DEVICE),
        net(arguments),
        SnifferOptions.DEFAULT,
        /* fallback= */ true,
        arguments.value(CommandOption.SYSFS),
        output(arguments),
        Optional.empty(),
        Optional.empty(),
        Rotation.NONE,
        LiveOptions.DEFAULT,
        MonitorSettings.NONE);
  }

  private static NetCaptureOptions net(Arguments arguments) throws CommandFailure {
    NetCaptureOptions usual = NetCaptureOptions.DEFAULT;
    long buffer = arguments.size(CommandOption.BUFFER, usual.bufferBytes(), LEAST_BUFFER);
    if (buffer > Integer.MAX_VALUE) {
      throw CommandFailure.usage("--buffer: more than 2G");
    }
    int snapLength =
        (int)
            arguments.number(
                CommandOption.SNAP_LENGTH,
                usual.snapLength(),
                /* least= */ 0,
                NetCaptureOptions.MOST_SNAP_LENGTH);
    return new NetCaptureOptions(
        arguments.value(CommandOption.CAPTURE_FILTER).orElse(""),
        // As with other tools, 0 is the usual length.
        snapLength == 0 ? usual.snapLength() : snapLength,
        (int) buffer,
        !arguments.has(CommandOption.NOT_PROMISCUOUS),
        arguments.has(CommandOption.IMMEDIATE),
        usual.readTimeoutMillis());
  }

  private static SnifferOptions sniffer(Arguments arguments) throws CommandFailure {
    SnifferOptions usual =
        SnifferOptions.DEFAULT.withBusyPoll(arguments.has(CommandOption.BUSY_POLL));
    return arguments.has(CommandOption.BUFFER)
        ? usual.withBuffer(arguments.size(CommandOption.BUFFER, 0, LEAST_BUFFER))
        : usual;
  }

  private static Optional<OutputFile> output(Arguments arguments) throws CommandFailure {
    Optional<String> name = arguments.value(CommandOption.WRITE);
    if (name.isPresent() && name.get().lastIndexOf('/') > 0) {
      String folder = name.get().substring(0, name.get().lastIndexOf('/'));
      if (!new File(folder).isDirectory()) {
        throw CommandFailure.usage("-w " + name.get() + ": there is no folder " + folder);
      }
    }
    return name.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new OutputFile(name.get(), CommandOption.WRITE, arguments.has(CommandOption.FORCE)));
  }

  private static Optional<OutputFile> chosen(Arguments arguments, Optional<OutputFile> output)
      throws CommandFailure {
    Optional<OutputFile> chosen =
        arguments
            .value(CommandOption.WRITE_CHOSEN)
            .map(
                name ->
                    new OutputFile(
                        name, CommandOption.WRITE_CHOSEN, arguments.has(CommandOption.FORCE)));
    if (chosen.isEmpty()) {
      return chosen;
    }
    if (arguments.has(CommandOption.FRAMES) || arguments.has(CommandOption.LAYERS)) {
      throw CommandFailure.usage(
          "--write-chosen is for messages: for frames, choose them by -f and write them with -w");
    }
    if (chosen.get().isStandard()) {
      throw CommandFailure.usage(
          "--write-chosen needs a file, because lines go to standard output");
    }
    if (output.isPresent() && output.get().isSameAs(chosen.get())) {
      throw CommandFailure.usage("-w and --write-chosen name the same file");
    }
    return chosen;
  }

  private static Optional<Export> export(Arguments arguments, Optional<OutputFile> output)
      throws CommandFailure {
    Optional<Export> export = Export.ofLive(arguments);
    if (export.isPresent() && output.isPresent() && output.get().isSameAs(export.get().output())) {
      throw CommandFailure.usage("-w and --export name the same file");
    }
    return export;
  }

  private static MonitorSettings monitor(
      Arguments arguments, Optional<OutputFile> output, Optional<OutputFile> chosen)
      throws CommandFailure {
    MonitorSettings monitor = MonitorSettings.of(arguments);
    if (monitor.file().isEmpty()) {
      return monitor;
    }
    OutputFile metrics =
        new OutputFile(
            monitor.file().get().toString(), CommandOption.METRICS_FILE, /* overwrites= */ true);
    for (Optional<OutputFile> each : List.of(output, chosen)) {
      if (each.isPresent() && each.get().isSameAs(metrics)) {
        throw CommandFailure.usage(
            each.get().option().display() + " and --metrics-file name the same file");
      }
    }
    return monitor;
  }

  /**
   * Checks all outputs, before the first is opened.
   *
   * @throws CommandFailure if one of them could not be written
   */
  void refuseOutputs(Environment environment) throws CommandFailure {
    // Files of a set have other names.
    if (output.isPresent() && !rotation.isAny()) {
      output.get().refuse(List.of(), environment);
    }
    if (chosen.isPresent()) {
      chosen.get().refuse(List.of(), environment);
    }
    if (export.isPresent()) {
      export.get().output().refuse(List.of(), environment);
    }
  }

  /** {@return whether nothing is said of a run in which nothing is wrong} */
  boolean isSilent() {
    return export.isPresent() && countsOnly;
  }

  private static Rotation rotation(Arguments arguments, Optional<OutputFile> output)
      throws CommandFailure {
    Optional<Duration> duration = arguments.seconds(CommandOption.ROTATE_TIME);
    boolean bySize = arguments.has(CommandOption.ROTATE_SIZE);
    boolean counted = arguments.has(CommandOption.ROTATE_COUNT);
    if (!bySize && duration.isEmpty()) {
      if (counted) {
        throw CommandFailure.usage("-W needs -C SIZE or -G SECONDS");
      }
      return Rotation.NONE;
    }
    if (output.isEmpty() || output.get().isStandard()) {
      throw CommandFailure.usage((bySize ? "-C" : "-G") + " needs -w FILE");
    }
    return new Rotation(
        bySize
            ? OptionalLong.of(arguments.fileSize(CommandOption.ROTATE_SIZE, 0, LEAST_FILE))
            : OptionalLong.empty(),
        duration,
        counted
            ? OptionalInt.of((int) arguments.number(CommandOption.ROTATE_COUNT, 0, 1, 99_999))
            : OptionalInt.empty());
  }
}
