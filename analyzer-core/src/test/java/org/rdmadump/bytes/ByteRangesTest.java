package org.rdmadump.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ByteRangesTest {
  private static final int SPACE = 300;

  private final ByteRanges ranges = new ByteRanges();

  @Test
  void shouldKeepOneRangeOfWhatComesInOrder() {
    assertThat(ranges.add(0, 4)).isEqualTo(4);
    assertThat(ranges.add(4, 8)).isEqualTo(4);
    assertThat(ranges).hasToString("[0,8)");
    assertThat(ranges.count()).isEqualTo(1);
  }

  @Test
  void shouldCountOnlyWhatIsNew() {
    ranges.add(10, 20);
    assertThat(ranges.add(5, 12)).isEqualTo(5);
    assertThat(ranges.add(10, 20)).isZero();
    assertThat(ranges.add(15, 25)).isEqualTo(5);
    assertThat(ranges.covered()).isEqualTo(20);
  }

  @Test
  void shouldJoinRangesThatAHoleParted() {
    ranges.add(0, 4);
    ranges.add(8, 12);
    ranges.add(16, 20);
    assertThat(ranges.add(4, 16)).isEqualTo(8);
    assertThat(ranges).hasToString("[0,20)");
  }

  @Test
  void shouldInsertInFrontAndBetween() {
    ranges.add(16, 20);
    ranges.add(0, 4);
    ranges.add(8, 12);
    assertThat(ranges).hasToString("[0,4) [8,12) [16,20)");
    assertThat(ranges.from(1)).isEqualTo(8);
    assertThat(ranges.to(2)).isEqualTo(20);
  }

  @Test
  void shouldListWhatIsMissing() {
    ranges.add(4, 8);
    ranges.add(12, 16);
    assertThat(missing(0, 20)).containsExactly("0-4", "8-12", "16-20");
    assertThat(missing(5, 14)).containsExactly("8-12");
    assertThat(missing(5, 7)).isEmpty();
    assertThat(missing(8, 10)).containsExactly("8-10");
    assertThat(missing(9, 9)).isEmpty();
  }

  @Test
  void shouldTellWhereTheNextPresentAndTheNextAbsentPositionIs() {
    ranges.add(4, 8);
    ranges.add(12, 16);
    assertThat(ranges.nextPresent(0, 20)).isEqualTo(4);
    assertThat(ranges.nextPresent(5, 20)).isEqualTo(5);
    assertThat(ranges.nextPresent(8, 20)).isEqualTo(12);
    assertThat(ranges.nextPresent(8, 10)).isEqualTo(10);
    assertThat(ranges.nextPresent(16, 20)).isEqualTo(20);
    assertThat(ranges.nextAbsent(0, 20)).isZero();
    assertThat(ranges.nextAbsent(4, 20)).isEqualTo(8);
    assertThat(ranges.nextAbsent(12, 14)).isEqualTo(14);
    assertThat(ranges.nextAbsent(16, 20)).isEqualTo(16);
    assertThat(ranges.nextAbsent(20, 20)).isEqualTo(20);
  }

  @Test
  void shouldWorkAtBothEndsOfTheNumbers() {
    ranges.add(Long.MIN_VALUE, Long.MIN_VALUE + 1);
    ranges.add(Long.MAX_VALUE - 1, Long.MAX_VALUE);
    assertThat(ranges.contains(Long.MIN_VALUE)).isTrue();
    assertThat(ranges.contains(0)).isFalse();
    assertThat(ranges.contains(Long.MAX_VALUE - 1)).isTrue();
    assertThat(ranges.contains(Long.MAX_VALUE)).isFalse();
    assertThat(ranges.covered()).isEqualTo(2);
  }

  @Test
  void shouldPartARangeThatLosesItsMiddle() {
    ranges.add(0, 10);
    assertThat(ranges.subtract(4, 6)).isEqualTo(2);
    assertThat(ranges).hasToString("[0,4) [6,10)");
    assertThat(ranges.subtract(2, 8)).isEqualTo(4);
    assertThat(ranges).hasToString("[0,2) [8,10)");
    assertThat(ranges.subtract(2, 8)).isZero();
    assertThat(ranges.subtract(0, Long.MAX_VALUE)).isEqualTo(4);
    assertThat(ranges.isEmpty()).isTrue();
  }

  @Test
  void shouldSayWhetherARangeWouldStandAlone() {
    ranges.add(4, 8);
    assertThat(ranges.touches(0, 3)).isFalse();
    assertThat(ranges.touches(0, 4)).isTrue();
    assertThat(ranges.touches(8, 9)).isTrue();
    assertThat(ranges.touches(9, 10)).isFalse();
  }

  @Test
  void shouldBeEmptyAfterClear() {
    ranges.add(1, 2);
    ranges.clear();
    assertThat(ranges.isEmpty()).isTrue();
    assertThat(ranges.covered()).isZero();
    assertThat(ranges.contains(1)).isFalse();
  }

  @Test
  void shouldRefuseARangeThatEndsBeforeItStarts() {
    assertThatThrownBy(() -> ranges.add(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseTheIndexOfNoRange() {
    assertThatThrownBy(() -> ranges.from(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("org.rdmadump.testing.Cases#seeds")
  void shouldAnswerLikeABitSet(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int longest = 1 + random.nextInt(60);
    BitSet model = new BitSet();
    for (int i = 0; i < 400; i++) {
      int from = random.nextInt(SPACE);
      int to = Math.min(SPACE, from + random.nextInt(longest));
      int before = model.cardinality();
      model.set(from, to);
      assertThat(ranges.add(from, to)).isEqualTo(model.cardinality() - before);
      compareWith(model, random);
      if (random.nextBoolean()) {
        int at =
            random.nextInt(3) > 0 && model.length() > 0 ? model.length() : random.nextInt(SPACE);
        int end = Math.min(SPACE, at + random.nextInt(longest));
        boolean behindTheLast = !model.isEmpty() && at == model.length() && end > at;
        assertThat(ranges.append(at, end)).isEqualTo(behindTheLast);
        if (behindTheLast) {
          model.set(at, end);
        }
        compareWith(model, random);
      }
      if (random.nextInt(3) == 0) {
        int out = random.nextInt(SPACE);
        int outTo = Math.min(SPACE, out + random.nextInt(longest));
        int full = model.cardinality();
        model.clear(out, outTo);
        assertThat(ranges.subtract(out, outTo)).isEqualTo(full - model.cardinality());
        compareWith(model, random);
      }
      if (random.nextInt(40) == 0) {
        ranges.clear();
        model.clear();
      }
    }
  }

  private void compareWith(BitSet model, SplittableRandom random) {
    assertThat(ranges.covered()).isEqualTo(model.cardinality());
    StringBuilder expected = new StringBuilder();
    for (int from = model.nextSetBit(0); from >= 0; ) {
      int to = model.nextClearBit(from);
      expected.append(expected.length() == 0 ? "[" : " [");
      expected.append(from).append(',').append(to).append(')');
      from = model.nextSetBit(to);
    }
    assertThat(ranges).hasToString(expected.toString());

    int from = random.nextInt(SPACE);
    int to = from + random.nextInt(SPACE);
    BitSet part = model.get(from, to);
    assertThat(ranges.contains(from)).isEqualTo(model.get(from));
    assertThat(ranges.contains(from, to)).isEqualTo(part.cardinality() == to - from);
    assertThat(ranges.covered(from, to)).isEqualTo(part.cardinality());
    BitSet gaps = new BitSet();
    ranges.missing(from, to, (a, b) -> gaps.set((int) a, (int) b));
    BitSet wanted = new BitSet();
    wanted.set(from, to);
    wanted.andNot(model);
    assertThat(gaps).isEqualTo(wanted);
  }

  private List<String> missing(long from, long to) {
    List<String> gaps = new ArrayList<>();
    ranges.missing(from, to, (a, b) -> gaps.add(a + "-" + b));
    return gaps;
  }
}
