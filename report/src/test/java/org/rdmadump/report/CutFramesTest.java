package org.rdmadump.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.frame.CutFrames;
import org.rdmadump.analysis.frame.Dissected;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.LayerChoice;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.report.json.FrameJsonWriter;
import org.rdmadump.report.text.DisplayZone;
import org.rdmadump.report.text.FrameTextWriter;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TimeFormat;

/** Frames that are cut at any byte are shown as far as they go. */
class CutFramesTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final int LONGEST_HEADERS = 340;
  private static final int STEP = 3;
  private static final TextOptions EVERYTHING =
      new TextOptions(
          2,
          true,
          TimeFormat.RELATIVE,
          Optional.of(DisplayZone.UTC),
          TextOptions.TEXT_SIZE,
          false,
          false);

  @ParameterizedTest
  @ValueSource(
      strings = {"rocev2/rocev2-nfs3-acl.pcap", "verbs/rxe-cm.pcap", "iwarp/iwarp-odd.pcap"})
  void shouldShowWhatWasCaptured(String capture) throws IOException {
    List<FrameRecord> whole = Dissected.of(CAPTURES.resolve(capture)).frames();

    for (int length = 0; length <= LONGEST_HEADERS; length += STEP) {
      try (FrameSource source =
          new CutFrames(CaptureFile.open(CAPTURES.resolve(capture)), length)) {
        List<FrameRecord> cut = Dissected.of(source).frames();
        assertThat(cut).hasSameSizeAs(whole);
        for (int i = 0; i < cut.size(); i++) {
          assertThat(cut.get(i).captured()).isLessThanOrEqualTo(length);
          assertThat(cut.get(i).layers()).hasSizeLessThanOrEqualTo(whole.get(i).layers().size());
        }
        assertPrintable(cut);
      }
    }
  }

  private static void assertPrintable(List<FrameRecord> frames) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    FrameJsonWriter objects = new FrameJsonWriter(json, true, false, LayerChoice.ALL);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    FrameTextWriter lines = new FrameTextWriter(text, EVERYTHING, LayerChoice.ALL, () -> 0);
    objects.begin();
    for (FrameRecord frame : frames) {
      objects.frame(frame);
      lines.frame(frame);
    }
    objects.end();
    lines.end();

    JsonNode read = new ObjectMapper().readTree(json.toByteArray());
    assertThat(read.size()).isEqualTo(frames.size());
    assertThat(text.toString(StandardCharsets.UTF_8).lines().count())
        .isGreaterThanOrEqualTo(frames.size());
  }
}
