package org.rdmadump.rpcrdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Rope;

class SegmentBytesTest {
  private static final int PAGE = PagePool.PAGE;

  @Test
  void shouldTakeLittleRoomForAShortReplyInALongSegment() {
    PagePool pool = new PagePool(1024);
    SegmentBytes bytes = new SegmentBytes(pool, 1 << 20);
    byte[] reply = random(1, 136);

    bytes.put(0, ByteBuffer.wrap(reply), 0, reply.length);

    assertThat(pool.refused()).isZero();
    assertThat(rope(bytes, 0, 136).toArray(0, 136)).isEqualTo(reply);
  }

  @Test
  void shouldKeepWhatItHasWhenAPageFindsNoRoomToGrow() {
    PagePool pool = new PagePool(1024);
    SegmentBytes bytes = new SegmentBytes(pool, PAGE);
    byte[] source = random(2, PAGE);

    bytes.put(0, ByteBuffer.wrap(source), 0, 136);
    bytes.put(136, ByteBuffer.wrap(source), 136, PAGE - 136);

    Rope rope = rope(bytes, 0, PAGE);
    assertThat(pool.refused()).isEqualTo(1);
    assertThat(rope.toArray(0, 512)).isEqualTo(slice(source, 0, 512));
    assertThat(rope.present()).isEqualTo(512);
    assertThat(rope.length()).isEqualTo(PAGE);
  }

  @Test
  void shouldGiveBackAllItsRoom() {
    PagePool pool = new PagePool(3 * PAGE);
    SegmentBytes bytes = new SegmentBytes(pool, 2 * PAGE);
    bytes.put(0, ByteBuffer.wrap(random(3, 100)), 0, 100);
    bytes.put(100, ByteBuffer.wrap(random(4, PAGE)), 0, PAGE);

    bytes.release();

    assertThat(pool.take(3 * PAGE)).isTrue();
  }

  @RepeatedTest(200)
  void shouldHoldWhatWasPutInAnyOrder(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    int length = 1 + random.nextInt(5 * PAGE);
    byte[] whole = random(random.nextLong(), length);
    SegmentBytes bytes = new SegmentBytes(new PagePool(1 << 20, /* reusing= */ true), length);
    boolean[] put = new boolean[length];
    for (int i = 0; i < 30; i++) {
      int from = random.nextInt(length);
      int count = 1 + random.nextInt(Math.min(length - from, 1 + random.nextInt(2 * PAGE)));
      bytes.put(from, ByteBuffer.wrap(whole), from, count);
      Arrays.fill(put, from, from + count, true);
      assertThat(bytes.differs(from, ByteBuffer.wrap(whole), from, count)).isFalse();
    }

    for (int at = 0; at < length; at++) {
      if (put[at]) {
        assertThat(rope(bytes, at, at + 1).byteAt(0)).isEqualTo(whole[at]);
      }
    }
  }

  private static Rope rope(SegmentBytes bytes, long from, long to) {
    Rope.Builder rope = Rope.builder();
    bytes.appendTo(rope, from, to);
    return rope.build();
  }

  private static byte[] slice(byte[] bytes, int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  private static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }
}
