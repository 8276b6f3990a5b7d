package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineMemoryTest {
  @Test
  void shouldReadWhatLinuxSays() {
    String text = "MemTotal:       16314376 kB\nMemFree:         1000000 kB\n";
    assertThat(MachineMemory.of(text))
        .isEqualTo(new MachineMemory(16314376L << 10, "the 15932M of this machine"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "MemFree: 100 kB",
        "MemTotal: lots kB",
        "MemTotal: 100",
        "MemTotal: 0 kB",
        "MemTotal: 99999999999999999 kB"
      })
  void shouldAllowATebibyteWhereNothingIsSaid(String text) {
    assertThat(MachineMemory.of(text)).isEqualTo(new MachineMemory(1L << 40, "1T"));
  }
}
