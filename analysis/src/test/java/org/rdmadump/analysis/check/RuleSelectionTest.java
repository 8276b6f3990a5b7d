package org.rdmadump.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleSelectionTest {
  @ParameterizedTest
  @CsvSource({
    "mpa.crc-mismatch, mpa.crc-mismatch, true",
    "mpa.crc-mismatch, mpa.crc-mismatches, false",
    "mpa.*, mpa.crc-mismatch, true",
    "mpa.*, ddp.msn-gap, false",
    "*, ddp.msn-gap, true",
    "*.read-refused, aeth.read-refused, true",
    "*gap, ddp.msn-gap, true",
    "*gap, bth.psn-gapped, false",
    "rpcrdma.*chunk*, rpcrdma.read-chunk-position, true",
    "rpcrdma.*chunk*, rpcrdma.credit-overrun, false",
    "a*b*c, aXbXbXc, true",
    "a*b*c, aXbXbX, false",
    "'', aeth.nak, false"
  })
  void shouldFit(String pattern, String rule, boolean fits) {
    assertThat(RuleSelection.fits(pattern, rule)).isEqualTo(fits);
  }

  @Test
  void shouldTakeAllUnlessAsked() {
    RuleSelection all = new RuleSelection(List.of(), List.of());
    assertThat(all.takes("aeth.nak")).isTrue();
  }

  @Test
  void shouldTakeWhatOnePatternFitsAndNoneOfTheOthersDoes() {
    RuleSelection some = new RuleSelection(List.of("bth.*", "aeth.nak"), List.of("*repeat"));
    assertThat(some.takes("bth.psn-gap")).isTrue();
    assertThat(some.takes("aeth.nak")).isTrue();
    assertThat(some.takes("aeth.rnr-nak")).isFalse();
    assertThat(some.takes("bth.psn-repeat")).isFalse();
  }
}
