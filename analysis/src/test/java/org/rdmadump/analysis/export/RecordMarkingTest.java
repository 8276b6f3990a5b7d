package org.rdmadump.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.testing.Hex;

class RecordMarkingTest {
  @Test
  void shouldMarkAMessageAsTheLastFragmentOfItsRecord() {
    Rope record = RecordMarking.record(Rope.of(Hex.bytes("0102 0304 0506")), 6);

    assertThat(record.toArray(0, record.length())).isEqualTo(Hex.bytes("80000006 010203040506"));
  }

  @Test
  void shouldCutAMessageThatNoMarkCanCount() {
    long length = 2L * Integer.MAX_VALUE + 5;
    Rope holes = Rope.builder().addHole(length, Absence.NOT_KEPT).build();
    Rope record = RecordMarking.record(holes, length);

    assertThat(record.length()).isEqualTo(length + 3 * 4);
    assertThat(record.getInt(0)).isEqualTo(0x7fff_ffff);
    assertThat(record.getInt(4L + Integer.MAX_VALUE)).isEqualTo(0x7fff_ffff);
    assertThat(record.getInt(8L + 2L * Integer.MAX_VALUE)).isEqualTo(0x8000_0005);
  }
}
