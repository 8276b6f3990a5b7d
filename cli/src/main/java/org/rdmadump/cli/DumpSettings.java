package org.rdmadump.cli;

import java.util.List;
import java.util.Optional;
import org.rdmadump.report.json.DataForm;
import org.rdmadump.report.text.DisplayZone;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TimeFormat;
import org.rdmadump.rpcrdma.DecodeAs;

/**
 * How the verb {@code dump} runs.
 *
 * @param named whether the verb itself was named
 * @param files names of captures, {@code -} for standard input; at least one
 * @param captureFilter chooses frames of those, in libpcap's language; empty for all
 * @param limit records to print at most
 * @param format what records are printed as
 * @param verbosity 0, 1 or 2
 * @param hex print the bytes of messages
 * @param summaryOnly print only the counts of the run
 * @param exchanges print exchanges in place of messages
 * @param tree draw exchanges as trees
 * @param frames print frames in place of messages, and which
 * @param digest hash every message
 * @param data how bulk data is written in JSON
 * @param time how times are printed in text
 * @param zone in which absolute times are printed; empty for local time
 * @param textSize characters of a text that a line shows at most
 * @param flushEachLine flush after every record
 * @param follow whether there is more to come: the one file, or folder, is read on as it grows, or
 *     devices are captured
 * @param colour whether text is coloured
 * @param progress whether progress is shown
 * @param maxMemory bytes that rebuilding may hold
 * @param decodeAs ports on which RDMA is looked for
 * @param choice which records are printed
 * @param columns names of the fields that are printed; none unless they are asked for
 */
record DumpSettings(
    boolean named,
    List<String> files,
    Optional<String> captureFilter,
    long limit,
    OutputFormat format,
    int verbosity,
    boolean hex,
    boolean summaryOnly,
    boolean exchanges,
    boolean tree,
    Optional<FrameChoice> frames,
    boolean digest,
    DataForm data,
    TimeFormat time,
    Optional<DisplayZone> zone,
    int textSize,
    boolean flushEachLine,
    boolean follow,
    When colour,
    When progress,
    long maxMemory,
    DecodeAs decodeAs,
    Choice choice,
    Columns columns) {
  private static final int MOST_VERBOSE = 2;

  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong, or not in this version
   */
  static DumpSettings of(Arguments arguments) throws UsageException {
    if (arguments.has(CommandOption.DEVICES)) {
      throw new UsageException("-D lists devices: it comes first, as in rdmadump -D");
    }
    List<String> files = arguments.files();
    boolean follow = arguments.has(CommandOption.FOLLOW);
    boolean live = arguments.verb() == Verb.LIVE;
    if (follow && (files.size() > 1 || files.contains(Inputs.STANDARD_INPUT))) {
      throw new UsageException("--follow needs one file or folder");
    }
    OutputFormat format = format(arguments);
    boolean tree = arguments.has(CommandOption.TREE);
    if (tree && format != OutputFormat.TEXT) {
      throw new UsageException("--tree is text: it goes with no other format");
    }
    boolean exchanges = arguments.has(CommandOption.EXCHANGES) || tree;
    if (arguments.has(CommandOption.QUIET)
        && (format == OutputFormat.FIELDS || format == OutputFormat.CSV)) {
      throw new UsageException("-q prints counts, which -T fields and csv do not have");
    }
    Optional<FrameChoice> frames =
        arguments.has(CommandOption.FRAMES) || arguments.has(CommandOption.LAYERS)
            ? Optional.of(FrameChoice.of(arguments, format))
            : Optional.empty();
    return new DumpSettings(
        arguments.isNamed(),
        files,
        arguments.value(CommandOption.CAPTURE_FILTER),
        arguments.limit(),
        format,
        Math.min(arguments.count(CommandOption.VERBOSE), MOST_VERBOSE),
        arguments.has(CommandOption.HEX),
        arguments.has(CommandOption.QUIET),
        exchanges,
        tree,
        frames,
        arguments.has(CommandOption.DIGEST),
        data(arguments, format),
        time(arguments),
        zone(arguments),
        textSize(arguments),
        arguments.has(CommandOption.LINE),
        follow || live,
        arguments.when(CommandOption.COLOR),
        arguments.when(CommandOption.PROGRESS),
        arguments.memory(),
        arguments.decodeAs(),
        frames.isPresent() ? Choice.EVERYTHING : Choice.of(arguments, exchanges),
        frames.isPresent() ? Columns.NONE : Columns.of(arguments, format, exchanges));
  }

  /** {@return the same, but only the counts of the run are printed} */
  DumpSettings quiet() {
    return new DumpSettings(
        named,
        files,
        captureFilter,
        limit,
        format,
        verbosity,
        hex,
        /* summaryOnly= */ true,
        exchanges,
        tree,
        frames,
        digest,
        data,
        time,
        zone,
        textSize,
        flushEachLine,
        follow,
        colour,
        progress,
        maxMemory,
        decodeAs,
        choice,
        columns);
  }

  /** {@return what records are printed as} */
  static OutputFormat format(Arguments arguments) throws UsageException {
    boolean json = arguments.has(CommandOption.JSON);
    Optional<String> name = arguments.value(CommandOption.FORMAT);
    if (name.isEmpty()) {
      return json ? OutputFormat.NDJSON : OutputFormat.TEXT;
    }
    OutputFormat format =
        switch (name.get()) {
          case "text" -> OutputFormat.TEXT;
          case "json" -> OutputFormat.JSON;
          case "ndjson" -> OutputFormat.NDJSON;
          case "fields" -> OutputFormat.FIELDS;
          case "csv" -> OutputFormat.CSV;
          default -> throw unknownFormat(arguments, name.get());
        };
    if (!isFor(format, arguments.verb())) {
      throw unknownFormat(arguments, name.get());
    }
    if (json && format != OutputFormat.NDJSON) {
      throw new UsageException("--json and -T " + name.get() + " contradict each other");
    }
    return format;
  }

  private static boolean isFor(OutputFormat format, Verb verb) {
    return switch (format) {
      case TEXT, JSON, NDJSON -> true;
      case CSV -> verb == Verb.DUMP || verb == Verb.LIVE || verb == Verb.STATS;
      case FIELDS -> verb == Verb.DUMP || verb == Verb.LIVE;
    };
  }

  private static UsageException unknownFormat(Arguments arguments, String name) {
    return WrongWord.ofFormat(name, arguments.verb());
  }

  private static DataForm data(Arguments arguments, OutputFormat format) throws UsageException {
    Optional<String> form = arguments.value(CommandOption.DATA);
    if (form.isEmpty()) {
      return DataForm.NONE;
    }
    DataForm data =
        switch (form.get()) {
          case "hex" -> DataForm.HEX;
          case "base64" -> DataForm.BASE64;
          default -> throw WrongWord.of("--data", form.get(), List.of("hex", "base64"));
        };
    if (format != OutputFormat.JSON && format != OutputFormat.NDJSON) {
      throw new UsageException("--data needs --json or -T json");
    }
    return data;
  }

  private static Optional<DisplayZone> zone(Arguments arguments) throws UsageException {
    boolean utc = arguments.has(CommandOption.UTC);
    Optional<String> name = arguments.value(CommandOption.TIME_ZONE);
    if (name.isEmpty()) {
      return utc ? Optional.of(DisplayZone.UTC) : Optional.empty();
    }
    if (utc) {
      throw new UsageException("--utc and --tz contradict each other");
    }
    Optional<DisplayZone> zone = DisplayZone.of(name.get());
    if (zone.isEmpty()) {
      throw new UsageException(
          "--tz " + name.get() + ": no such time zone; say one such as Europe/Berlin or +02:00");
    }
    return zone;
  }

  private static int textSize(Arguments arguments) throws UsageException {
    Optional<String> size = arguments.value(CommandOption.STRING_SIZE);
    if (size.isEmpty()) {
      return TextOptions.TEXT_SIZE;
    }
    long characters = Arguments.decimal(size.get());
    if (characters < 0) {
      throw new UsageException(
          "--strsize " + size.get() + ": not a number of characters, or 0 for all");
    }
    return characters == 0 ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, characters);
  }

  private static TimeFormat time(Arguments arguments) throws UsageException {
    Optional<String> letters = arguments.value(CommandOption.TIME);
    boolean zoned =
        arguments.has(CommandOption.UTC) || arguments.value(CommandOption.TIME_ZONE).isPresent();
    if (letters.isEmpty()) {
      // Who says a zone wants to see times of day.
      return zoned ? TimeFormat.ABSOLUTE : TimeFormat.RELATIVE;
    }
    Optional<TimeFormat> format = TimeFormat.of(letters.get());
    if (format.isEmpty()) {
      throw new UsageException("-t " + letters.get() + ": not one of a, ad, d, e, r");
    }
    if (zoned
        && format.get() != TimeFormat.ABSOLUTE
        && format.get() != TimeFormat.ABSOLUTE_WITH_DATE) {
      throw new UsageException(
          "-t " + letters.get() + " prints no time of day, so --utc and --tz are of no use");
    }
    return format.get();
  }
}
