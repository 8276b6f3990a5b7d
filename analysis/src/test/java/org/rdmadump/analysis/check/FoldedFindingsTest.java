package org.rdmadump.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Finding;

class FoldedFindingsTest {
  @Test
  void shouldNameTheLastFrameInWhateverOrderFindingsAreTold() {
    FoldedFindings folded = new FoldedFindings();
    for (int frame : new int[] {161, 8612, 1370}) {
      folded.add(
          new CheckFinding(
              Finding.inFrame(CaptureRules.FRAMES_CUT, frame, "cut"),
              OptionalInt.empty(),
              OptionalInt.empty(),
              OptionalLong.empty(),
              Optional.empty()));
    }

    assertThat(folded.rules())
        .singleElement()
        .satisfies(
            rule -> {
              assertThat(rule.count()).isEqualTo(3);
              assertThat(rule.lastFrame()).isEqualTo(8612);
            });
  }
}
