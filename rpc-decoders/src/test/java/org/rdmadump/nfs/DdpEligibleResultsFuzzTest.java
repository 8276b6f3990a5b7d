package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcPrograms;

class DdpEligibleResultsFuzzTest {
  private static final int CHOICES = 3;

  /** Three bytes choose the procedure, a hole, and which items are in chunks; results follow. */
  @FuzzTest
  void shouldWalkAnyResults(byte[] input) {
    if (input.length < CHOICES) {
      return;
    }
    int hole = CHOICES + Math.min(input[1] & 0xff, input.length - CHOICES);
    Rope reduced =
        Rope.builder()
            .add(input, CHOICES, hole - CHOICES)
            .addHole(input[1] < 0 ? 4 : 0, Absence.NOT_CAPTURED)
            .add(input, hole, input.length - hole)
            .build();
    DdpEligibleResults results =
        DdpEligibleResults.of(RpcPrograms.NFS, 2 + (input[0] & 3), input[0] >>> 2 & 7, reduced, 0);

    long last = 0;
    while (results.next()) {
      assertThat(results.position()).isBetween(last + 1, reduced.length());
      assertThat(results.chunk()).isNotNegative();
      last = results.position();
      results.dataInline((input[2] >>> (results.chunk() & 7) & 1) == 0);
    }
    assertThat(results.next()).isFalse();
    assertThat(results.walk()).isNotEqualTo(DdpWalk.UNDER_WAY);
  }
}
