package org.rdmadump.analysis.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.rpcrdma.RpcMessage;

/** Fields are found alike by who has listed all of them before and by who has not. */
class ListedFieldsTest {
  /** A prime, so that all protocols have their turn. */
  private static final int EVERY = 23;

  private final FieldRegistry<RpcMessage> listed = MessageFields.registry();
  private final FieldRegistry<RpcMessage> asked = MessageFields.registry();

  @Test
  void shouldBeTheSameAfterAllWereListed() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < listed.names().size(); i += EVERY) {
      String name = listed.names().get(i);
      names.addAll(List.of(name, name + ".length", name + ".missing.reason", name + ".nosuch"));
    }

    assertThat(names).hasSizeGreaterThan(500);
    for (String name : names) {
      assertThat(told(listed.find(name))).as(name).isEqualTo(told(asked.find(name)));
    }
    names.removeAll(Set.copyOf(listed.names()));
    assertThat(names)
        .as("parts of bytes that are not listed")
        .anyMatch(name -> listed.find(name).isPresent());
  }

  private static List<Object> told(Optional<Field<RpcMessage>> found) {
    return found
        .<List<Object>>map(
            field -> List.of(field.name(), field.types(), field.meaning(), field.values()))
        .orElse(List.of());
  }
}
