package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.extract.ChosenFileEvents;
import org.rdmadump.analysis.extract.ExtractLimits;
import org.rdmadump.analysis.extract.ExtractSummary;
import org.rdmadump.analysis.extract.Extraction;
import org.rdmadump.analysis.extract.FolderException;
import org.rdmadump.analysis.extract.FolderNotEmptyException;
import org.rdmadump.analysis.extract.OutputFolder;
import org.rdmadump.analysis.extract.nfs.NfsFileEvents;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;

/**
 * The verb {@code extract}: writes the files that READ and WRITE moved to a folder.
 *
 * @param folder where files are written to
 * @param force write to a folder that is not empty
 * @param limit exchanges to look at, at most
 * @param format what files are listed as
 * @param countsOnly list no files
 * @param wide whether lines are whole on a terminal, too
 * @param reading which captures are read
 * @param choice which exchanges move content
 */
record Extract(
    String folder,
    boolean force,
    long limit,
    OutputFormat format,
    boolean countsOnly,
    boolean wide,
    Reading reading,
    Choice choice)
    implements Command {
  private static final String PAGES = "pages";

  /** Names and ranges get this part of the memory, messages the rest. */
  private static final int TABLES = 4;

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong, or no folder is named
   */
  static Extract of(Arguments arguments) throws CommandFailure {
    Optional<String> folder = arguments.value(CommandOption.OUTPUT);
    if (folder.isEmpty() || folder.get().isEmpty()) {
      arguments.refuseNoFile();
      throw CommandFailure.usage("no output folder: say -o DIR, " + arguments.verb().advice());
    }
    return new Extract(
        folder.get(),
        arguments.has(CommandOption.FORCE),
        arguments.limit(),
        arguments.format(),
        arguments.has(CommandOption.QUIET),
        arguments.has(CommandOption.WIDE),
        Reading.of(arguments),
        Choice.of(arguments, /* exchanges= */ true));
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    return reading.run(environment, inputs -> run(inputs, environment));
  }

  private int run(Inputs inputs, Environment environment) throws CommandFailure, IOException {
    try (OutputFolder output = open(inputs.names())) {
      return run(inputs, output, environment);
    } catch (FolderException e) {
      throw CommandFailure.unwritable(e.text(), e);
    }
  }

  private OutputFolder open(List<String> files) throws CommandFailure, FolderException {
    try {
      List<Path> captures = new ArrayList<>();
      for (String name : files) {
        if (!name.equals(Inputs.STANDARD_INPUT)) {
          captures.add(NamedFile.of(name));
        }
      }
      return OutputFolder.open(Path.of(folder), force, captures);
    } catch (FolderNotEmptyException e) {
      throw CommandFailure.usage(e.text() + "; --force writes into it");
    } catch (InvalidPathException e) {
      throw CommandFailure.usage(folder + ": not a file name");
    }
  }

  private int run(Inputs inputs, OutputFolder output, Environment environment) throws IOException {
    Decoding decoding = reading.decoding(inputs, environment);
    ExtractLimits limits = ExtractLimits.of(reading.maxMemory() / TABLES);
    CaptureOptions options =
        reading.options(/* keepBytes= */ true, reading.beside(TABLES).maxMemory());
    try (Extraction extraction = new Extraction(output, limits)) {
      ChosenFileEvents content = new ChosenFileEvents(extraction);
      NfsFileEvents events = new NfsFileEvents(content);
      // Those that a filter does not choose only tell names.
      ChosenExchanges exchanges =
          new ChosenExchanges(
              new MessageListener() {},
              choice.exchanges(),
              choice.nvme(),
              limit,
              /* tellsFindings= */ false,
              (exchange, chosen) -> {
                content.passContent(chosen);
                events.exchange(exchange);
              });
      CaptureSummary summary;
      try {
        summary = decoding.run(options, exchanges);
      } catch (DecodingFault e) {
        ExtractSummary unused = finish(extraction, output, environment);
        throw e;
      }
      ExtractSummary result = finish(extraction, output, environment);
      boolean nothing = result.files() == 0 && result.unknownFiles() == 0;
      report(events, result, summary, environment);
      if (nothing && exchanges.count() > 0 && choice.exchanges().isPresent()) {
        environment.say(
            "the chosen calls moved no data: names are in OPEN and LOOKUP, data in READ and"
                + " WRITE; all have nfs.fh");
      }
      return choice.status(decoding.end(), exchanges.count());
    }
  }

  /** Writes the manifest, and returns what it came to. */
  private ExtractSummary finish(Extraction extraction, OutputFolder output, Environment environment)
      throws IOException {
    ExtractedFiles files;
    ExtractSummary summary;
    try (OutputStream manifest = output.openManifest()) {
      files =
          new ExtractedFiles(
              manifest,
              format == OutputFormat.TEXT ? environment.lines(wide) : environment.out(),
              format,
              countsOnly);
      files.begin();
      summary = extraction.finish(files, environment.interruption()::requested);
      files.endManifest();
    }
    output.placeManifest();
    files.end(summary);
    return summary;
  }

  private static void report(
      NfsFileEvents events,
      ExtractSummary result,
      CaptureSummary summary,
      Environment environment) {
    if (environment.interruption().requested()) {
      environment.say("interrupted; files are written as far as they were rebuilt");
    }
    leftOut(
        events.unreadable(),
        "call",
        " with arguments that are missing, malformed or encrypted",
        environment);
    if (events.withoutCall() > 0) {
      String replies = events.withoutCall() == 1 ? " reply" : " replies";
      environment.say(
          "left out " + events.withoutCall() + replies + " to a call that was not captured");
    }
    leftOut(
        result.unknownFiles(),
        "operation",
        " that moved data of a file of which neither handle nor name is known",
        environment);
    leftOut(
        summary.evictions().getOrDefault(PAGES, 0L),
        "page",
        " given up; a higher --max-memory may help",
        environment);
  }

  private static void leftOut(long count, String what, String why, Environment environment) {
    if (count > 0) {
      environment.say("left out " + Counted.of(count, what) + why);
    }
  }
}
