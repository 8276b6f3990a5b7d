package org.rdmadump.rpcrdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Pattern;

class RdmaSegmentTest {
  private static final long ADDRESS = 0x7000_0000_1000L;
  private static final int LENGTH = 50_000;

  private final PagePool pages = new PagePool(1 << 20);
  private final byte[] data = Pattern.of(1, LENGTH);
  private final RdmaSegment segment =
      RdmaSegment.kept(RdmaSegment.Kind.WRITE, 5, LENGTH, ADDRESS, 0, pages);
  private final RdmaSubSegment all = operation(0, LENGTH);

  private RdmaSubSegment operation(int from, int length) {
    RdmaSubSegment operation =
        new RdmaSubSegment(SegmentFragments.write(5, ADDRESS + from, length), segment);
    segment.add(operation);
    return operation;
  }

  private void put(int from, int to) {
    SegmentFragments.put(all, ADDRESS + from, Arrays.copyOfRange(data, from, to));
  }

  private Rope bytes() {
    return segment.bytes(ADDRESS, LENGTH, (handle, address) -> Absence.LOST);
  }

  private static RdmaSegment chargedTo(PagePool pool) {
    RdmaSegment segment = RdmaSegment.advertised(RdmaSegment.Kind.WRITE, 5, LENGTH, ADDRESS, 0);
    segment.chargeTo(pool);
    return segment;
  }

  private static RdmaSegment compared(PagePool pool) {
    RdmaSegment segment = chargedTo(pool);
    segment.comparePackets();
    return segment;
  }

  private byte[] part(int from, int to) {
    return Arrays.copyOfRange(data, from, to);
  }

  @Test
  void shouldSayWhatWasAdvertised() {
    RdmaSegment read = RdmaSegment.advertised(RdmaSegment.Kind.READ, 9, 0xffff_ffffL, -8, 184);
    assertThat(read.kind()).isEqualTo(RdmaSegment.Kind.READ);
    assertThat(read.handle()).isEqualTo(9);
    assertThat(read.length()).isEqualTo(0xffff_ffffL);
    assertThat(read.offset()).isEqualTo(-8);
    assertThat(read.position()).isEqualTo(184);
    assertThat(read.size()).isZero();
    assertThat(read.isComplete()).isFalse();
    assertThat(read.isEnded()).isFalse();
    assertThat(read.subSegments()).isEmpty();
  }

  @Test
  void shouldHaveRoomForWhatIsBeforeTheFirstAddressOfAnUnknownHandle() {
    // given as many ranges as there are without more room
    RdmaSegment unknown = RdmaSegment.unknown(5, ADDRESS);
    RdmaSubSegment operation =
        new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, LENGTH), unknown);
    for (int i = 0; i < 100; i++) {
      SegmentFragments.put(operation, ADDRESS - 10_000L * i, new byte[100]);
    }

    assertThat(unknown.hasRoomFor(-14_336, 2048)).isTrue();
    assertThat(unknown.size()).isEqualTo(100 * 100);
  }

  @Test
  void shouldBeCompleteFromTheStartWithoutBytes() {
    assertThat(RdmaSegment.advertised(RdmaSegment.Kind.WRITE, 9, 0, 1, 0).isComplete()).isTrue();
  }

  @Test
  void shouldKeepBytesInTheirPlacesWhateverTheirOrder() {
    put(40_000, LENGTH);
    put(0, 10_000);
    put(20_000, 40_000);
    assertThat(segment.isComplete()).isFalse();
    put(10_000, 20_000);

    assertThat(segment.isComplete()).isTrue();
    assertThat(segment.size()).isEqualTo(LENGTH);
    assertThat(bytes().toArray(0, LENGTH)).isEqualTo(data);
  }

  @Test
  void shouldNeverBeCompleteWithAHole() {
    put(0, 10_000);
    put(10_001, LENGTH);

    assertThat(segment.isComplete()).isFalse();
    assertThat(segment.size()).isEqualTo(LENGTH - 1);
    assertThat(bytes().holes()).containsExactly(new Hole(10_000, 1, Absence.LOST));
    assertThat(bytes().toArray(0, 10_000)).isEqualTo(part(0, 10_000));
    assertThat(bytes().toArray(10_001, LENGTH)).isEqualTo(part(10_001, LENGTH));
  }

  @Test
  void shouldAskForTheReasonOfEachHoleByAddress() {
    put(100, 200);
    Rope rope =
        segment.bytes(
            ADDRESS,
            300,
            (handle, address) -> address < ADDRESS + 100 ? Absence.NOT_CAPTURED : Absence.LOST);

    assertThat(rope.holes())
        .containsExactly(new Hole(0, 100, Absence.NOT_CAPTURED), new Hole(200, 100, Absence.LOST));
  }

  @Test
  void shouldCountARepeatOnce() {
    put(0, 1000);
    put(0, 1000);
    put(500, 1500);

    assertThat(segment.size()).isEqualTo(1500);
    assertThat(bytes().toArray(0, 1500)).isEqualTo(part(0, 1500));
  }

  @Test
  void shouldLetTheFirstCopyOfAByteCountAndFindOthers() {
    put(1000, 2000);
    SegmentFragments.put(all, ADDRESS + 500, Pattern.of(2, 2000));

    byte[] expected = Pattern.of(2, 2000);
    System.arraycopy(data, 1000, expected, 500, 1000);
    assertThat(bytes().toArray(500, 2500)).isEqualTo(expected);
    assertThat(SegmentFragments.rules(all)).containsExactly(RpcRdmaRules.DATA_DIFFERS.name());
  }

  @Test
  void shouldNotFindOverlapsOfEqualBytes() {
    put(1000, 20_000);
    put(500, 30_000);

    assertThat(SegmentFragments.rules(all)).isEmpty();
    assertThat(bytes().toArray(500, 30_000)).isEqualTo(part(500, 30_000));
  }

  @Test
  void shouldFindOtherBytesInAPacketThatComesAgainWithoutKeepingThem() {
    RdmaSegment compared = compared(pages);
    RdmaSubSegment write = new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, LENGTH), compared);
    for (int from : new int[] {20_480, 0, 1024}) {
      SegmentFragments.put(write, ADDRESS + from, part(from, from + 1024));
      SegmentFragments.put(write, ADDRESS + from, part(from, from + 1024));
    }
    // Of another length, of other bounds, and cut: nothing to compare with.
    SegmentFragments.put(write, ADDRESS, Pattern.of(2, 1000));
    SegmentFragments.put(write, ADDRESS + 500, Pattern.of(2, 1024));
    SegmentFragments.put(write, ADDRESS + 1024, Pattern.of(2, 1024), 100);
    assertThat(SegmentFragments.rules(write)).containsExactly(RpcRdmaRules.DATA_REPEATED.name());

    SegmentFragments.put(write, ADDRESS + 20_480, Pattern.of(2, 1024));

    assertThat(SegmentFragments.rules(write))
        .containsExactly(RpcRdmaRules.DATA_DIFFERS.name(), RpcRdmaRules.DATA_REPEATED.name());
    assertThat(compared.keepsValues()).isFalse();
  }

  @Test
  void shouldGiveBackWhatItComparedWith() {
    PagePool small = new PagePool(10_000);
    for (int time = 0; time < 100; time++) {
      RdmaSegment compared = compared(small);
      RdmaSubSegment write =
          new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, LENGTH), compared);
      SegmentFragments.put(write, ADDRESS, part(0, 1024));
      SegmentFragments.put(write, ADDRESS, Pattern.of(2, 1024));
      assertThat(SegmentFragments.rules(write)).contains(RpcRdmaRules.DATA_DIFFERS.name());
      compared.retire();
    }
  }

  @Test
  void shouldTellCutBytesFromLostOnes() {
    SegmentFragments.put(all, ADDRESS, part(0, 1000), 300);
    SegmentFragments.put(all, ADDRESS + 1000, part(1000, 2000), 0);
    SegmentFragments.put(all, ADDRESS + 3000, part(3000, 4000), 1000);

    assertThat(segment.size()).isEqualTo(3000);
    Rope rope = segment.bytes(ADDRESS, 4000, (handle, address) -> Absence.LOST);
    assertThat(rope.holes())
        .containsExactly(
            new Hole(300, 1700, Absence.TRUNCATED), new Hole(2000, 1000, Absence.LOST));
    assertThat(rope.toArray(3000, 4000)).isEqualTo(part(3000, 4000));
  }

  @Test
  void shouldKnowWhatWasSeenWithoutKeepingIt() {
    RdmaSegment bare = RdmaSegment.advertised(RdmaSegment.Kind.WRITE, 5, 100, ADDRESS, 0);
    RdmaSubSegment into = new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, 100), bare);
    SegmentFragments.put(into, ADDRESS, new byte[60]);

    assertThat(bare.size()).isEqualTo(60);
    assertThat(bare.seen().covered(50, 100)).isEqualTo(10);
    assertThat(bare.bytes(ADDRESS, 100, (handle, address) -> Absence.LOST).holes())
        .containsExactly(new Hole(0, 60, Absence.NOT_KEPT), new Hole(60, 40, Absence.LOST));
  }

  @Test
  void shouldSayWhatOurOwnLimitGaveUp() {
    // A page, and the table through which it is found.
    PagePool small = new PagePool(PagePool.PAGE + 64);
    RdmaSegment tight =
        RdmaSegment.kept(RdmaSegment.Kind.WRITE, 5, 3L * PagePool.PAGE, ADDRESS, 0, small);
    RdmaSubSegment into =
        new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, 3L * PagePool.PAGE), tight);
    SegmentFragments.put(into, ADDRESS, part(0, 3 * PagePool.PAGE));

    assertThat(tight.isComplete()).isTrue();
    assertThat(small.refused()).isPositive();
    assertThat(tight.bytes(ADDRESS, 3L * PagePool.PAGE, (handle, address) -> Absence.LOST).holes())
        .containsExactly(new Hole(PagePool.PAGE, 2L * PagePool.PAGE, Absence.EVICTED));
  }

  @Test
  void shouldTellSoManyRangesApartAndSayWhatItGaveUp() {
    RdmaSegment sparse = RdmaSegment.kept(RdmaSegment.Kind.WRITE, 5, 1 << 20, ADDRESS, 0, pages);
    RdmaSubSegment into = new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, 1 << 20), sparse);
    for (int i = 0; i < 2 * SeenBytes.MOST_RANGES; i++) {
      SegmentFragments.put(into, ADDRESS + 2L * i, new byte[1]);
    }

    assertThat(sparse.size()).isEqualTo(SeenBytes.MOST_RANGES);
    assertThat(pages.refusedRanges()).isEqualTo(SeenBytes.MOST_RANGES);
    assertThat(sparse.bytes(ADDRESS, 4, (handle, address) -> Absence.LOST).holes())
        .containsExactly(new Hole(1, 1, Absence.EVICTED), new Hole(3, 1, Absence.EVICTED));
  }

  @Test
  void shouldStillPlaceWhatTouchesARangeWhenThereAreTooMany() {
    RdmaSegment sparse = RdmaSegment.kept(RdmaSegment.Kind.WRITE, 5, 1 << 20, ADDRESS, 0, pages);
    RdmaSubSegment into = new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, 1 << 20), sparse);
    for (int i = 0; i < 2 * SeenBytes.MOST_RANGES; i++) {
      SegmentFragments.put(into, ADDRESS + 2L * i, new byte[1]);
    }
    SegmentFragments.put(into, ADDRESS + 1, new byte[1]);

    assertThat(sparse.size()).isEqualTo(SeenBytes.MOST_RANGES + 1L);
  }

  @Test
  void shouldGiveBackWhatItsRangesTook() {
    PagePool all = new PagePool(1000);
    RdmaSegment sparse = chargedTo(all);
    RdmaSubSegment into = new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, LENGTH), sparse);
    for (int i = 0; i < 20; i++) {
      SegmentFragments.put(into, ADDRESS + 2L * i, new byte[1]);
    }
    assertThat(all.refusedRanges()).isPositive();
    assertThat(all.take(1000)).isFalse();
    sparse.retire();

    assertThat(all.take(1000)).isTrue();
  }

  @Test
  void shouldFillInBytesThatWereCutAtFirst() {
    SegmentFragments.put(all, ADDRESS, part(0, 1000), 300);
    put(200, 600);

    Rope rope = segment.bytes(ADDRESS, 1000, (handle, address) -> Absence.LOST);
    assertThat(rope.holes()).containsExactly(new Hole(600, 400, Absence.TRUNCATED));
    assertThat(rope.toArray(0, 600)).isEqualTo(part(0, 600));
    assertThat(segment.size()).isEqualTo(1000);
  }

  @Test
  void shouldNotTakeBytesForCutThatWereSeenWhole() {
    put(0, 600);
    SegmentFragments.put(all, ADDRESS, part(0, 1000), 300);

    Rope rope = segment.bytes(ADDRESS, 1000, (handle, address) -> Absence.LOST);
    assertThat(rope.holes()).containsExactly(new Hole(600, 400, Absence.TRUNCATED));
    assertThat(rope.toArray(0, 600)).isEqualTo(part(0, 600));
  }

  @Test
  void shouldCountWhatFollowsTooManyCutPacketsAsCut() {
    RdmaSegment cut = RdmaSegment.kept(RdmaSegment.Kind.WRITE, 5, 1 << 20, ADDRESS, 0, pages);
    RdmaSubSegment into = new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, 1 << 20), cut);
    for (int i = 0; i <= SeenBytes.MOST_RANGES; i++) {
      SegmentFragments.put(into, ADDRESS + 4L * i, new byte[4], 1);
    }

    long last = ADDRESS + 4L * SeenBytes.MOST_RANGES;
    assertThat(cut.size()).isEqualTo(4L * SeenBytes.MOST_RANGES + 4);
    assertThat(cut.bytes(last - 4, 8, (handle, address) -> Absence.LOST).holes())
        .containsExactly(new Hole(1, 7, Absence.TRUNCATED));
  }

  @Test
  void shouldIgnoreWhatWouldReachBeyondTheEndOfTheAddressSpace() {
    RdmaSegment stray = RdmaSegment.unknown(5, 0);
    RdmaSubSegment into = new RdmaSubSegment(SegmentFragments.write(5, 0, 100), stray);
    SegmentFragments.put(into, Long.MAX_VALUE - 10, new byte[100]);

    assertThat(stray.size()).isZero();
  }

  @Test
  void shouldNotFillAPageLaterThatFoundNoRoomAtFirst() {
    PagePool small = new PagePool(PagePool.PAGE);
    small.take(1);
    RdmaSegment tight = RdmaSegment.kept(RdmaSegment.Kind.WRITE, 5, LENGTH, ADDRESS, 0, small);
    RdmaSubSegment into = new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, LENGTH), tight);
    SegmentFragments.put(into, ADDRESS, part(0, 1000));
    small.give(1);
    SegmentFragments.put(into, ADDRESS + 1000, part(1000, 2000));

    assertThat(tight.bytes(ADDRESS, 2000, (handle, address) -> Absence.LOST).holes())
        .containsExactly(new Hole(0, 2000, Absence.EVICTED));
  }

  @Test
  void shouldNotInventWhatWasSeenBeforeItsValuesWereWanted() {
    RdmaSegment stray = RdmaSegment.unknown(5, ADDRESS);
    RdmaSubSegment early = new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, 1000), stray);
    SegmentFragments.put(early, ADDRESS, part(0, 1000));
    UnadvertisedMemory.give(stray, segment);
    put(1000, 2000);
    put(0, 1000);

    assertThat(segment.size()).isEqualTo(2000);
    Rope rope = segment.bytes(ADDRESS, 2000, (handle, address) -> Absence.LOST);
    assertThat(rope.holes()).containsExactly(new Hole(0, 1000, Absence.NOT_KEPT));
    assertThat(rope.toArray(1000, 2000)).isEqualTo(part(1000, 2000));
    assertThat(SegmentFragments.rules(all)).containsExactly(RpcRdmaRules.DATA_REPEATED.name());
  }

  @Test
  void shouldGiveBackItsPages() {
    put(0, LENGTH);
    segment.release();

    assertThat(pages.take(1 << 20)).as("the whole budget is free again").isTrue();
    assertThat(bytes().holes()).containsExactly(new Hole(0, LENGTH, Absence.NOT_KEPT));
  }

  @Test
  void shouldNotSizeAnAllocationByALengthOnTheWire() {
    RdmaSegment huge = RdmaSegment.kept(RdmaSegment.Kind.WRITE, 5, 0xffff_ffffL, ADDRESS, 0, pages);
    RdmaSubSegment into =
        new RdmaSubSegment(SegmentFragments.write(5, ADDRESS, 0xffff_ffffL), huge);
    SegmentFragments.put(into, ADDRESS + 0xffff_fff0L, new byte[15]);

    assertThat(huge.size()).isEqualTo(15);
    huge.release();
    assertThat(pages.take(1 << 20)).isTrue();
  }

  @Test
  void shouldRunOnceWhenComplete() {
    AtomicInteger runs = new AtomicInteger();
    segment.whenComplete(runs::incrementAndGet);
    put(0, 30_000);
    assertThat(runs).hasValue(0);
    put(30_000, LENGTH);
    put(0, LENGTH);
    assertThat(runs).hasValue(1);
  }

  @Test
  void shouldNotTakeDataOnceEnded() {
    put(0, 1000);
    segment.end();
    put(1000, 2000);

    assertThat(segment.size()).isEqualTo(1000);
  }

  @Test
  void shouldKnowItsOwnAddressesUpToTheEndOfTheAddressSpace() {
    RdmaSegment last = RdmaSegment.advertised(RdmaSegment.Kind.WRITE, 5, 0x1000, -0x1000, 0);
    assertThat(last.touches(-1)).isTrue();
    assertThat(last.touches(0)).isFalse();
    assertThat(last.contains(-0x1000, 0x1000)).isTrue();
    assertThat(last.contains(-0x1000, 0x1001)).isFalse();
    assertThat(last.contains(-0x1001, 1)).isFalse();
    assertThat(last.overlaps(RdmaSegment.advertised(RdmaSegment.Kind.WRITE, 5, 16, 0, 0)))
        .isFalse();
    assertThat(last.overlaps(RdmaSegment.advertised(RdmaSegment.Kind.WRITE, 5, 16, -8, 0)))
        .isTrue();
  }
}
