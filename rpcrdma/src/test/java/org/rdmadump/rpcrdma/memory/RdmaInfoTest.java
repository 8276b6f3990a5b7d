package org.rdmadump.rpcrdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.rdma.SentOrder;

class RdmaInfoTest {
  private final RdmaInfo table = new RdmaInfo(new PagePool(1 << 20));

  private static RdmaSegment segment(int handle, long offset, long length) {
    return RdmaSegment.advertised(RdmaSegment.Kind.WRITE, handle, length, offset, 0);
  }

  private RdmaSegment add(int handle, long offset, long length) {
    RdmaSegment segment = segment(handle, offset, length);
    assertThat(replacedBy(segment)).isEmpty();
    return segment;
  }

  private List<RdmaSegment> replacedBy(RdmaSegment segment) {
    List<RdmaSegment> replaced = new ArrayList<>();
    table.add(segment, replaced);
    return replaced;
  }

  private RdmaSegment target(int handle, long address, long length) {
    return table
        .addRdmaOperation(SegmentFragments.write(handle, address, length), /* hasRoom= */ true)
        .segment();
  }

  @Test
  void shouldStartEmpty() {
    assertThat(table.size()).isZero();
    assertThat(table.rdmaSegment(1)).isEmpty();
    assertThat(table.segments()).isEmpty();
    assertThat(table.invalidate(1, segment -> true)).isFalse();
    assertThat(table.takeUnknown(1, SentOrder.NONE)).isEmpty();
    assertThat(table.evicted()).isZero();
  }

  @Test
  void shouldFindSegmentsByHandle() {
    RdmaSegment one = add(1, 0x1000, 100);
    RdmaSegment other = add(2, 0x1000, 100);

    assertThat(table.size()).isEqualTo(2);
    assertThat(table.rdmaSegment(1)).containsSame(one);
    assertThat(table.rdmaSegment(2)).containsSame(other);
    assertThat(table.segments()).containsExactly(one, other);
    assertThat(target(2, 0x1010, 10)).isSameAs(other);
    assertThat(other.subSegments()).hasSize(1);
  }

  @Test
  void shouldTellSegmentsOfOneHandleApartByAddress() {
    RdmaSegment one = add(1, 0x1000, 100);
    RdmaSegment other = add(1, 0x2000, 100);

    assertThat(table.size()).isEqualTo(2);
    assertThat(target(1, 0x1000, 100)).isSameAs(one);
    assertThat(target(1, 0x2063, 1)).isSameAs(other);
    assertThat(table.holds(1, 0x1000, 100)).isTrue();
    assertThat(table.holds(1, 0x1000, 101)).isFalse();
    assertThat(table.holds(1, 0x1800, 1)).isFalse();
    assertThat(table.holds(2, 0x1000, 1)).isFalse();
  }

  @Test
  void shouldGiveAnOperationThatIsTooLongToTheSegmentWhereItBegins() {
    RdmaSegment one = add(1, 0x1000, 100);
    assertThat(target(1, 0x1050, 1000)).isSameAs(one);
  }

  @Test
  void shouldReplaceAnAdvertisementOfTheSameMemory() {
    RdmaSegment old = add(1, 0x1000, 100);
    RdmaSegment fresh = segment(1, 0x1020, 200);

    assertThat(replacedBy(fresh)).containsExactly(old);
    assertThat(old.isEnded()).isTrue();
    assertThat(table.size()).isEqualTo(1);
    assertThat(target(1, 0x1020, 1)).isSameAs(fresh);
  }

  @Test
  void shouldReplaceSeveralAtOnce() {
    RdmaSegment one = add(1, 0x1000, 100);
    RdmaSegment other = add(1, 0x2000, 100);
    RdmaSegment apart = add(1, 0x9000, 100);

    assertThat(replacedBy(segment(1, 0x1000, 0x2000))).containsExactlyInAnyOrder(one, other);
    assertThat(apart.isEnded()).isFalse();
    assertThat(table.size()).isEqualTo(2);
  }

  @Test
  void shouldDeleteASegmentAndNoOther() {
    RdmaSegment one = add(1, 0x1000, 100);
    RdmaSegment other = add(1, 0x2000, 100);
    table.deleteRdmaSegment(one);
    table.deleteRdmaSegment(one);
    table.deleteRdmaSegment(segment(77, 0, 1));

    assertThat(one.isEnded()).isTrue();
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.rdmaSegment(1)).containsSame(other);
    table.deleteRdmaSegment(other);
    assertThat(table.size()).isZero();
    assertThat(table.rdmaSegment(1)).isEmpty();
  }

  @Test
  void shouldNotEndTheNewSegmentWhenTheOneItReplacedIsDeleted() {
    RdmaSegment old = add(1, 0x1000, 100);
    RdmaSegment fresh = segment(1, 0x1000, 100);
    List<RdmaSegment> unused = replacedBy(fresh);
    table.deleteRdmaSegment(old);

    assertThat(table.rdmaSegment(1)).containsSame(fresh);
    assertThat(fresh.isEnded()).isFalse();
  }

  @Test
  void shouldInvalidateEverySegmentOfAHandle() {
    RdmaSegment one = add(1, 0x1000, 100);
    RdmaSegment other = add(1, 0x2000, 100);
    add(2, 0x1000, 100);

    assertThat(table.invalidate(1, segment -> true)).isTrue();
    assertThat(one.isEnded()).isTrue();
    assertThat(other.isEnded()).isTrue();
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.wasInvalidated(1)).isTrue();
    assertThat(table.wasInvalidated(2)).isFalse();
    assertThat(table.invalidate(1, segment -> true)).isFalse();
    assertThat(target(1, 0x1000, 1).kind()).isEqualTo(RdmaSegment.Kind.UNKNOWN);
    add(1, 0x1000, 100);
    assertThat(table.wasInvalidated(1)).isFalse();
  }

  @Test
  void shouldNotInvalidateWhatWasAdvertisedAgain() {
    RdmaSegment earlier = add(1, 0x1000, 100);
    RdmaSegment later = add(1, 0x2000, 100);

    assertThat(table.invalidate(1, segment -> segment.offset() == 0x1000)).isTrue();
    assertThat(earlier.isEnded()).isTrue();
    assertThat(later.isEnded()).isFalse();
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.wasInvalidated(1)).isFalse();
    assertThat(target(1, 0x2000, 100)).isSameAs(later);
    assertThat(table.invalidate(1, segment -> segment.offset() == 0x1000)).isFalse();
  }

  @Test
  void shouldGatherWhatMovesThroughAnUnknownHandle() {
    RdmaSubSegment first =
        table.addRdmaOperation(SegmentFragments.write(9, 0x5000, 100), /* hasRoom= */ true);
    SegmentFragments.put(first, 0x5000, new byte[100]);
    RdmaSubSegment second =
        table.addRdmaOperation(SegmentFragments.write(9, 0x4000, 50), /* hasRoom= */ true);
    SegmentFragments.put(second, 0x4000, new byte[50]);

    assertThat(table.size()).isZero();
    RdmaSegment unknown = table.takeUnknown(9, SentOrder.NONE).orElseThrow();
    assertThat(unknown.kind()).isEqualTo(RdmaSegment.Kind.UNKNOWN);
    assertThat(unknown.size()).isEqualTo(150);
    assertThat(unknown.subSegments()).containsExactly(first, second);
    assertThat(table.takeUnknown(9, SentOrder.NONE)).isEmpty();
  }

  @Test
  void shouldKnowWhatWasCutOfWhatItGathered() {
    gather(0x5000, 100, 60);
    gather(0x5100, 50, 50);
    gather(0x5000, 70, 70);
    gather(0x5000, 100, 20);

    RdmaSegment unknown = table.takeUnknown(9, SentOrder.NONE).orElseThrow();
    assertThat(unknown.size()).isEqualTo(150);
    assertThat(unknown.bytes(0x5000, 100, ReasonForHole.NOT_CAPTURED).holes())
        .containsExactly(new Hole(0, 70, Absence.NOT_KEPT), new Hole(70, 30, Absence.TRUNCATED));
    assertThat(unknown.bytes(0x5100, 50, ReasonForHole.NOT_CAPTURED).holes())
        .containsExactly(new Hole(0, 50, Absence.NOT_KEPT));
  }

  /** Moves bytes by an operation of an unknown handle, of which some are captured. */
  private void gather(long address, int length, int captured) {
    SegmentFragments.put(
        table.addRdmaOperation(SegmentFragments.write(9, address, length), /* hasRoom= */ true),
        address,
        new byte[length],
        captured);
  }

  @Test
  void shouldBoundWhatItRemembersOfUnknownHandles() {
    for (int i = 0; i < 100_000; i++) {
      target(i % 1000, 0x1000, 1);
    }
    for (int i = 0; i < 100_000; i++) {
      assertThat(target(1, 0x1000, 1).subSegments()).hasSizeLessThanOrEqualTo(4096);
    }
    assertThat(table.evicted()).isPositive();
  }

  @Test
  void shouldBoundItsSize() {
    for (int i = 0; i < 70_000; i++) {
      List<RdmaSegment> unused = replacedBy(segment(i, 0x1000, 100));
    }
    assertThat(table.size()).isEqualTo(1 << 16);
    assertThat(table.evicted()).isEqualTo(70_000 - (1 << 16));
    assertThat(table.rdmaSegment(0)).as("the oldest went first").isEmpty();
    assertThat(table.rdmaSegment(69_999)).isPresent();
  }

  @Test
  void shouldBoundWhatSharesAHandle() {
    for (int i = 0; i <= RdmaInfo.MOST_SHARING; i++) {
      List<RdmaSegment> unused = replacedBy(segment(1, 0x1000L * i, 100));
    }
    assertThat(table.size()).isEqualTo(RdmaInfo.MOST_SHARING);
    assertThat(table.evicted()).isEqualTo(1);
    assertThat(table.holds(1, 0, 100)).as("the oldest went").isFalse();
    assertThat(table.holds(1, 0x1000, 100)).isTrue();
  }

  @Test
  void shouldListNoOperationOfAnAdvertisementWithoutRoomForIt() {
    RdmaSegment one = add(1, 0x1000, 100);
    RdmaSubSegment target =
        table.addRdmaOperation(SegmentFragments.write(1, 0x1000, 100), /* hasRoom= */ false);
    SegmentFragments.put(target, 0x1000, new byte[60]);

    assertThat(one.subSegments()).isEmpty();
    assertThat(one.size()).isEqualTo(60);
    assertThat(table.evicted()).isEqualTo(1);
  }

  @Test
  void shouldForgetEverything() {
    RdmaSegment one = add(1, 0x1000, 100);
    target(9, 0x1000, 1);
    table.reset();

    assertThat(one.isEnded()).isTrue();
    assertThat(table.size()).isZero();
    assertThat(table.takeUnknown(9, SentOrder.NONE)).isEmpty();
  }

  @Test
  void shouldTakeOverWhatTheOtherDirectionGathered() {
    RdmaSegment home = add(1, 0x1000, 1000);
    RdmaInfo other = new RdmaInfo(new PagePool(1 << 20));
    RdmaSubSegment early =
        other.addRdmaOperation(SegmentFragments.write(1, 0x1100, 100), /* hasRoom= */ true);
    SegmentFragments.put(early, 0x1100, new byte[100]);
    RdmaSubSegment stray =
        other.addRdmaOperation(SegmentFragments.write(2, 0x1100, 100), /* hasRoom= */ true);
    RdmaSegment advertised = segment(3, 0x1000, 10);
    other.add(advertised, new ArrayList<>());
    table.absorb(other);

    // Whose it is, the reply tells.
    assertThat(home.size()).isZero();
    SegmentFragments.put(early, 0x1150, new byte[100]);
    assertThat(table.takeUnknown(1, SentOrder.NONE)).containsSame(early.segment());
    assertThat(early.segment().size()).isEqualTo(180);
    assertThat(table.takeUnknown(2, SentOrder.NONE)).containsSame(stray.segment());
    assertThat(table.rdmaSegment(3)).containsSame(advertised);
  }
}
