package org.rdmadump.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.exercise.proof.Proof;
import org.rdmadump.exercise.proof.ProofResult;
import org.rdmadump.report.json.JsonOutput;
import org.rdmadump.report.text.TextTable;

/** Prints what an exercise proved: a table, or an object per row. */
record ExerciseOutput(ExerciseSettings settings, Environment environment) {
  void write(List<Proof> proofs, DeviceCounts counts) throws IOException {
    if (settings.format() == OutputFormat.TEXT) {
      text(proofs, counts);
    } else {
      json(proofs, counts, settings.format() == OutputFormat.JSON);
    }
    environment.out().flush();
  }

  private static String name(Proof proof) {
    return proof.row().by().name().toLowerCase(Locale.ROOT);
  }

  private static long count(List<Proof> proofs, ProofResult outcome) {
    return proofs.stream().filter(proof -> proof.outcome() == outcome).count();
  }

  private void text(List<Proof> proofs, DeviceCounts counts) throws IOException {
    TextTable table =
        new TextTable("Exercise")
            .words("case")
            .words("by")
            .number("count")
            .number("bytes")
            .number("in memory")
            .number("in capture")
            .words("outcome")
            .words("");
    for (Proof proof : proofs) {
      boolean none = proof.count() == 0;
      table.row(
          proof.outcome() == ProofResult.DIFFERS,
          List.of(
              proof.row().of().label(),
              name(proof),
              none ? "-" : Long.toString(proof.count()),
              none ? "-" : Long.toString(proof.bytes()),
              none ? "-" : Long.toString(proof.inMemory()),
              none ? "-" : Long.toString(proof.inCapture()),
              proof.outcome().label(),
              proof.why()));
    }
    AsciiBuffer text = new AsciiBuffer();
    table.put(text, environment.terminal().colours(settings.colour()));
    text.newline();
    StringBuilder sums = new StringBuilder();
    for (ProofResult outcome : ProofResult.values()) {
      long count = count(proofs, outcome);
      if (count > 0) {
        sums.append(sums.length() == 0 ? "" : ", ").append(count).append(' ');
        sums.append(outcome.label());
      }
    }
    text.put(sums.toString()).newline();
    text.put(counts.device() + ": " + counts.captured() + " packets captured, ");
    text.put(number(counts.dropped()) + " dropped by the buffer, ");
    text.put(number(counts.droppedByInterface()) + " by the interface").newline();
    text.writeTo(environment.out());
  }

  private static String number(OptionalLong count) {
    return count.isPresent() ? Long.toString(count.getAsLong()) : "unknown";
  }

  private void json(List<Proof> proofs, DeviceCounts counts, boolean array) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    JsonOutput out = new JsonOutput(whole, array);
    out.begin();
    for (Proof proof : proofs) {
      new JsonObject()
          .put("case", proof.row().of().name().toLowerCase(Locale.ROOT))
          .put("by", name(proof))
          .put("outcome", proof.outcome().json())
          .put("count", proof.count())
          .put("bytes", proof.bytes())
          .put("in_memory", proof.inMemory())
          .put("in_capture", proof.inCapture())
          .putText("message", proof.why())
          .write("exercise", out);
    }
    JsonObject summary = new JsonObject();
    for (ProofResult outcome : ProofResult.values()) {
      summary.put(outcome.json(), count(proofs, outcome));
    }
    summary
        .put("device", counts.device())
        .put("captured", counts.captured())
        .putIfPresent("dropped", counts.dropped())
        .putIfPresent("dropped_by_interface", counts.droppedByInterface())
        .write("exercise_summary", out);
    out.end();
    whole.writeTo(environment.out());
  }
}
