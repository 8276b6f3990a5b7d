package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.finding.Severity.ERROR;
import static org.rdmadump.finding.Severity.NOTE;
import static org.rdmadump.finding.Severity.WARNING;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.rule.CheckRules;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** A capture has the findings that check tells of it, which are more than those of its decoders. */
class CheckedFindingsTest {
  private static final String DELEGATION = "rocev2/rocev2-nfs41-delegation.pcap";

  /** Between the RECALL of a delegation and its answer. */
  private static final int WHILE_A_CALL_WAITS = 40;

  @TempDir Path folder;

  private static void shouldFail(Path file, Severity from, Rule rule) throws IOException {
    try (RdmaCapture capture = Captures.open(file)) {
      assertThatThrownBy(() -> RdmaAssertions.assertThat(capture).hasNoFindings(from))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("of severity " + rule.severity())
          .hasMessageContaining(rule.name() + "=")
          .hasMessageContaining("\n  " + rule.severity() + " " + rule.name());
    }
  }

  @Test
  void shouldPassWhatCheckPasses() throws IOException {
    try (RdmaCapture capture = Captures.open(DELEGATION)) {
      RdmaAssertions.assertThat(capture).hasNoFindings(NOTE);
    }
  }

  @Test
  void shouldFailOnASilence() throws IOException {
    Path file = Captures.paused(DELEGATION, WHILE_A_CALL_WAITS, 8, folder);
    shouldFail(file, WARNING, CheckRules.SILENCE);
    try (RdmaCapture capture = Captures.open(file)) {
      RdmaAssertions.assertThat(capture).hasNoFindings(ERROR);
    }
  }

  @Test
  void shouldFailOnADamagedInput() throws IOException {
    shouldFail(Captures.cut(DELEGATION, -30, folder), WARNING, CaptureRules.CUT_SHORT);
  }

  @Test
  void shouldFailOnPacketsThatAreThereTwice() throws IOException {
    shouldFail(Captures.twice(DELEGATION, folder), WARNING, CaptureRules.PACKETS_TWICE);
  }

  @Test
  void shouldFailOnMessagesThatWereCut() throws IOException {
    shouldFail(Captures.path("rocev2/rocev2-nfs41-snap128.pcap"), NOTE, CheckRules.MESSAGE_CUT);
  }
}
