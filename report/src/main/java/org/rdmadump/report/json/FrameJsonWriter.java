package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.FrameWriter;
import org.rdmadump.analysis.frame.HeaderKinds;
import org.rdmadump.analysis.frame.Layer;
import org.rdmadump.analysis.frame.LayerChoice;

/** Prints every frame as a JSON object on a line of its own; optionally all in one array. */
public final class FrameJsonWriter implements FrameWriter {
  private static final SerializedString FRAME = new SerializedString("frame");
  private static final SerializedString TIME = new SerializedString("time");
  private static final SerializedString EPOCH_NS = new SerializedString("epoch_ns");
  private static final SerializedString LENGTH = new SerializedString("length");
  private static final SerializedString CAPTURED = new SerializedString("captured");
  private static final SerializedString KIND = new SerializedString("kind");
  private static final SerializedString COPY_OF = new SerializedString("copy_of");
  private static final SerializedString LAYERS = new SerializedString("layers");
  private static final SerializedString MESSAGE = new SerializedString("message");
  private static final SerializedString MESSAGES = new SerializedString("messages");
  private static final SerializedString UNSETTLED = new SerializedString("unsettled");

  private final JsonGenerator out;
  private final boolean array;
  private final boolean flushEachLine;
  private final LayerChoice choice;
  private final JsonFields fields;
  private final JsonLabels labels = new JsonLabels();
  private final FindingJson findings;
  private final FieldValuesJson values;
  private final HeaderKinds kinds = new HeaderKinds();
  private boolean first = true;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   * @param flushEachLine flush after every record
   * @param choice layers that are written
   */
  public FrameJsonWriter(
      OutputStream target, boolean array, boolean flushEachLine, LayerChoice choice)
      throws IOException {
    this.out = JsonRecordWriter.generator(target);
    this.array = array;
    this.flushEachLine = flushEachLine;
    this.choice = choice;
    this.fields = new JsonFields(out);
    this.findings = new FindingJson(out, fields);
    this.values = new FieldValuesJson(out, fields, labels);
  }

  @Override
  public void begin() throws IOException {
    if (array) {
      out.writeRaw("[\n");
    }
  }

  @Override
  public void frame(FrameRecord frame) throws IOException {
    if (array && !first) {
      out.writeRaw(",\n");
    }
    first = false;
    out.writeStartObject();
    JsonFormat.begin(out, FRAME);
    fields.number(FRAME, frame.number());
    fields.rfc3339(TIME, frame.epochNanos());
    fields.decimalString(EPOCH_NS, frame.epochNanos());
    fields.number(LENGTH, frame.length());
    fields.number(CAPTURED, frame.captured());
    fields.label(KIND, frame.kind().name().toLowerCase(Locale.ROOT));
    if (frame.copyOf().isPresent()) {
      fields.number(COPY_OF, frame.copyOf().getAsLong());
    }
    try {
      layers(frame.layers());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    messages(frame.messages());
    if (frame.isUnsettled()) {
      fields.bool(UNSETTLED, true);
    }
    findings.write(frame.findings());
    out.writeEndObject();
    if (!array) {
      out.writeRaw('\n');
    }
    if (flushEachLine) {
      out.flush();
    }
  }

  private void messages(List<Long> messages) throws IOException {
    if (messages.isEmpty()) {
      return;
    }
    fields.number(MESSAGE, messages.get(0));
    if (messages.size() > 1) {
      out.writeFieldName(MESSAGES);
      out.writeStartArray();
      for (long message : messages) {
        out.writeNumber(message);
      }
      out.writeEndArray();
    }
  }

  /** Layers of one name stand where the first of them is; where there are several, in an array. */
  private void layers(List<Layer> layers) throws IOException {
    out.writeFieldName(LAYERS);
    out.writeStartObject();
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      if (!choice.has(layer.name()) || next(layers, layer, 0) < i) {
        continue;
      }
      out.writeFieldName(labels.of(layer.name().label()));
      int again = next(layers, layer, i + 1);
      if (again == layers.size()) {
        one(layer);
        continue;
      }
      out.writeStartArray();
      one(layer);
      while (again < layers.size()) {
        one(layers.get(again));
        again = next(layers, layer, again + 1);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  /** Index of the next layer of the same name, from {@code from} on. */
  private static int next(List<Layer> layers, Layer like, int from) {
    int i = from;
    while (i < layers.size() && layers.get(i).name() != like.name()) {
      i++;
    }
    return i;
  }

  private void one(Layer layer) throws IOException {
    out.writeStartObject();
    kinds.show(layer, values);
    out.writeEndObject();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void end() throws IOException {
    if (array) {
      out.writeRaw(first ? "]\n" : "\n]\n");
    }
    out.flush();
  }
}
