package org.rdmadump.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ropes of random pieces against a plain array and a plain map of what is absent. */
class RopeModelTest {
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("org.rdmadump.testing.Cases#seeds")
  void shouldReadLikeAnArray(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 60; round++) {
      Model model = Model.random(random, random.nextInt(9));
      compare(model, random);
      int from = random.nextInt(model.bytes.length + 1);
      int to = from + random.nextInt(model.bytes.length - from + 1);
      compare(model.slice(from, to), random);
      compare(model.slice(from, to).followedBy(model), random);
    }
  }

  private static void compare(Model model, SplittableRandom random) {
    Rope rope = model.rope;
    int length = model.bytes.length;
    assertThat(rope.length()).isEqualTo(length);
    assertThat(rope.present()).isEqualTo(length - model.absentIn(0, length));
    assertThat(rope.holes().stream().mapToLong(Hole::length).sum())
        .isEqualTo(model.absentIn(0, length));
    for (Hole hole : rope.holes()) {
      int end = (int) (hole.offset() + hole.length());
      assertThat(model.absentIn((int) hole.offset(), end)).isEqualTo(hole.length());
    }
    for (int i = 0; i < 40; i++) {
      int at = random.nextInt(length + 1);
      int count = random.nextInt(length - at + 1);
      boolean there = model.absentIn(at, at + count) == 0;
      assertThat(rope.has(at, count)).isEqualTo(there);
      if (there) {
        assertThat(rope.toArray(at, at + count))
            .isEqualTo(Arrays.copyOfRange(model.bytes, at, at + count));
      }
      if (there && count >= Integer.BYTES) {
        assertThat(rope.getInt(at)).isEqualTo(ByteBuffer.wrap(model.bytes).getInt(at));
      }
      if (there && count >= Long.BYTES) {
        assertThat(rope.getLong(at)).isEqualTo(ByteBuffer.wrap(model.bytes).getLong(at));
      }
    }
  }

  private static final class Model {
    private final Rope rope;
    private final byte[] bytes;
    private final boolean[] absent;

    Model(Rope rope, byte[] bytes, boolean[] absent) {
      this.rope = rope;
      this.bytes = bytes;
      this.absent = absent;
    }

    static Model random(SplittableRandom random, int pieces) {
      byte[] source = new byte[64];
      random.nextBytes(source);
      Rope.Builder builder = Rope.builder();
      byte[] bytes = new byte[0];
      boolean[] absent = new boolean[0];
      for (int i = 0; i < pieces; i++) {
        int offset = random.nextInt(40);
        int length = random.nextInt(24);
        int start = bytes.length;
        bytes = Arrays.copyOf(bytes, start + length);
        absent = Arrays.copyOf(absent, start + length);
        if (random.nextInt(3) == 0) {
          builder.addHole(length, random.nextBoolean() ? Absence.LOST : Absence.TRUNCATED);
          Arrays.fill(absent, start, start + length, true);
        } else {
          builder.add(source, offset, length);
          System.arraycopy(source, offset, bytes, start, length);
        }
      }
      return new Model(builder.build(), bytes, absent);
    }

    Model slice(int from, int to) {
      return new Model(
          rope.slice(from, to),
          Arrays.copyOfRange(bytes, from, to),
          Arrays.copyOfRange(absent, from, to));
    }

    Model followedBy(Model other) {
      byte[] both = Arrays.copyOf(bytes, bytes.length + other.bytes.length);
      boolean[] bothAbsent = Arrays.copyOf(absent, both.length);
      System.arraycopy(other.bytes, 0, both, bytes.length, other.bytes.length);
      System.arraycopy(other.absent, 0, bothAbsent, bytes.length, other.bytes.length);
      return new Model(Rope.builder().add(rope).add(other.rope).build(), both, bothAbsent);
    }

    int absentIn(int from, int to) {
      int count = 0;
      for (int i = from; i < to; i++) {
        count += absent[i] ? 1 : 0;
      }
      return count;
    }
  }
}
