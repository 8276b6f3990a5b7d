package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.net.Ipv4Header;
import org.rdmadump.net.Ipv6Extension;
import org.rdmadump.net.Ipv6Fragment;
import org.rdmadump.net.Ipv6Header;

class HeaderKindsTest {
  @Test
  @DisplayName("types of one layer come in one order, whatever the run")
  void shouldListTypesInOneOrder() {
    assertThat(HeaderKinds.all().stream().map(HeaderFields::type))
        .extracting(Class::getName)
        .containsSubsequence(
            Ipv4Header.class.getName(),
            Ipv6Header.class.getName(),
            Ipv6Extension.class.getName(),
            Ipv6Fragment.class.getName());
  }

  @ParameterizedTest
  @EnumSource(LayerName.class)
  @DisplayName("frame-fields.txt declares the fields that headers have, and no others")
  void shouldDeclareTheFieldsOfEachLayer(LayerName layer) {
    assertThat(FieldDeclarations.of(layer.label()).keySet())
        .containsExactlyInAnyOrderElementsOf(
            HeaderKinds.all().stream()
                .filter(kind -> kind.layer() == layer)
                .flatMap(kind -> kind.fields().stream())
                .map(Field::name)
                .collect(Collectors.toSet()));
  }
}
