package org.rdmadump.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import org.rdmadump.analysis.table.CaptureSet;
import org.rdmadump.analysis.table.CaptureTables;
import org.rdmadump.analysis.table.TableFormat;
import org.rdmadump.analysis.table.TableOutput;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The verb {@code export} with {@code --format}: writes captures as tables to a folder. Each
 * capture, or rotated set, is a run of its own.
 *
 * @param folder where tables are written to
 * @param force write to a folder that is not empty
 * @param format the name of the format
 * @param limit exchanges at most
 * @param quiet say only what is wrong
 * @param reading which captures are read
 * @param choice which exchanges are written
 */
record ExportTables(
    String folder,
    boolean force,
    String format,
    long limit,
    boolean quiet,
    Reading reading,
    Choice choice)
    implements Command {
  /** The only format so far. */
  private static final String PARQUET = "parquet";

  /** What only packets have. */
  private static final List<CommandOption> OF_PACKETS =
      List.of(
          CommandOption.UPPER_PDU,
          CommandOption.INCOMPLETE,
          CommandOption.LINE,
          CommandOption.CALL,
          CommandOption.REPLY);

  private static final String JAR = "rdmadump-parquet.jar";

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong, or no folder is named
   */
  static ExportTables of(Arguments arguments) throws CommandFailure {
    String format = arguments.value(CommandOption.TABLES).orElse("");
    if (!format.equals(PARQUET)) {
      throw WrongWord.of(CommandOption.TABLES, format, arguments.verb());
    }
    for (CommandOption other : OF_PACKETS) {
      if (arguments.has(other)) {
        throw CommandFailure.usage("--format writes tables, without " + other.display());
      }
    }
    Optional<String> folder = arguments.value(CommandOption.OUTPUT);
    if (folder.isEmpty() || folder.get().isEmpty()) {
      arguments.refuseNoFile();
      throw CommandFailure.usage("no output folder: say -o DIR, " + arguments.verb().advice());
    }
    return new ExportTables(
        folder.get(),
        arguments.has(CommandOption.FORCE),
        format,
        arguments.limit(),
        arguments.has(CommandOption.QUIET),
        Reading.of(arguments),
        Choice.of(arguments, /* exchanges= */ true));
  }

  private TableFormat tableFormat() throws CommandFailure {
    for (TableFormat each : ServiceLoader.load(TableFormat.class)) {
      if (each.word().equals(format)) {
        return each;
      }
    }
    throw CommandFailure.usage(
        "--format parquet needs "
            + JAR
            + ": put it beside rdmadump.jar; without the launcher, name both jars with java -cp");
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    FolderQuestion.ask(reading.files(), FolderQuestion.LARGE, environment);
    TableFormat tables = tableFormat();
    List<CaptureSet> captures = CaptureSet.of(files(environment));
    try (TableFolder output = TableFolder.open(Path.of(folder), force);
        TableOutput rows = tables.begin(output.unfinished())) {
      Totals totals = new Totals();
      for (CaptureSet each : captures) {
        if (totals.exchanges < limit && !environment.interruption().requested()) {
          write(each, captures.size() > 1, rows, totals, environment);
        }
      }
      rows.finish();
      output.place(tables);
      report(totals, environment);
      return choice.status(totals.status, totals.exchanges);
    } catch (InvalidPathException e) {
      throw CommandFailure.usage(folder + ": not a file name");
    } catch (IOException e) {
      throw CommandFailure.unwritable(folder + ": " + Inputs.reason(e), e);
    }
  }

  /** What came of the captures so far. */
  private static final class Totals {
    private int status = ExitStatus.DONE;
    private long exchanges;
    private int captures;
  }

  /** The files that were named, and those in folders that were. */
  private List<String> files(Environment environment) throws CommandFailure {
    List<String> files = new ArrayList<>();
    int skipped = 0;
    for (String word : reading.files()) {
      try {
        if (word.equals(Inputs.STANDARD_INPUT) || !Files.isDirectory(NamedFile.of(word))) {
          refuseMissing(word);
          files.add(word);
          continue;
        }
        for (String file : CaptureFolder.files(NamedFile.of(word))) {
          if (CaptureFolder.isCapture(NamedFile.of(file))) {
            files.add(file);
          } else {
            skipped++;
          }
        }
      } catch (IOException e) {
        throw CommandFailure.unreadable(Inputs.display(word) + ": " + Inputs.reason(e), e);
      } catch (InvalidPathException e) {
        throw CommandFailure.unreadable(word + ": not a file name", new IOException(e));
      }
    }
    if (skipped > 0) {
      environment.say(Counted.of(skipped, "file") + " in folders skipped: not captures");
    }
    return files;
  }

  /** A name that is misspelt is said before anything is read. */
  private static void refuseMissing(String word) throws NoSuchFileException {
    if (word.isEmpty()
        || (!word.equals(Inputs.STANDARD_INPUT) && Files.notExists(NamedFile.of(word)))) {
      throw new NoSuchFileException(word);
    }
  }

  /**
   * Adds the rows of a capture.
   *
   * @param isOneOfMany whether there are others, which are read even if this one cannot be
   */
  private void write(
      CaptureSet capture,
      boolean isOneOfMany,
      TableOutput rows,
      Totals totals,
      Environment environment)
      throws CommandFailure, IOException {
    int status;
    try {
      status =
          reading
              .of(capture.files())
              .again(environment, inputs -> run(inputs, capture, rows, totals, environment));
      totals.captures++;
    } catch (CommandFailure e) {
      if (!isOneOfMany || e.status() != ExitStatus.UNREADABLE) {
        throw e;
      }
      environment.say(e.text());
      status = e.status();
    }
    totals.status = Math.max(totals.status, status);
  }

  private int run(
      Inputs inputs, CaptureSet capture, TableOutput rows, Totals totals, Environment environment)
      throws IOException {
    CaptureTables tables = new CaptureTables(capture.name(), rows, choice.exchanges());
    Decoding decoding = reading.decoding(inputs, environment);
    CaptureOptions options = reading.options(/* keepBytes= */ false, reading.maxMemory());
    CaptureSummary summary =
        decoding.run(options, new ExportedTables(tables, limit - totals.exchanges));
    try {
      inputs.damages().forEach(each -> tables.cutShort(each.frame(), each.text()));
      tables.dropped(inputs.frames(), inputs.dropped());
      tables.end(summary);
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
    totals.exchanges += tables.exchanges();
    return decoding.end();
  }

  private void report(Totals totals, Environment environment) {
    if (!quiet) {
      environment.say(
          (environment.interruption().requested() ? "interrupted; tables" : "tables")
              + " of "
              + Counted.of(totals.captures, "capture")
              + " written, with "
              + Counted.of(totals.exchanges, "exchange"));
    }
  }
}
