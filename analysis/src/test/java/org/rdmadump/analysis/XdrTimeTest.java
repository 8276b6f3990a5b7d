package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

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
    "1, 1000000000, 1 s + 1000000000 ns",
    "1, 4294967295, 1 s + 4294967295 ns",
    "-9223372036, 500000000, -9223372035.500000000",
    "-9223372036854775808, 0, -9223372036854775808.000000000",
    "9223372036854775807, 4294967295, 9223372036854775807 s + 4294967295 ns",
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
  void shouldKnowDurationsFromTimes() {
    Set<String> durations = new TreeSet<>();
    for (String protocol : new String[] {"nfs3", "nfs4"}) {
      Set<XdrType> seen = new HashSet<>();
      Protocols.load(protocol).declared().forEach(each -> collect(each, seen, durations));
    }

    assertThat(durations)
        .containsExactly(
            "cnr_lease_time",
            "dir_notif_delay",
            "dirent_notif_delay",
            "ffil_aggregate_completion_time",
            "ffil_total_busy_time",
            "ffl_duration",
            "gdda_child_attr_delay",
            "gdda_dir_attr_delay",
            "time_delta");
  }

  @Test
  void shouldWriteNothingIfBytesAreAbsent() {
    Rope half = Rope.builder().add(new byte[8]).addHole(4, Absence.LOST).build();

    assertThat(XdrTime.put(text, NFS4, half, 0)).isFalse();
    assertThat(text.length()).isZero();
  }

  private static void collect(XdrField field, Set<XdrType> seen, Set<String> durations) {
    if (XdrTime.isDuration(field)) {
      durations.add(field.name());
    }
    boolean holdsArm = field.hold() == XdrHold.SELECTED || field.hold() == XdrHold.ARM;
    XdrType type = holdsArm ? field.heldUnion() : field.type();
    switch (type.kind()) {
      case STRUCT, UNION -> {
        if (seen.add(type)) {
          for (int i = 0; i < type.fieldCount(); i++) {
            collect(type.field(i), seen, durations);
          }
        }
      }
      case ARRAY, FIXED_ARRAY, LIST, OPTIONAL -> collect(type.element(), seen, durations);
      default -> {}
    }
  }
}
