package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.extract.ChosenFileEvents;
import org.rdmadump.analysis.extract.ExtractLimits;
import org.rdmadump.analysis.extract.ExtractSummary;
import org.rdmadump.analysis.extract.Extraction;
import org.rdmadump.analysis.extract.FolderException;
import org.rdmadump.analysis.extract.FolderNotEmptyException;
import org.rdmadump.analysis.extract.OutputFolder;
import org.rdmadump.analysis.extract.nfs.NfsFileEvents;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/** The verb {@code extract}: writes the files that READ and WRITE moved to a folder. */
final class Extract {
  private static final String PAGES = "pages";

  /** Names and ranges get this part of the memory, messages the rest. */
  private static final int TABLES = 4;

  private static final long LEAST_MEMORY = 1 << 20;

  private final ExtractSettings settings;
  private final Environment environment;

  Extract(ExtractSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Runs to the end of the inputs, the limit or an interruption.
   *
   * @return the exit status
   * @throws UnreadableException if an input cannot be opened; nothing was written
   * @throws UsageException if the folder is not to be written to; it is as it was
   * @throws UnwritableException if it cannot be written to
   * @throws IOException if standard output cannot be written
   * @throws DecodingFault on a fault of our own; what was found before is written
   */
  int run() throws UnreadableException, UsageException, UnwritableException, IOException {
    Inputs inputs =
        Inputs.open(
            settings.files(), environment.in(), /* named= */ true, settings.captureFilter());
    try (OutputFolder folder = open(inputs.names())) {
      return run(inputs, folder);
    } catch (FolderException e) {
      throw new UnwritableException(e.text(), e);
    } finally {
      inputs.closeQuietly();
    }
  }

  private OutputFolder open(List<String> files) throws UsageException, FolderException {
    try {
      List<Path> captures = new ArrayList<>();
      for (String name : files) {
        if (!name.equals(Inputs.STANDARD_INPUT)) {
          captures.add(Path.of(name));
        }
      }
      return OutputFolder.open(Path.of(settings.folder()), settings.force(), captures);
    } catch (FolderNotEmptyException e) {
      throw new UsageException(e.text() + ", --force writes into it all the same");
    } catch (InvalidPathException e) {
      throw new UsageException(settings.folder() + ": not a file name");
    }
  }

  private int run(Inputs inputs, OutputFolder folder) throws IOException {
    Decoding decoding =
        new Decoding(
            inputs, environment, environment.terminal().showsProgress(settings.progress()));
    long tables = settings.maxMemory() / TABLES;
    long messages = Math.max(LEAST_MEMORY, settings.maxMemory() - tables);
    try (Extraction extraction = new Extraction(folder, ExtractLimits.of(tables))) {
      ChosenFileEvents chosen = new ChosenFileEvents(extraction);
      NfsFileEvents events = new NfsFileEvents(chosen);
      ExtractedExchanges exchanges =
          new ExtractedExchanges(events, chosen, settings.choice().exchanges(), settings.limit());
      CaptureSummary summary;
      try {
        summary =
            decoding.run(new CaptureOptions(false, true, messages, settings.decodeAs()), exchanges);
      } catch (DecodingFault e) {
        long unused = finish(extraction, folder);
        throw e;
      }
      boolean nothing = finish(extraction, folder) == 0;
      report(events, summary);
      if (nothing && exchanges.count() > 0 && settings.choice().exchanges().isPresent()) {
        environment
            .err()
            .say(
                "what is chosen moved no data: names are in OPEN and LOOKUP, data in READ and"
                    + " WRITE; nfs.fh is in all of them");
      }
      return settings.choice().status(decoding.end(), exchanges.count());
    }
  }

  /** Writes the manifest, and returns how many files there are. */
  private long finish(Extraction extraction, OutputFolder folder) throws IOException {
    ExtractedFiles files;
    ExtractSummary summary;
    try (OutputStream manifest = folder.openManifest()) {
      files =
          new ExtractedFiles(
              manifest, environment.out(), settings.format(), settings.summaryOnly());
      files.begin();
      summary = extraction.finish(files, environment.interruption()::requested);
      files.endManifest();
    }
    folder.placeManifest();
    files.end(summary);
    return summary.files();
  }

  private void report(NfsFileEvents events, CaptureSummary summary) {
    if (environment.interruption().requested()) {
      environment.err().say("interrupted; files are written as far as they were rebuilt");
    }
    say(events.unreadable(), "call", "with arguments that are missing or encrypted");
    say(events.withoutCall(), "reply", "to a call that was not captured");
    say(
        summary.evictions().getOrDefault(PAGES, 0L),
        "page",
        "given up, a higher --max-memory may help");
  }

  private void say(long count, String what, String why) {
    if (count > 0) {
      String number = count == 1 ? "1 " + what : count + " " + plural(what);
      environment.err().say("left out " + number + " " + why);
    }
  }

  private static String plural(String what) {
    return what.endsWith("y") ? what.substring(0, what.length() - 1) + "ies" : what + "s";
  }
}
