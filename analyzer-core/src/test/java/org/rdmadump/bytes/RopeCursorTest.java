package org.rdmadump.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RopeCursorTest {
  @Test
  void shouldReadWhatTheRopeReads() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      Rope rope = random(random);
      RopeCursor cursor = new RopeCursor(rope);
      for (int i = 0; i < 50; i++) {
        long at = random.nextInt((int) rope.length() + 12) - 2L;
        assertThat(cursor.load(at, 4)).isEqualTo(rope.has(at, 4));
        if (rope.has(at, 4)) {
          assertThat(cursor.getInt()).isEqualTo(rope.getInt(at));
        }
        assertThat(cursor.load(at, 8)).isEqualTo(rope.has(at, 8));
        if (rope.has(at, 8)) {
          assertThat(cursor.getLong()).isEqualTo(rope.getLong(at));
        }
      }
    }
  }

  @Test
  void shouldLoadNothingFromAnEmptyRope() {
    assertThat(new RopeCursor(Rope.empty()).load(0, 4)).isFalse();
  }

  private static Rope random(Random random) {
    Rope.Builder rope = Rope.builder();
    for (int piece = random.nextInt(5); piece >= 0; piece--) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      rope.add(bytes);
      if (random.nextInt(3) == 0) {
        rope.addHole(random.nextInt(6), Absence.LOST);
      }
    }
    return rope.build();
  }
}
