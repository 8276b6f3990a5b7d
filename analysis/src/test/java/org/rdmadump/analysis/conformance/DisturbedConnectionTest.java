package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rpcrdma.CaptureOptions;

/** A packet that is sent again excuses what was on the wire then, and nothing else. */
class DisturbedConnectionTest {
  private static ConformanceReport report(Wire wire) throws IOException {
    return Conformance.of(wire.source(), CaptureOptions.DEFAULT);
  }

  private static CaseOutcome outcome(ConformanceReport report, ConformanceCase which) {
    return report.results().get(which.ordinal()).outcome();
  }

  @ParameterizedTest
  @EnumSource(Wire.Transport.class)
  void shouldFailWhatIsWrongBehindThatAgain(Wire.Transport transport) throws IOException {
    Wire wire = transport.connect();
    Crafted.read(wire, 1, Crafted.Read.RIGHT, 500);
    wire.repeatLast();
    Crafted.read(wire, 2, Crafted.Read.RIGHT, 500);
    Crafted.read(wire, 3, Crafted.Read.LAST_FIRST, 2048, 904);

    ConformanceReport report = report(wire);
    assertThat(outcome(report, ConformanceCase.READ_MANY_OPERATIONS))
        .isInstanceOfSatisfying(
            CaseOutcome.Fail.class,
            fail ->
                assertThat(fail.notes().get(0).message()).startsWith("expected an RDMA write at"));
  }

  @Test
  void shouldWarnOfWhatWasOnTheWireThen() throws IOException {
    Wire wire = Wire.Transport.ROCE.connect();
    Crafted.read(wire, 1, Crafted.Read.RIGHT, 500);
    Crafted.readInTwo(wire, 2, wire::repeatLast);
    Crafted.read(wire, 3, Crafted.Read.RIGHT, 500);

    ConformanceReport report = report(wire);
    assertThat(outcome(report, ConformanceCase.READ_MANY_OPERATIONS))
        .isInstanceOf(CaseOutcome.Warn.class);
    assertThat(outcome(report, ConformanceCase.READ_ONE_PACKET))
        .isInstanceOf(CaseOutcome.Pass.class);
  }

  @Test
  void shouldBeDisturbedInTheFramesThatWereTold() {
    Disturbances some = new Disturbances();
    some.add(1, 30);
    some.add(1, 10);
    some.add(1, 20);

    assertThat(some.isWithin(1, 11, 19)).isFalse();
    assertThat(some.isWithin(1, 20, 20)).isTrue();
    assertThat(some.isWithin(1, 5, 10)).isTrue();
    assertThat(some.isWithin(1, 31, 99)).isFalse();
    assertThat(some.isWithin(2, 1, 99)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 1000})
  void shouldTakeWhatBeganBeforeTheFirstThatIsStillKnownAsDisturbed(int count) {
    Disturbances some = new Disturbances();
    for (int i = count; i > 0; i--) {
      some.add(1, 10L * i);
      some.add(1, 20_000 - 10L * i);
    }

    assertThat(some.isWithin(1, 1, 9)).isEqualTo(2 * count > Disturbances.MOST);
    assertThat(some.isWithin(1, 19_985, 19_990)).isTrue();
    assertThat(some.isWithin(1, 19_991, 30_000)).isFalse();
  }
}
