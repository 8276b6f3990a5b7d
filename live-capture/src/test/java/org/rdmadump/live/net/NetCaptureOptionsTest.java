package org.rdmadump.live.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that libpcap would take and never return from, or refuse with other words. */
class NetCaptureOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, a snap length of 0 bytes",
    "262145, 1, 1, a snap length of 262145 bytes",
    "1, 0, 1, a buffer of 0 bytes",
    "1, 1, 0, a read timeout of 0 ms"
  })
  void shouldRefuseWhatIsOutOfRange(int snapLength, int buffer, int timeout, String message) {
    assertThatThrownBy(() -> new NetCaptureOptions("", snapLength, buffer, true, false, timeout))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void shouldChangeTheFilterOnly() {
    NetCaptureOptions options = NetCaptureOptions.DEFAULT.withFilter("udp");

    assertThat(options.filter()).isEqualTo("udp");
    assertThat(options.withFilter("")).isEqualTo(NetCaptureOptions.DEFAULT);
  }
}
