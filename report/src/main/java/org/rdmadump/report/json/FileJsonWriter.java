package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.analysis.extract.ExtractedFileSink;
import org.rdmadump.analysis.extract.Gap;
import org.rdmadump.analysis.extract.ViewReport;

/** Prints every extracted file as a JSON object on a line of its own; optionally in an array. */
public final class FileJsonWriter implements ExtractedFileSink {
  private static final SerializedString FILE = new SerializedString("file");
  private static final SerializedString SERVER = new SerializedString("server");
  private static final SerializedString HANDLE_SHA256 = new SerializedString("handle_sha256");
  private static final SerializedString NAMES = new SerializedString("names");
  private static final SerializedString REMOVED = new SerializedString("removed");
  private static final SerializedString PATH = new SerializedString("path");
  private static final SerializedString SHA256 = new SerializedString("sha256");
  private static final SerializedString SIZE = new SerializedString("size");
  private static final SerializedString READ_PATH = new SerializedString("read_path");
  private static final SerializedString WRITTEN = new SerializedString("written");
  private static final SerializedString READ = new SerializedString("read");
  private static final SerializedString COMMITTED = new SerializedString("committed");
  private static final SerializedString ENDED_SIZE = new SerializedString("ended_size");
  private static final SerializedString UNANSWERED_WRITES =
      new SerializedString("unanswered_writes");
  private static final SerializedString FAILED_WRITES = new SerializedString("failed_writes");
  private static final SerializedString SERVER_CHANGES = new SerializedString("server_changes");
  private static final SerializedString BYTES = new SerializedString("bytes");
  private static final SerializedString COMPLETE = new SerializedString("complete");
  private static final SerializedString GAPS = new SerializedString("gaps");
  private static final SerializedString OFFSET = new SerializedString("offset");
  private static final SerializedString LENGTH = new SerializedString("length");
  private static final SerializedString REASON = new SerializedString("reason");

  private final JsonGenerator out;
  private final JsonFields fields;
  private final JsonRecords records;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all files and commas between them, as a manifest has them
   */
  public FileJsonWriter(OutputStream target, boolean array) throws IOException {
    this.out = JsonRecordWriter.generator(target);
    this.fields = new JsonFields(out);
    this.records = new JsonRecords(out, array);
  }

  /** Opens the array, if there is to be one. */
  public void begin() throws IOException {
    records.begin();
  }

  @Override
  public void file(ExtractedFile file) throws IOException {
    records.separate();
    out.writeStartObject();
    JsonFormat.begin(out, FILE);
    fields.string(SERVER, file.server());
    fields.string(HANDLE_SHA256, file.handleSha256());
    strings(NAMES, file.names());
    fields.bool(REMOVED, file.removed());
    fields.string(PATH, file.path());
    fields.string(SHA256, file.main().sha256());
    fields.number(SIZE, file.main().length());
    fields.string(READ_PATH, file.readPath());
    view(WRITTEN, file.written());
    view(READ, file.read());
    fields.bool(COMMITTED, file.committed());
    fields.number(ENDED_SIZE, file.endedSize());
    fields.number(UNANSWERED_WRITES, file.unansweredWrites());
    fields.number(FAILED_WRITES, file.failedWrites());
    strings(SERVER_CHANGES, file.serverChanges());
    out.writeEndObject();
    records.endOfRecord();
  }

  private void strings(SerializedString name, List<String> values) throws IOException {
    out.writeFieldName(name);
    out.writeStartArray();
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }

  private void view(SerializedString name, ViewReport view) throws IOException {
    out.writeFieldName(name);
    out.writeStartObject();
    fields.number(BYTES, view.bytes());
    fields.bool(COMPLETE, view.isComplete());
    out.writeFieldName(GAPS);
    out.writeStartArray();
    for (Gap gap : view.gaps()) {
      out.writeStartObject();
      fields.number(OFFSET, gap.offset());
      fields.number(LENGTH, gap.length());
      fields.string(REASON, gap.reason().label());
      out.writeEndObject();
    }
    out.writeEndArray();
    fields.string(SHA256, view.sha256());
    out.writeEndObject();
  }

  /** Closes the array, if there is one, and flushes. */
  public void end() throws IOException {
    records.end();
  }
}
