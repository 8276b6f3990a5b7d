package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.rdmadump.net.IpAddress;

/** What came of events: the files, the counts, and what is in the folder. */
public record Extracted(Path folder, List<ExtractedFile> files, ExtractSummary summary) {
  /** The server that events are about unless they say another. */
  public static final IpAddress SERVER = IpAddress.ofIpv4(0xc0a84d01);

  /** Something that tells events. */
  public interface Story {
    /** Tells them. */
    void tell(FileEventSink sink) throws IOException;
  }

  /** Rebuilds files in an empty folder. */
  public static Extracted of(Path folder, Story story) throws IOException {
    return of(folder, ExtractLimits.DEFAULT, story);
  }

  /** Rebuilds files in a folder. */
  public static Extracted of(Path folder, ExtractLimits limits, Story story) throws IOException {
    List<ExtractedFile> files = new ArrayList<>();
    try (OutputFolder output = OutputFolder.open(folder, true, List.of());
        Extraction extraction = new Extraction(output, limits)) {
      story.tell(extraction);
      ExtractSummary summary = extraction.finish(files::add, () -> false);
      return new Extracted(folder, files, summary);
    }
  }

  /** The only file. */
  public ExtractedFile file() {
    if (files.size() != 1) {
      throw new AssertionError(files.toString());
    }
    return files.get(0);
  }

  /** The text of a file in the folder. */
  public String text(String path) throws IOException {
    return Files.readString(folder.resolve(path));
  }

  /** Every entry below the folder, folders with a slash behind them. */
  public List<String> entries() throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths
          .filter(path -> !path.equals(folder))
          .map(
              path ->
                  String.format(
                      Locale.ROOT,
                      "%s%s",
                      folder.relativize(path),
                      Files.isDirectory(path) ? "/" : ""))
          .sorted()
          .toList();
    }
  }
}
