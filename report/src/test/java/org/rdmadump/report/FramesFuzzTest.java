package org.rdmadump.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.rdmadump.analysis.frame.Dissected;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.LayerChoice;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.NotACaptureException;
import org.rdmadump.report.json.FrameJsonWriter;
import org.rdmadump.report.text.DisplayZone;
import org.rdmadump.report.text.FrameTextWriter;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TimeFormat;

// What is below has targets of its own. Read by .ci/long:
// jazzer: --instrumentation_includes=org.rdmadump.analysis.**:org.rdmadump.report.**
class FramesFuzzTest {
  private static final TextOptions EVERYTHING =
      new TextOptions(
          2,
          true,
          TimeFormat.RELATIVE,
          Optional.of(DisplayZone.UTC),
          TextOptions.TEXT_SIZE,
          false,
          false);

  @FuzzTest
  void shouldShowEveryFrameOfAnyFile(byte[] input) throws IOException {
    OutputStream nowhere = OutputStream.nullOutputStream();
    FrameJsonWriter json = new FrameJsonWriter(nowhere, true, false, LayerChoice.ALL);
    FrameTextWriter text = new FrameTextWriter(nowhere, EVERYTHING, LayerChoice.ALL, () -> 0);
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(input), "fuzzed")) {
      Dissected dissected = Dissected.of(source);
      assertThat(dissected.frames()).hasSize((int) dissected.summary().frames());
      for (FrameRecord frame : dissected.frames()) {
        json.frame(frame);
        text.frame(frame);
      }
    } catch (NotACaptureException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }
}
