package org.rdmadump.analysis.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.rpcrdma.NvmeExchange;

/**
 * Fields that RPC records and NVMe commands have in common: an expression that is right for one is
 * right for the other.
 */
class SharedFieldsTest {
  private final FieldRegistry<NvmeExchange> nvme = NvmeFields.registry();

  static Stream<FieldRegistry<?>> ofRpc() {
    return Stream.of(MessageFields.registry(), ExchangeFields.registry());
  }

  @ParameterizedTest
  @MethodSource("ofRpc")
  void shouldHaveTheSameTypes(FieldRegistry<?> rpc) {
    assertThat(nvme.names())
        .filteredOn(name -> rpc.find(name).isPresent())
        .contains("connection")
        .allSatisfy(name -> shouldBeAlike(nvme.find(name).get(), rpc.find(name).get()));
  }

  private static void shouldBeAlike(Field<?> one, Field<?> other) {
    assertThat(one.types()).isEqualTo(other.types());
    assertThat(one.dialect()).isEqualTo(other.dialect());
  }

  @ParameterizedTest
  @MethodSource("ofRpc")
  void shouldHaveTheSameParts(FieldRegistry<?> rpc) {
    assertThat(nvme.names())
        .filteredOn(name -> rpc.find(name).isPresent())
        .allSatisfy(
            name ->
                assertThat(nvme.group(name).map(group -> group.parts().names()))
                    .isEqualTo(rpc.group(name).map(group -> group.parts().names())));
  }
}
