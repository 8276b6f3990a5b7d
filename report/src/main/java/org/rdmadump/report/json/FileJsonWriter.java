package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.analysis.extract.ExtractedFileSink;
import org.rdmadump.analysis.extract.Gap;
import org.rdmadump.analysis.extract.ViewReport;
import org.rdmadump.nfs.FilePath;

/** Prints every extracted file as a JSON object on a line of its own; optionally in an array. */
public final class FileJsonWriter implements ExtractedFileSink {
  private final JsonOutput out;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all files and commas between them, as a manifest has them
   */
  public FileJsonWriter(OutputStream target, boolean array) {
    this.out = new JsonOutput(target, array);
  }

  /** Opens the array, if there is to be one. */
  public void begin() {
    out.begin();
  }

  @Override
  public void file(ExtractedFile file) throws IOException {
    out.beginRecord("file");
    out.put("server", file.server());
    out.put("handle_sha256", file.handleSha256());
    if (file.nfsPath().isPresent()) {
      paths(file.nfsPath().get());
    }
    out.put("names", file.names());
    out.put("removed", file.removed());
    out.put("path", file.path());
    out.put("sha256", file.main().sha256());
    out.put("size", file.main().length());
    out.put("read_path", file.readPath());
    view("written", file.written());
    view("read", file.read());
    out.put("committed", file.committed());
    if (file.endedSize().isPresent()) {
      out.name("ended_size");
      out.unsigned(file.endedSize().getAsLong());
    }
    out.put("unanswered_writes", file.unansweredWrites());
    out.put("failed_writes", file.failedWrites());
    out.put("server_changes", file.serverChanges());
    out.endRecord();
  }

  /** As the records of messages have them. */
  private void paths(FilePath path) {
    out.beginObject("nfs");
    out.put("path", path.text());
    if (!path.filename().isEmpty()) {
      out.put("filename", path.filename());
    }
    out.endObject();
  }

  private void view(String name, ViewReport view) {
    out.beginObject(name);
    out.put("bytes", view.bytes());
    out.put("complete", view.isComplete());
    out.beginArray("gaps");
    for (Gap gap : view.gaps()) {
      out.beginObject();
      out.put("offset", gap.offset());
      out.put("length", gap.length());
      out.put("reason", gap.reason().label());
      out.endObject();
    }
    out.endArray();
    out.put("sha256", view.sha256());
    out.endObject();
  }

  /** Closes the array, if there is one, and flushes. */
  public void end() throws IOException {
    out.end();
  }
}
