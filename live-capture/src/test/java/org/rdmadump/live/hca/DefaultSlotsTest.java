package org.rdmadump.live.hca;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of slots that a link of some speed gets. */
class DefaultSlotsTest {
  @ParameterizedTest
  @CsvSource({
    // A slot is what an MTU of 4096 on InfiniBand takes; 4 ms at 100 Gb/s are 50 MB.
    "2.5 Gb/sec (1X SDR), 4224, 4096",
    "10 Gb/sec (4X SDR), 4224, 4096",
    "100 Gb/sec (4X EDR), 4224, 11837",
    "200 Gb/sec (4X HDR), 4224, 15887",
    "400 Gb/sec (4X NDR), 4224, 15887",
    // Slots of Ethernet with an MTU of 1500, and with one of 9000: 64 MiB hold fewer of these.
    "25 Gb/sec (1X EDR), 1600, 7812",
    "100 Gb/sec (4X EDR), 1600, 31250",
    "100 Gb/sec (4X EDR), 9088, 5501",
    "fast, 1600, 4096"
  })
  void packetsOf4MillisecondsFit(String rate, int slotLength, int slots) {
    assertThat(DefaultSlots.of(Optional.of(rate), slotLength)).isEqualTo(slots);
  }

  @Test
  void aLinkOfUnknownSpeedGetsTheLeast() {
    assertThat(DefaultSlots.of(Optional.empty(), 4224)).isEqualTo(4096);
  }
}
