package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.xdr.schema.XdrField;

class XdrTimeTest {
  private static final int TIME_MODIFY = 53;
  private static final int DIR_NOTIF_DELAY = 56;
  private static final XdrField NFS4 =
      Protocols.load("nfs4")
          .type("fattr4_value")
          .arm(TIME_MODIFY)
          .orElseThrow(() -> new AssertionError("no nfstime4"));

  private final AsciiBuffer text = new AsciiBuffer();

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1970-01-01T00:00:00.000000000Z",
    "-1, 500000000, 1969-12-31T23:59:59.500000000Z",
    "1772368496, 123456789, 2026-03-01T12:34:56.123456789Z",
    "9223372036, 0, 9223372036.000000000",
    "1, 1000000000, 2.000000000",
    "1, 4294967295, 5.294967295",
    "-9223372036, 500000000, -9223372035.500000000",
    "-9223372036854775808, 0, -9223372036854775808.000000000",
    "9223372036854775807, 4294967295, 9223372036854775807.294967295",
  })
  void shouldWriteTimesAndWhatIsNoneInSeconds(long seconds, long nanos, String expected) {
    Rope time = RpcWords.values().u64(seconds).u32(nanos).rope();

    assertThat(XdrTime.put(text, NFS4, time, 0)).isTrue();
    assertThat(text).hasToString(expected);
  }

  @Test
  void shouldWriteADurationInSeconds() {
    XdrField delay = Protocols.load("nfs4").type("fattr4_value").arm(DIR_NOTIF_DELAY).orElseThrow();
    Rope time = RpcWords.values().u64(90).u32(5).rope();

    assertThat(XdrTime.put(text, delay, time, 0)).isTrue();
    assertThat(text).hasToString("90.000000005");
    assertThat(XdrTime.epochNanos(delay, time, 0)).isEqualTo(XdrTime.NONE);
  }

  @Test
  void shouldWriteNothingIfBytesAreAbsent() {
    Rope half = Rope.builder().add(new byte[8]).addHole(4, Absence.LOST).build();

    assertThat(XdrTime.put(text, NFS4, half, 0)).isFalse();
    assertThat(text.length()).isZero();
  }
}
