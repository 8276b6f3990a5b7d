package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the time of exchanges went. */
class ExchangeMatchTest {
  private static final long DELAY = 50_000;

  private static EndsReport compare(String capture, long offset) {
    return new TwoViews(CapturedPackets.of(capture), 3)
        .clock(offset, 3e-5)
        .delay(DELAY, 0)
        .stretched(20)
        .compare()
        .report();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs41-any-nano.pcap", "iwarp/iwarp-nfs41-crc.pcap"})
  void shouldSayWhatTheNetworkTook(String capture) {
    ExchangeReport exchanges = compare(capture, -5_000_000_000L).exchanges();

    assertThat(exchanges.matched()).isEqualTo(160);
    assertThat(exchanges.onlyInA() + exchanges.onlyInB() + exchanges.incomplete()).isZero();
    for (OperationParts each : exchanges.operations()) {
      if (each.client().greatest() == 0) {
        // There and back, with no more than the drift of the clocks.
        assertThat((double) each.network().p50())
            .as(each.operation().operation())
            .isCloseTo(2.0 * DELAY, within(0.02 * DELAY + 3e-5 * each.latency().greatest()));
      } else {
        assertThat(each.client().p50()).isLessThan(each.latency().p50());
      }
    }
    for (ExchangeParts each : exchanges.slowest()) {
      assertThat(each.server() + each.network() + each.client()).isEqualTo(each.latency());
    }
    assertThat(exchanges.slowest()).hasSize(10);
    assertThat(exchanges.slowest().get(0).latency())
        .isEqualTo(
            exchanges.operations().stream()
                .mapToLong(each -> each.latency().greatest())
                .max()
                .orElseThrow());
  }

  @Test
  void shouldSayWhichCallsOnlyOneSideHas() {
    CapturedPackets captured = CapturedPackets.of("rocev2/rocev2-nfs3-basic.pcap");
    int from = captured.packets().size() / 2;
    TwoViews views = new TwoViews(captured, 3).delay(DELAY, 0).stretched(20);
    for (int i = from; i < from + 200; i++) {
      views.withoutInB(i);
    }

    ExchangeReport exchanges = views.compare().report().exchanges();

    assertThat(exchanges.onlyInA()).isPositive();
    assertThat(exchanges.onlyInB()).isZero();
    assertThat(exchanges.matched() + exchanges.incomplete() + exchanges.onlyInA()).isEqualTo(702);
  }
}
