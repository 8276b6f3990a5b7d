package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.Contributions;
import org.rdmadump.tcp.TcpRules;

class HeldFramesTest {
  private static final long PATIENCE = 1_000_000_000L;

  private final List<FrameRecord> out = new ArrayList<>();
  private final HeldFrames held = new HeldFrames(out::add, PATIENCE, FrameDissector.MOST_BYTES);

  private static FrameRecord frame(long number, long nanos, Rope bytes) {
    return new FrameRecord(number, nanos, 0, 100, 100, bytes);
  }

  private FrameRecord add(long number, long nanos, Rope bytes, boolean expecting) {
    FrameRecord frame = frame(number, nanos, bytes);
    held.add(frame);
    if (expecting) {
      frame.expect();
    }
    held.settle(frame);
    return frame;
  }

  @Test
  void shouldPassFramesOnThatWaitForNothing() {
    FrameRecord frame = add(1, 0, Rope.empty(), false);

    assertThat(out).containsExactly(frame);
    assertThat(frame.isUnsettled()).isFalse();
  }

  @Test
  void shouldKeepTheOrderBehindAFrameThatWaits() {
    FrameRecord first = add(1, 0, Rope.empty(), true);
    FrameRecord second = add(2, 0, Rope.empty(), false);
    assertThat(out).isEmpty();

    first.expectNothing();
    FrameRecord third = add(3, 0, Rope.empty(), false);

    assertThat(out).containsExactly(first, second, third);
    assertThat(held.unsettled()).isZero();
  }

  @Test
  void shouldWaitForWhatIsAnnouncedBehindSomethingThatNobodyAnnounced() {
    // given a frame with a part of an RDMA operation, and behind it one of a Send
    FrameRecord frame = frame(1, 0, Rope.empty());
    held.add(frame);
    frame.add(Contributions.ofNoMessage());
    frame.expectSend(7);
    held.settle(frame);
    assertThat(out).isEmpty();

    frame.add(Contributions.ofNoMessage());
    FrameRecord next = add(2, 0, Rope.empty(), false);

    assertThat(out).containsExactly(frame, next);
  }

  @Test
  void shouldLoseItsPatienceInTheTimeOfTheCapture() {
    FrameRecord first = add(1, 0, Rope.empty(), true);
    FrameRecord second = add(2, PATIENCE + 1, Rope.empty(), true);

    assertThat(out).containsExactly(first);
    assertThat(first.isUnsettled()).isTrue();
    assertThat(held.unsettled()).isEqualTo(1);

    held.finish();
    assertThat(out).containsExactly(first, second);
    assertThat(second.isUnsettled()).isFalse();
  }

  @Test
  void shouldHoldSoManyFramesAtMost() {
    int count = 3 * HeldFrames.MOST_FRAMES;
    for (int i = 1; i <= count; i++) {
      add(i, 0, Rope.empty(), true);
    }

    assertThat(out).hasSize(count - HeldFrames.MOST_FRAMES);
    assertThat(held.unsettled()).isEqualTo(out.size());
    assertThat(held.find(1)).isNull();
    assertThat(held.find(count)).isNotNull();
  }

  @Test
  void shouldHoldSoManyBytesAtMost() {
    byte[] large = new byte[1 << 20];
    for (int i = 1; i <= 100; i++) {
      add(i, 0, Rope.builder().add(large).build(), true);
    }

    assertThat(out).hasSizeBetween(76, 80);
  }

  @Test
  void shouldCountWhatBecomesKnownOfFramesThatWait() {
    // given frames that wait, of one of which a hostile stream has endless findings
    FrameRecord first = add(1, 0, Rope.empty(), true);
    Finding finding = new Finding(TcpRules.HOLE, 1, -1, "a hole");

    // when
    for (int i = 0; i < 1_000_000; i++) {
      first.add(finding);
    }

    // then
    assertThat(first.findings().size()).isBetween(50_000, 150_000);
    add(2, 0, Rope.empty(), true);
    assertThat(out).as("it goes for being too large").containsExactly(first);
    for (int i = 3; i <= 100; i++) {
      add(i, 0, Rope.empty(), true);
    }
    assertThat(out).as("and all that it held is free again").hasSize(1);
  }

  @Test
  void shouldNotCountBytesThatAreNotThere() {
    for (int i = 1; i <= 100; i++) {
      add(i, 0, Rope.builder().addHole(1 << 20, Absence.TRUNCATED).build(), true);
    }

    assertThat(out).isEmpty();
  }
}
