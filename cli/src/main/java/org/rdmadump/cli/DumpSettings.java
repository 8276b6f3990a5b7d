package org.rdmadump.cli;

import java.util.List;
import java.util.Optional;
import org.rdmadump.report.json.DataForm;
import org.rdmadump.report.table.ColumnFormat;
import org.rdmadump.report.text.DisplayZone;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TimeFormat;

/**
 * How the verb {@code dump} runs.
 *
 * @param limit records to print at most
 * @param format what records are printed as
 * @param verbosity 0, 1 or 2
 * @param hex print the bytes of messages
 * @param exchanges print exchanges in place of messages
 * @param tree draw exchanges as trees
 * @param frames print frames in place of messages, and which
 * @param connections print connections without RPC in place of messages, and which
 * @param digest hash every message
 * @param data how bulk data is written in JSON
 * @param time how times are printed in text
 * @param zone in which absolute times are printed; empty for local time
 * @param textSize characters of a text that a line shows at most
 * @param flushEachLine flush after every record
 * @param follow whether there is more to come: the one file, or folder, is read on as it grows, or
 *     devices are captured
 * @param colour whether text is coloured
 * @param reading which captures are read
 * @param choice which records are printed
 * @param wide whether lines are whole on a terminal, too
 * @param columns names of the fields that are printed; none unless they are asked for
 * @param table how their values stand in a line
 */
record DumpSettings(
    long limit,
    OutputFormat format,
    int verbosity,
    boolean hex,
    boolean exchanges,
    boolean tree,
    Optional<FrameChoice> frames,
    Optional<ConnectionChoice> connections,
    boolean digest,
    DataForm data,
    TimeFormat time,
    Optional<DisplayZone> zone,
    int textSize,
    boolean flushEachLine,
    boolean follow,
    When colour,
    Reading reading,
    Choice choice,
    boolean wide,
    Columns columns,
    ColumnFormat table) {
  private static final int MOST_VERBOSE = 2;

  /**
   * Reads them from a command line.
   *
   * @throws CommandFailure if a value is wrong, or not in this version
   */
  static DumpSettings of(Arguments arguments) throws CommandFailure {
    if (arguments.has(CommandOption.DEVICES)) {
      throw CommandFailure.usage("-D lists devices: it comes first, as in rdmadump -D");
    }
    List<String> files = arguments.files();
    boolean follow = arguments.has(CommandOption.FOLLOW);
    boolean live = arguments.verb() == Verb.LIVE;
    if (follow && (files.size() > 1 || files.contains(Inputs.STANDARD_INPUT))) {
      throw CommandFailure.usage("--follow needs one file or folder");
    }
    OutputFormat format = arguments.format();
    WithoutEffect.refuseOfRecords(arguments, format);
    boolean tree = arguments.has(CommandOption.TREE);
    if (tree && arguments.has(CommandOption.COLUMNS)) {
      throw CommandFailure.usage("--tree and --columns contradict each other");
    }
    if (tree && format != OutputFormat.TEXT) {
      throw CommandFailure.usage("--tree is text only; leave out other formats");
    }
    boolean exchanges = arguments.has(CommandOption.EXCHANGES) || tree;
    if (arguments.has(CommandOption.QUIET) && format.hasColumns()) {
      throw CommandFailure.usage("-q prints counts; -T fields and csv have none");
    }
    boolean isOfFrames = arguments.has(CommandOption.FRAMES) || arguments.has(CommandOption.LAYERS);
    Optional<FrameChoice> frames =
        isOfFrames && !arguments.has(CommandOption.CONNECTIONS)
            ? Optional.of(FrameChoice.of(arguments, format))
            : Optional.empty();
    Optional<ConnectionChoice> connections =
        arguments.has(CommandOption.CONNECTIONS)
            ? Optional.of(ConnectionChoice.of(arguments, format))
            : Optional.empty();
    boolean isOfMessages = frames.isEmpty() && connections.isEmpty();
    DumpSettings settings =
        new DumpSettings(
            arguments.limit(),
            format,
            arguments.has(CommandOption.DETAILS)
                ? MOST_VERBOSE
                : Math.min(arguments.count(CommandOption.VERBOSE), MOST_VERBOSE),
            arguments.has(CommandOption.HEX),
            exchanges,
            tree,
            frames,
            connections,
            arguments.has(CommandOption.DIGEST),
            data(arguments, format),
            time(arguments),
            zone(arguments),
            textSize(arguments),
            arguments.has(CommandOption.LINE),
            follow || live,
            arguments.when(CommandOption.COLOR),
            Reading.of(arguments),
            isOfMessages ? Choice.of(arguments, exchanges) : Choice.EVERYTHING,
            arguments.has(CommandOption.WIDE),
            isOfMessages ? Columns.of(arguments, format, exchanges) : Columns.NONE,
            ColumnStyle.of(arguments, format));
    if (arguments.connections().isAsked() && (follow || live)) {
      throw CommandFailure.usage(
          "fields connection.* are known at the end of a capture; "
              + (live ? "save it with live -w, and use them with dump" : "leave --follow out"));
    }
    return settings;
  }

  /** {@return how lines are printed to a terminal, or elsewhere} */
  TextOptions text(Terminal terminal) {
    return new TextOptions(
        verbosity, hex, time, zone, textSize, terminal.colours(colour), flushEachLine);
  }

  private static DataForm data(Arguments arguments, OutputFormat format) throws CommandFailure {
    DataForm data = arguments.choice(CommandOption.DATA, DataForm.class).orElse(DataForm.NONE);
    if (data != DataForm.NONE && format != OutputFormat.JSON && format != OutputFormat.NDJSON) {
      throw CommandFailure.usage("--data needs --json or -T json");
    }
    return data;
  }

  private static Optional<DisplayZone> zone(Arguments arguments) throws CommandFailure {
    // tshark's u and ud are a and ad in UTC.
    boolean utc =
        arguments.has(CommandOption.UTC)
            || arguments.value(CommandOption.TIME).orElse("").startsWith("u");
    Optional<String> name = arguments.value(CommandOption.TIME_ZONE);
    if (name.isEmpty()) {
      return utc ? Optional.of(DisplayZone.UTC) : Optional.empty();
    }
    if (utc) {
      throw CommandFailure.usage("--utc and --tz contradict each other");
    }
    Optional<DisplayZone> zone = DisplayZone.of(name.get());
    if (zone.isEmpty()) {
      throw CommandFailure.usage(
          "--tz " + name.get() + ": no such time zone; say one such as Europe/Berlin or +02:00");
    }
    return zone;
  }

  private static int textSize(Arguments arguments) throws CommandFailure {
    Optional<String> size = arguments.value(CommandOption.STRING_SIZE);
    if (size.isEmpty()) {
      return TextOptions.TEXT_SIZE;
    }
    long characters = Arguments.decimal(size.get());
    if (characters < 0) {
      throw CommandFailure.usage(
          "--strsize " + size.get() + ": not a number of characters, or 0 for all");
    }
    return characters == 0 ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, characters);
  }

  private static TimeFormat time(Arguments arguments) throws CommandFailure {
    Optional<String> letters = arguments.value(CommandOption.TIME);
    boolean zoned =
        arguments.has(CommandOption.UTC) || arguments.value(CommandOption.TIME_ZONE).isPresent();
    if (letters.isEmpty()) {
      // Who says a zone wants to see times of day.
      return zoned ? TimeFormat.ABSOLUTE : TimeFormat.RELATIVE;
    }
    Optional<TimeFormat> format = TimeFormat.of(letters.get());
    if (format.isEmpty()) {
      throw CommandFailure.usage(
          "-t " + letters.get() + ": not one of a, ad, d, e, r, u, ud, nor -tt to -ttttt");
    }
    if (zoned
        && format.get() != TimeFormat.ABSOLUTE
        && format.get() != TimeFormat.ABSOLUTE_WITH_DATE) {
      throw CommandFailure.usage(
          "-t " + letters.get() + " prints no time of day, so --utc and --tz have no effect");
    }
    return format.get();
  }
}
