package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.rdmadump.analysis.extract.ExtractSummary;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.analysis.extract.ExtractedFileSink;
import org.rdmadump.analysis.extract.Gap;
import org.rdmadump.analysis.extract.ViewReport;
import org.rdmadump.finding.Counted;

/** Prints a line for each extracted file: its size, its path, and what there is to know. */
public final class FileTextWriter implements ExtractedFileSink {
  private static final int SIZE_COLUMN = 12;

  private final OutputStream out;

  /** A writer to {@code out}, which it neither flushes nor closes. */
  public FileTextWriter(OutputStream out) {
    this.out = out;
  }

  @Override
  public void file(ExtractedFile file) throws IOException {
    StringBuilder line = new StringBuilder();
    String size = Long.toString(file.main().length());
    line.append(" ".repeat(Math.max(0, SIZE_COLUMN - size.length()))).append(size);
    line.append("  ").append(file.path()).append("  ");
    line.append(movedBy(file));
    unseen(file.written(), "written", line);
    unseen(file.read(), "read", line);
    if (file.wasWritten() && !file.committed()) {
      line.append("; not committed");
    }
    if (file.endedSize().isPresent()) {
      long ended = file.endedSize().getAsLong();
      line.append("; ended with ").append(Long.toUnsignedString(ended));
      line.append(ended == 1 ? " byte" : " bytes");
    }
    count(file.unansweredWrites(), " without a reply", line);
    count(file.failedWrites(), " refused", line);
    if (!file.serverChanges().isEmpty()) {
      line.append("; changed at the server by ").append(String.join(", ", file.serverChanges()));
    }
    if (file.removed()) {
      line.append("; removed");
    }
    out.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String movedBy(ExtractedFile file) {
    if (!file.wasWritten()) {
      return "read";
    }
    if (file.readPath().isPresent()) {
      return "written; read as " + file.readPath().get();
    }
    return file.read().length() == 0 ? "written" : "written, read";
  }

  private static void unseen(ViewReport view, String how, StringBuilder line) {
    long unseen = 0;
    long untouched = 0;
    for (Gap gap : view.gaps()) {
      if (gap.reason() == Gap.Reason.NOT_MOVED) {
        untouched += gap.length();
      } else {
        unseen += gap.length();
      }
    }
    if (unseen > 0) {
      line.append("; INCOMPLETE: ").append(Counted.of(unseen, "byte")).append(' ').append(how);
      line.append(unseen == 1 ? " that is missing" : " that are missing");
    }
    if (untouched > 0) {
      line.append("; ").append(Counted.of(untouched, "byte")).append(" not ").append(how);
    }
  }

  private static void count(long writes, String what, StringBuilder line) {
    if (writes > 0) {
      line.append("; ").append(Counted.of(writes, "WRITE")).append(what);
    }
  }

  /** Prints the counts of a run, those of limits only where they were met. */
  public void summary(ExtractSummary summary) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(Counted.of(summary.files(), "file")).append(", ");
    text.append(Counted.of(summary.bytes(), "byte"));
    if (summary.incomplete() > 0) {
      text.append(", ").append(summary.incomplete()).append(" incomplete");
    }
    text.append('\n');
    limit(summary.evictedNodes(), "names", text);
    limit(summary.refusedFiles(), "files", text);
    limit(summary.refusedRanges(), "ranges", text);
    limit(summary.beyond(), "offsets (bytes)", text);
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void limit(long count, String table, StringBuilder text) {
    if (count > 0) {
      text.append("given up by the limit on ").append(table).append(": ").append(count);
      text.append('\n');
    }
  }
}
