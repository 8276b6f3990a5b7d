package org.rdmadump.rpcrdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.rdma.SentOrder;

/** Commands in flight that have one buffer; calls are in {@code SameMemoryTest}. */
class SharedMemoryTest {
  private static final int KEY = 7;
  private static final long ADDRESS = 0x1000;
  private static final int LENGTH = 4096;

  private final RdmaInfo table = new RdmaInfo(new PagePool(1 << 20));

  private RdmaSegment command(long address, int length) {
    RdmaSegment segment = RdmaSegment.advertised(RdmaSegment.Kind.WRITE, KEY, length, address, 0);
    table.addBeside(segment);
    return segment;
  }

  private RdmaSegment target(long address, int length) {
    return table
        .addRdmaOperation(SegmentFragments.write(KEY, address, length), /* hasRoom= */ true)
        .segment();
  }

  @Test
  void shouldGiveAnOperationToTheOldestThatNeedsIt() {
    RdmaSegment first = command(ADDRESS, LENGTH);
    RdmaSegment second = command(ADDRESS, LENGTH);

    assertThat(table.sharing().isShared(first)).isTrue();
    assertThat(target(ADDRESS, LENGTH / 2)).isSameAs(first);
    assertThat(target(ADDRESS, LENGTH / 2)).isSameAs(second);
    assertThat(target(ADDRESS + LENGTH / 2, LENGTH / 2)).isSameAs(first);
    assertThat(target(ADDRESS, LENGTH)).as("all have begun with it").isSameAs(second);
  }

  @Test
  void shouldGiveAnOperationThatIsTooLongToTheNewestWhereItBegins() {
    command(ADDRESS, LENGTH);
    RdmaSegment newest = command(ADDRESS, LENGTH);

    assertThat(target(ADDRESS, LENGTH + 1)).isSameAs(newest);
    assertThat(target(ADDRESS - 1, LENGTH).kind()).isEqualTo(RdmaSegment.Kind.UNKNOWN);
  }

  @Test
  void shouldShareNothingWithACommandThatWasAnswered() {
    RdmaSegment answered = command(ADDRESS, LENGTH);
    table.sharing().answered(answered, SentOrder.NONE);
    RdmaSegment next = command(ADDRESS, LENGTH);

    assertThat(table.sharing().isShared(next)).isFalse();
  }

  @Test
  void shouldBoundWhatItLooksAtForEachOperation() {
    List<RdmaSegment> commands = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      RdmaSegment command = command(ADDRESS, LENGTH);
      commands.add(command);
      for (int j = 0; j < RdmaInfo.MOST_OPERATIONS; j++) {
        assertThat(target(ADDRESS, 1)).isSameAs(i < 4 ? command : commands.get(3));
      }
    }
    assertThat(target(ADDRESS + 1, 1)).as("nobody has begun with it").isSameAs(commands.get(0));
  }
}
