package org.rdmadump.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemandListTest {
  private final List<Integer> read = new ArrayList<>();

  /** Squares of 2, 5, 7 and 10, but that nothing is behind 7. */
  private final DemandList<Integer, Integer> squares =
      new DemandList<>(
          List.of(2, 5, 7, 10),
          key -> {
            read.add(key);
            return key == 7 ? Optional.empty() : Optional.of(key * key);
          });

  @Test
  void shouldKnowItsIndexesWithoutReadingAValue() {
    assertThat(squares.keys()).containsExactly(2, 5, 7, 10);
    assertThat(squares.size()).isEqualTo(4);
    assertThat(read).isEmpty();
  }

  @Test
  void shouldReadAValueOnce() {
    assertThat(squares.get(5)).contains(25);
    assertThat(squares.get(5)).contains(25);
    assertThat(squares.get(7)).isEmpty();
    assertThat(squares.get(7)).isEmpty();
    assertThat(read).containsExactly(5, 7);
  }

  @Test
  void shouldHaveNothingBetweenItsIndexes() {
    assertThat(squares.get(3)).isEmpty();
    assertThat(read).isEmpty();
  }

  @Test
  void shouldHaveTheValueOfTheLowestIndexFirst() {
    assertThat(squares.first()).contains(4);
    assertThat(read).containsExactly(2);
  }

  @Test
  void shouldHaveNoFirstValueWithoutIndexes() {
    DemandList<Integer, Integer> none =
        new DemandList<Integer, Integer>(List.<Integer>of(), key -> Optional.of(1));

    assertThat(none.first()).isEmpty();
    assertThat(none.values()).isEmpty();
    assertThat(none).hasToString("{}");
  }

  @Test
  void shouldReadNoFurtherThanTheValueThatIsLookedFor() {
    assertThat(squares.index(25)).contains(5);
    assertThat(read).containsExactly(2, 5);
    assertThat(squares.index(49)).isEmpty();
  }

  @Test
  void shouldFindTheLowestIndexOfAValueThatIsThereTwice() {
    DemandList<String, Integer> same = new DemandList<>(List.of("a", "b"), key -> Optional.of(1));
    assertThat(same.get("b")).contains(1);

    assertThat(same.index(1)).contains("a");
  }

  @Test
  void shouldLeaveOutWhatHasNothingBehindIt() {
    assertThat(squares.values()).containsExactly(4, 25, 100);
    assertThat(squares).hasToString("{2: 4, 5: 25, 10: 100}");
  }

  @Test
  void shouldReadWhileItIsGoneThrough() {
    Iterator<Integer> values = squares.iterator();

    assertThat(values.next()).isEqualTo(4);
    assertThat(read).containsExactly(2);
    assertThat(values.next()).isEqualTo(25);
    assertThat(values.next()).isEqualTo(100);
    assertThat(values.hasNext()).isFalse();
    assertThatThrownBy(values::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void shouldReadAgainWhenItWasCleared() {
    assertThat(squares.get(2)).contains(4);

    squares.clear();

    assertThat(squares.keys()).containsExactly(2, 5, 7, 10);
    assertThat(squares.get(2)).contains(4);
    assertThat(read).containsExactly(2, 2);
  }
}
