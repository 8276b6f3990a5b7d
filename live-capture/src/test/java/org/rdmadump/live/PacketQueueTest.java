package org.rdmadump.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.live.PacketQueue.PollResult;

/** What was offered and taken in comes out once, in order, whole; the rest is refused. */
class PacketQueueTest {
  private static final int LONGEST = 70_000;

  private final ByteBuffer bytes = ByteBuffer.allocateDirect(LONGEST);
  private final Frame frame = new Frame();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldGiveBackInOrderWhatItTookAndNeverExceedItsBudget(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long budget = 3L * PacketQueue.BLOCK_LENGTH;
    PacketQueue queue = new PacketQueue(budget, LONGEST);
    ArrayDeque<long[]> accepted = new ArrayDeque<>();
    long refused = 0;
    for (int i = 1; i <= 20_000; i++) {
      int length = random.nextInt(8) == 0 ? random.nextInt(LONGEST + 1) : random.nextInt(200);
      if (length >= 16) {
        bytes.putLong(0, i);
        bytes.putLong(length - 8, i);
      }
      if (queue.offer(i, i % 3, 1, bytes, 0, length, length + 1, 7L * i)) {
        accepted.add(new long[] {i, length});
      } else {
        refused++;
      }
      if (random.nextInt(4) == 0) {
        queue.publish();
        // Slower than what comes in, at times.
        int most = random.nextInt(7);
        for (int taken = 0; taken < most && queue.take(frame, true) == PollResult.TAKEN; taken++) {
          check(accepted.remove());
        }
      }
    }
    queue.end();
    while (queue.take(frame, true) == PollResult.TAKEN) {
      check(accepted.remove());
    }

    assertThat(accepted).isEmpty();
    assertThat(refused).isPositive();
    assertThat(queue.take(frame, true)).isEqualTo(PollResult.ENDED);
    assertThat(queue.allocated()).isEqualTo(budget);
  }

  private void check(long[] expected) {
    long number = expected[0];
    int length = (int) expected[1];
    assertThat(frame.number()).isEqualTo(number);
    assertThat(frame.captured()).isEqualTo(length);
    assertThat(frame.original()).isEqualTo(length + 1);
    assertThat(frame.epochNanos()).isEqualTo(7 * number);
    assertThat(frame.interfaceId()).isEqualTo((int) (number % 3));
    assertThat(frame.viewpoint()).isEqualTo((int) (number % 3) + 1);
    if (length >= 16) {
      assertThat(frame.bytes().getLong(frame.offset())).isEqualTo(number);
      assertThat(frame.bytes().getLong(frame.end() - 8)).isEqualTo(number);
    }
  }

  @Test
  void shouldGiveOnlyWhatIsPublished() {
    PacketQueue queue = new PacketQueue(0, 100);
    assertThat(queue.offer(1, 0, 1, bytes, 0, 60, 60, 0)).isTrue();
    assertThat(queue.take(frame, false)).isEqualTo(PollResult.EMPTY);
    queue.publish();
    assertThat(queue.take(frame, false)).isEqualTo(PollResult.TAKEN);
    assertThat(queue.take(frame, false)).isEqualTo(PollResult.EMPTY);
  }

  @Test
  void shouldBeFullWhereMemoryHasNoRoomForAnotherBlock() {
    // No array is as long as that.
    PacketQueue queue = new PacketQueue(Long.MAX_VALUE, Integer.MAX_VALUE - 40);

    assertThat(queue.offer(1, 0, 1, bytes, 0, 60, 60, 0)).isFalse();
    assertThat(queue.offer(2, 0, 1, bytes, 0, 60, 60, 0)).isFalse();

    assertThat(queue.allocated()).isZero();
    queue.end();
    assertThat(queue.take(frame, false)).isEqualTo(PollResult.ENDED);
  }

  @Test
  void shouldRefuseAPacketThatNoBlockHolds() {
    PacketQueue queue = new PacketQueue(0, 100);
    ByteBuffer large = ByteBuffer.allocate(PacketQueue.BLOCK_LENGTH);
    assertThat(queue.offer(1, 0, 1, large, 0, large.capacity(), large.capacity(), 0)).isFalse();
  }

  @Test
  void shouldAllocateNoBlocksWhileTheReaderKeepsUp() {
    PacketQueue queue = new PacketQueue(100L << 20, 1000);
    for (int i = 1; i <= 20_000; i++) {
      assertThat(queue.offer(i, 0, 1, bytes, 0, 1000, 1000, 0)).isTrue();
      queue.publish();
      assertThat(queue.take(frame, false)).isEqualTo(PollResult.TAKEN);
    }
    assertThat(queue.allocated()).isEqualTo(2L * PacketQueue.BLOCK_LENGTH);
  }
}
