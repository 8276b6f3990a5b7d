package org.rdmadump.cli;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.frame.LayerChoice;
import org.rdmadump.analysis.json.DataForm;
import org.rdmadump.analysis.text.TimeFormat;
import org.rdmadump.rpcrdma.DecodeAs;

/**
 * How the verb {@code dump} runs.
 *
 * @param files names of captures, {@code -} for standard input; at least one
 * @param limit records to print at most
 * @param format what records are printed as
 * @param verbosity 0, 1 or 2
 * @param hex print the bytes of messages
 * @param summaryOnly print only the counts of the run
 * @param exchanges print exchanges in place of messages
 * @param layers print frames in place of messages, and which of their layers
 * @param digest hash every message
 * @param data how bulk data is written in JSON
 * @param time how times are printed in text
 * @param utc print absolute times in UTC
 * @param flushEachLine flush after every record
 * @param follow whether the one file, or folder, is read on as it grows
 * @param colour whether text is coloured
 * @param progress whether progress is shown
 * @param maxMemory bytes that rebuilding may hold
 * @param decodeAs ports on which RDMA is looked for
 */
record DumpSettings(
    List<String> files,
    long limit,
    OutputFormat format,
    int verbosity,
    boolean hex,
    boolean summaryOnly,
    boolean exchanges,
    Optional<LayerChoice> layers,
    boolean digest,
    DataForm data,
    TimeFormat time,
    boolean utc,
    boolean flushEachLine,
    boolean follow,
    When colour,
    When progress,
    long maxMemory,
    DecodeAs decodeAs) {
  private static final int MOST_VERBOSE = 2;
  private static final List<String> LATER_FORMATS = List.of("fields", "csv");

  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong, or not in this version
   */
  static DumpSettings of(Arguments arguments) throws UsageException {
    List<String> files = arguments.files();
    boolean follow = arguments.has(CommandOption.FOLLOW);
    if (follow && (files.size() > 1 || files.contains(Inputs.STANDARD_INPUT))) {
      throw new UsageException("--follow needs one file or folder");
    }
    return new DumpSettings(
        files,
        arguments.limit(),
        format(arguments),
        Math.min(arguments.count(CommandOption.VERBOSE), MOST_VERBOSE),
        arguments.has(CommandOption.HEX),
        arguments.has(CommandOption.QUIET),
        arguments.has(CommandOption.EXCHANGES),
        layers(arguments),
        arguments.has(CommandOption.DIGEST),
        data(arguments),
        time(arguments),
        arguments.has(CommandOption.UTC),
        arguments.has(CommandOption.LINE),
        follow,
        arguments.when(CommandOption.COLOR),
        arguments.when(CommandOption.PROGRESS),
        arguments.memory(),
        arguments.decodeAs());
  }

  /** {@return what records are printed as} */
  static OutputFormat format(Arguments arguments) throws UsageException {
    boolean json = arguments.has(CommandOption.JSON);
    Optional<String> name = arguments.value(CommandOption.FORMAT);
    if (name.isEmpty()) {
      return json ? OutputFormat.NDJSON : OutputFormat.TEXT;
    }
    if (LATER_FORMATS.contains(name.get())) {
      throw new UsageException("-T " + name.get() + " is not in this version");
    }
    OutputFormat format =
        switch (name.get()) {
          case "text" -> OutputFormat.TEXT;
          case "json" -> OutputFormat.JSON;
          case "ndjson" -> OutputFormat.NDJSON;
          default ->
              throw new UsageException("-T " + name.get() + ": not one of text, json, ndjson");
        };
    if (json && format != OutputFormat.NDJSON) {
      throw new UsageException("--json and -T " + name.get() + " contradict each other");
    }
    return format;
  }

  private static Optional<LayerChoice> layers(Arguments arguments) throws UsageException {
    Optional<String> list = arguments.value(CommandOption.LAYERS);
    boolean frames = arguments.has(CommandOption.FRAMES) || list.isPresent();
    if (!frames) {
      return Optional.empty();
    }
    if (arguments.has(CommandOption.EXCHANGES)) {
      throw new UsageException("--frames and --exchanges contradict each other");
    }
    if (list.isEmpty()) {
      return Optional.of(LayerChoice.ALL);
    }
    Optional<LayerChoice> choice = LayerChoice.of(list.get());
    if (choice.isEmpty()) {
      throw new UsageException(
          "--layers "
              + list.get()
              + ": "
              + LayerChoice.unknown(list.get())
              + " is none of "
              + String.join(", ", LayerChoice.names()));
    }
    return choice;
  }

  private static DataForm data(Arguments arguments) throws UsageException {
    Optional<String> form = arguments.value(CommandOption.DATA);
    if (form.isEmpty()) {
      return DataForm.NONE;
    }
    return switch (form.get()) {
      case "hex" -> DataForm.HEX;
      case "base64" -> DataForm.BASE64;
      default -> throw new UsageException("--data " + form.get() + ": not one of hex, base64");
    };
  }

  private static TimeFormat time(Arguments arguments) throws UsageException {
    Optional<String> letters = arguments.value(CommandOption.TIME);
    if (letters.isEmpty()) {
      return TimeFormat.RELATIVE;
    }
    Optional<TimeFormat> format = TimeFormat.of(letters.get());
    if (format.isEmpty()) {
      throw new UsageException("-t " + letters.get() + ": not one of a, ad, d, e, r");
    }
    return format.get();
  }
}
