package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where {@code --metrics-listen} listens. */
class ListenAddressTest {
  @ParameterizedTest
  @CsvSource({
    "9345, 127.0.0.1, 9345",
    ":9345, 127.0.0.1, 9345",
    "0, 127.0.0.1, 0",
    "192.0.2.1:80, 192.0.2.1, 80",
    "0.0.0.0:9345, 0.0.0.0, 9345",
    "[::1]:9345, 0:0:0:0:0:0:0:1, 9345",
    "[::]:65535, 0:0:0:0:0:0:0:0, 65535",
  })
  void shouldBeLoopbackUnlessAnAddressIsNamed(String text, String host, int port) throws Exception {
    ListenAddress address = ListenAddress.of(text);

    assertThat(address.socket().getAddress().getHostAddress()).isEqualTo(host);
    assertThat(address.socket().getPort()).isEqualTo(port);
  }

  @ParameterizedTest
  @CsvSource({
    "'', port is not a number from 0 to 65535",
    "localhost, port is not a number from 0 to 65535",
    "127.0.0.1:, port is not a number from 0 to 65535",
    "127.0.0.1:65536, port is not a number from 0 to 65535",
    "127.0.0.1:-1, port is not a number from 0 to 65535",
    "::1:9345, 'write an IPv6 address in brackets, such as [::1]:9345'",
    "[127.0.0.1]:9345, only IPv6 addresses are written in brackets",
    "[::zz]:9345, no such address",
  })
  void shouldSayWhatIsWrong(String text, String why) {
    assertThatThrownBy(() -> ListenAddress.of(text))
        .isInstanceOf(CommandFailure.class)
        .hasMessageStartingWith("--metrics-listen ")
        .hasMessageEndingWith(": " + why);
  }
}
