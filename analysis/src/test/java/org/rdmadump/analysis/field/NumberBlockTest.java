package org.rdmadump.analysis.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers that are found together, and each by its field. */
class NumberBlockTest {
  private static final List<String> NAMES = List.of("short", "long");

  /** Its length, whether it is long, and its first character, which an empty text does not have. */
  private final NumberBlock<String> block =
      new NumberBlock<>() {
        @Override
        protected int find(String text, long[] to) {
          to[0] = text.length();
          to[1] = text.length() > 3 ? 1 : 0;
          if (text.isEmpty()) {
            return 0b011;
          }
          to[2] = text.charAt(0);
          return ALL;
        }
      };

  @Test
  void shouldFindAllNumbersOfARecordAtOnce() {
    block.read("four");

    assertThat(List.of(block.get(0), block.get(1), block.get(2))).containsExactly(4L, 1L, 102L);
    assertThat(block.has(2)).isTrue();
  }

  @Test
  void shouldNotKeepANumberThatOnlyTheRecordBeforeHas() {
    block.read("four");
    block.read("");

    assertThat(block.has(0)).isTrue();
    assertThat(block.get(0)).isZero();
    assertThat(block.has(2)).isFalse();
  }

  @Test
  void shouldGiveEachFieldItsOwnNumberOrNone() {
    assertThat(values(block.at(0), "four")).containsExactly("4");
    assertThat(values(block.at(1, NAMES), "four")).containsExactly("1 long");
    assertThat(values(block.at(1, NAMES), "")).containsExactly("0 short");
    assertThat(values(block.at(2), "")).isEmpty();
  }

  private static List<String> values(FieldReader<String> field, String record) {
    List<String> seen = new ArrayList<>();
    boolean unused =
        field.read(
            record,
            new ValueVisitor() {
              @Override
              public boolean number(long value) {
                return seen.add(Long.toString(value));
              }

              @Override
              public boolean named(long value, ValueNames names) {
                return seen.add(value + " " + names.text(value));
              }
            });
    return seen;
  }
}
