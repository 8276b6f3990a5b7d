package org.rdmadump.report;

import static org.rdmadump.report.StatsTable.Unit.WORDS;

import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.stats.FileStats;
import org.rdmadump.analysis.stats.FileUse;
import org.rdmadump.nfs.FilePath;

/** The tables of files and directories that text, CSV and JSON show. */
public final class FileTables {
  private FileTables() {}

  /**
   * {@return what was done with files}
   *
   * @param record what CSV and JSON call one
   * @param use those that are listed
   */
  public static StatsTable<FileStats> files(String record, FileUse use) {
    StatsTable<FileStats> table =
        new StatsTable<FileStats>(record, FileTables::of)
            .data("server")
            .data("path")
            .count("calls", "calls")
            .count("failed", "failed")
            .bytes("read_bytes", "read")
            .bytes("written_bytes", "written")
            .durations("latency", "", /* withP90= */ false);
    if (use.isOfManyServers()) {
      table.text("server", WORDS, "server");
    }
    return table.text("path", WORDS, "visible_path").striking(each -> each.failed() > 0);
  }

  private static Object of(FileStats stats, String name) {
    return switch (name) {
      case "server" -> stats.server();
      case "path" -> stats.path().text();
      case "visible_path" -> visible(stats.path().text());
      case "calls" -> stats.calls();
      case "failed" -> stats.failed();
      case "read_bytes" -> stats.readBytes();
      case "written_bytes" -> stats.writtenBytes();
      case "latency" -> stats.latency();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static String visible(String path) {
    boolean isWhole = !path.startsWith(FilePath.UNKNOWN_ABOVE);
    AsciiBuffer text = new AsciiBuffer();
    text.putText(
        isWhole ? path : path.substring(FilePath.UNKNOWN_ABOVE.length()), FilePath.LONGEST);
    return isWhole ? text.toString() : FilePath.UNKNOWN_ABOVE + text;
  }

  /**
   * {@return what was done with the files that are not listed}
   *
   * @param record what CSV and JSON call it
   */
  public static StatsTable<FileUse> moreFiles(String record) {
    return new StatsTable<FileUse>(record)
        .data("count", FileUse::others)
        .data("calls", FileUse::otherCalls)
        .data("read_bytes", FileUse::otherReadBytes)
        .data("written_bytes", FileUse::otherWrittenBytes);
  }
}
