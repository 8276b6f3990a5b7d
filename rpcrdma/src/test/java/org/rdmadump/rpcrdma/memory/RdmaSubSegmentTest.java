package org.rdmadump.rpcrdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcRdmaRules;

class RdmaSubSegmentTest {
  private static final long ADDRESS = 0x10000;

  private final RdmaSegment segment =
      RdmaSegment.advertised(RdmaSegment.Kind.WRITE, 5, 4000, ADDRESS, 0);
  private final RdmaSubSegment write =
      new RdmaSubSegment(SegmentFragments.write(5, ADDRESS + 1000, 2500), segment);

  private List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    write.takeFindings(findings);
    return findings;
  }

  @Test
  void shouldCountItsOwnBytesAndPackets() {
    SegmentFragments.put(write, ADDRESS + 1000, new byte[1024]);
    SegmentFragments.put(write, ADDRESS + 2024, new byte[1024]);

    RdmaTransfer summary = write.summary();
    assertThat(summary.kind()).isEqualTo(RdmaTransfer.Kind.WRITE);
    assertThat(summary.handle()).isEqualTo(5);
    assertThat(summary.address()).isEqualTo(ADDRESS + 1000);
    assertThat(summary.length()).isEqualTo(2500);
    assertThat(summary.transferred()).isEqualTo(2048);
    assertThat(summary.packets()).isEqualTo(2);
    assertThat(summary.firstPsn()).isEqualTo(100);
    assertThat(summary.lastPsn()).isEqualTo(101);
    assertThat(summary.firstFrame()).isEqualTo(1);
    assertThat(summary.lastFrame()).isEqualTo(2);
    assertThat(summary.firstNanos()).isEqualTo(1000);
    assertThat(summary.lastNanos()).isEqualTo(2000);
    assertThat(write.size()).isEqualTo(2048);
    assertThat(segment.size()).isEqualTo(2048);
    assertThat(write.reached()).isEqualTo(ADDRESS + 3048);
    assertThat(findings()).isEmpty();
  }

  @Test
  void shouldBeDoneWhenItsSegmentIsRetiredAndNotWhenThatMayGoOn() {
    segment.add(write);
    segment.end();
    assertThat(write.isOver()).isTrue();
    assertThat(write.isDone()).isFalse();

    segment.retire();
    assertThat(write.isOver()).isTrue();
    assertThat(write.isDone()).isTrue();
  }

  @Test
  void shouldNoteRepeatsWithoutCountingThem() {
    SegmentFragments.put(write, ADDRESS + 1000, new byte[1024]);
    SegmentFragments.put(write, ADDRESS + 1000, new byte[1024]);

    assertThat(write.size()).isEqualTo(1024);
    assertThat(write.summary().packets()).isEqualTo(1);
    assertThat(SegmentFragments.rules(write)).containsExactly(RpcRdmaRules.DATA_REPEATED.name());
  }

  @Test
  void shouldLeaveRoomToWhatIsOfAnotherSeverity() {
    for (int frame = 1; frame <= 9; frame++) {
      write.finding(Finding.inFrame(RpcRdmaRules.DATA_REPEATED, frame, ""));
    }
    write.finding(Finding.inFrame(RpcRdmaRules.BEYOND_SEGMENT, 10, ""));
    write.certainly(Finding.inFrame(RpcRdmaRules.AMBIGUOUS_DATA, 11, ""));

    assertThat(findings())
        .extracting(Finding::frame)
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 10L, 11L);
  }

  @Test
  void shouldCutAtBothEndsOfTheSegment() {
    SegmentFragments.put(write, ADDRESS + 3900, new byte[200]);
    SegmentFragments.put(write, ADDRESS - 100, new byte[50]);
    SegmentFragments.put(write, ADDRESS + 5000, new byte[50]);

    assertThat(segment.size()).isEqualTo(100);
    assertThat(SegmentFragments.rules(write))
        .containsOnly(RpcRdmaRules.BEYOND_SEGMENT.name())
        .hasSize(3);
  }

  @Test
  void shouldKeepFewFindings() {
    for (int i = 0; i < 1000; i++) {
      SegmentFragments.put(write, ADDRESS + 9000, new byte[1]);
    }
    assertThat(findings()).hasSizeLessThan(100);
  }

  @Test
  void shouldTakeAPacketWithoutPayload() {
    SegmentFragments.put(write, ADDRESS + 1000, new byte[0]);

    assertThat(write.size()).isZero();
    assertThat(findings()).isEmpty();
  }
}
