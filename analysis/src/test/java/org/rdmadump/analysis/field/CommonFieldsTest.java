package org.rdmadump.analysis.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.frame.FrameFields;

/** The fields that are asked for most, and the words for them. */
class CommonFieldsTest {
  private static final Set<String> NAMES =
      Stream.<FieldRegistry<?>>of(MessageFields.registry(), FrameFields.registry())
          .flatMap(each -> each.all().stream())
          .map(Field::name)
          .collect(Collectors.toSet());

  @Test
  void shouldBeFieldsByTheirOwnNames() {
    assertThat(NAMES).containsAll(CommonFields.mostUsed());
    for (String word : CommonFields.words()) {
      List<String> fields = CommonFields.called(word);
      assertThat(fields).as(word).isNotEmpty().isSubsetOf(NAMES);
    }
  }

  @Test
  void shouldBeWordsForFieldsOfRecordsThatHaveNoFieldOfThatName() {
    List<FieldRegistry<?>> records = List.of(MessageFields.registry(), FrameFields.registry());
    for (String word : CommonFields.words()) {
      assertThat(records)
          .as(word)
          .filteredOn(fields -> fields.find(word).isEmpty())
          .anySatisfy(
              fields ->
                  assertThat(CommonFields.called(word))
                      .anyMatch(each -> fields.find(each).isPresent()));
    }
  }

  @Test
  void shouldKnowNoFieldForAWordThatNobodySays() {
    assertThat(CommonFields.called("ztqk")).isEmpty();
  }
}
