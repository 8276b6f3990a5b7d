package org.rdmadump.rpcrdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table holds what a map in order of insertion holds, whatever is put in and taken out. */
class CounterTableTest {
  private static final int STEPS = 20_000;

  private final CounterTable<String> table = new CounterTable<>();
  private final Map<Integer, String> model = new LinkedHashMap<>();

  @ParameterizedTest(name = "{0} numbers, {1} of 100 steps put one in")
  @CsvSource({"1, 50", "2, 50", "9, 50", "9, 90", "40, 30", "300, 55", "5000, 80", "5000, 45"})
  void shouldHoldWhatAMapHolds(int numbers, int puts) {
    SplittableRandom random = new SplittableRandom(numbers * 100L + puts);
    for (int step = 0; step < STEPS; step++) {
      // Consecutive ones in the last byte or in the first, as XIDs and handles are.
      int number = Integer.rotateLeft(random.nextInt(numbers), random.nextInt(2) * 24);
      if (random.nextInt(100) < puts) {
        table.put(number, "value " + step);
        model.put(number, "value " + step);
      } else {
        assertThat(table.remove(number)).isEqualTo(model.remove(number));
      }
      assertThat(table.get(number)).isEqualTo(model.get(number));
      assertThat(table.size()).isEqualTo(model.size());
      assertThat(table.isEmpty()).isEqualTo(model.isEmpty());
      if (step % 100 == 0) {
        assertThat(table.values()).containsExactlyElementsOf(model.values());
      }
      if (!model.isEmpty()) {
        assertThat(table.oldest()).isEqualTo(model.keySet().iterator().next());
      }
    }
    for (int number : model.keySet()) {
      assertThat(table.get(number)).isEqualTo(model.get(number));
    }
  }

  @ParameterizedTest(name = "{0} at a time")
  @CsvSource({"1", "7", "9", "1000"})
  void shouldNotGrowWithWhatWasTakenOut(int atATime) {
    for (int number = 0; number < STEPS; number++) {
      table.put(number, "value");
      if (number >= atATime) {
        assertThat(table.remove(table.oldest())).isNotNull();
      }
      assertThat(table.size()).isEqualTo(Math.min(number + 1, atATime));
      assertThat(table.capacity()).isLessThanOrEqualTo(Math.max(4, 4 * atATime));
    }
  }

  @ParameterizedTest(name = "{0} of them")
  @CsvSource({"2", "20"})
  void shouldTellTheOldestBesideOne(int count) {
    for (int number = 0; number < count; number++) {
      table.put(number, "value");
    }
    assertThat(table.oldestBut(0)).isEqualTo(1);
    assertThat(table.oldestBut(1)).isZero();
    assertThat(table.remove(0)).isNotNull();
    table.put(0, "again");
    assertThat(table.oldest()).isEqualTo(1);
    assertThat(table.oldestBut(1)).isEqualTo(count > 2 ? 2 : 0);
  }
}
