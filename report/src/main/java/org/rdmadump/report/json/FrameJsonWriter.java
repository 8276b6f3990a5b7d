package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.FrameWriter;
import org.rdmadump.analysis.frame.HeaderKinds;
import org.rdmadump.analysis.frame.Layer;
import org.rdmadump.analysis.frame.LayerChoice;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;

/** Prints every frame as a JSON object on a line of its own; optionally all in one array. */
public final class FrameJsonWriter implements FrameWriter {
  private final JsonOutput out;
  private final boolean flushEachLine;
  private final LayerChoice choice;
  private final JsonMembers<Finding> findings;
  private final JsonValues values;
  private final HeaderKinds kinds = new HeaderKinds();

  /** Made for the first capsule. */
  private @Nullable JsonMembers<NvmeCapsuleHeader> capsules;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   * @param flushEachLine flush after every record
   * @param choice layers that are written
   */
  public FrameJsonWriter(
      OutputStream target, boolean array, boolean flushEachLine, LayerChoice choice) {
    this.out = new JsonOutput(target, array);
    this.flushEachLine = flushEachLine;
    this.choice = choice;
    this.findings = new JsonMembers<>(out, Parts::findings, "");
    this.values = new JsonValues(out);
  }

  @Override
  public void begin() {
    out.begin();
  }

  @Override
  public void frame(FrameRecord frame) throws IOException {
    out.beginRecord("frame");
    out.put("frame", frame.number());
    out.name("time");
    out.time(frame.epochNanos());
    out.name("epoch_ns");
    out.decimalString(frame.epochNanos());
    out.put("length", frame.length());
    out.put("captured", frame.captured());
    out.put("kind", frame.kind().name().toLowerCase(Locale.ROOT));
    out.put("copy_of", frame.copyOf());
    layers(frame.layers());
    messages(frame.messages());
    if (frame.isUnsettled()) {
      out.put("unsettled", true);
    }
    findings.writeArray(MessageJsonWriter.FINDINGS, frame.findings());
    out.endRecord();
    if (flushEachLine) {
      out.flush();
    }
  }

  private void messages(List<Long> messages) {
    if (messages.isEmpty()) {
      return;
    }
    out.put("message", messages.get(0));
    if (messages.size() > 1) {
      out.beginArray("messages");
      for (long message : messages) {
        out.number(message);
      }
      out.endArray();
    }
  }

  /** Layers of one name stand where the first of them is; where there are several, in an array. */
  private void layers(List<Layer> layers) {
    out.beginObject("layers");
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      if (!choice.has(layer.name()) || next(layers, layer, 0) < i) {
        continue;
      }
      out.name(layer.name().label());
      int again = next(layers, layer, i + 1);
      if (again == layers.size()) {
        one(layer);
        continue;
      }
      out.beginArray();
      one(layer);
      while (again < layers.size()) {
        one(layers.get(again));
        again = next(layers, layer, again + 1);
      }
      out.endArray();
    }
    out.endObject();
  }

  /** Index of the next layer of the same name, from {@code from} on. */
  private static int next(List<Layer> layers, Layer like, int from) {
    int i = from;
    while (i < layers.size() && layers.get(i).name() != like.name()) {
      i++;
    }
    return i;
  }

  private void one(Layer layer) {
    out.beginObject();
    if (layer.header() instanceof NvmeCapsuleHeader capsule) {
      capsules().write(capsule);
    } else {
      kinds.show(layer, values);
    }
    out.endObject();
  }

  private JsonMembers<NvmeCapsuleHeader> capsules() {
    JsonMembers<NvmeCapsuleHeader> made = capsules;
    if (made == null) {
      made = new JsonMembers<>(out, NvmeFields.ofCapsules(), "");
      capsules = made;
    }
    return made;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void end() throws IOException {
    out.end();
  }
}
