package org.rdmadump.rpcrdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ports that a user names. */
class DecodeAsTest {
  @Test
  void shouldNotChangeWithTheListItWasMadeOf() {
    List<Integer> ports = new ArrayList<>(List.of(2050));
    DecodeAs named = new DecodeAs(ports, List.of());

    ports.add(2051);

    assertThat(named.tcp()).containsExactly(2050);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void shouldRefuseWhatIsNoPort(int port) {
    String reason = "port " + port + " is not in 0 to 65535";
    assertThatThrownBy(() -> new DecodeAs(List.of(port), List.of())).hasMessage(reason);
    assertThatThrownBy(() -> new DecodeAs(List.of(), List.of(port))).hasMessage(reason);
    assertThatThrownBy(() -> new DecodeAs(List.of(), List.of(), Map.of(port, ServiceProtocol.ISER)))
        .hasMessage(reason);
  }
}
