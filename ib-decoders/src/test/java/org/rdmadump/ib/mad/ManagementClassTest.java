package org.rdmadump.ib.mad;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IBTA volume 1, 13.4.4. */
class ManagementClassTest {
  @ParameterizedTest
  @CsvSource({
    "0x00, 0x00, RESERVED",
    "0x01, 0x01, SUBN_LID_ROUTED",
    "0x02, 0x02, RESERVED",
    "0x03, 0x03, SUBN_ADM",
    "0x04, 0x04, PERF",
    "0x05, 0x05, BM",
    "0x06, 0x06, DEV_MGT",
    "0x07, 0x07, COM_MGT",
    "0x08, 0x08, SNMP",
    "0x09, 0x0f, VENDOR",
    "0x10, 0x2f, APPLICATION",
    "0x30, 0x4f, VENDOR",
    "0x50, 0x80, RESERVED",
    "0x81, 0x81, SUBN_DIRECTED_ROUTE",
    "0x82, 0xff, RESERVED"
  })
  void shouldKnowEveryNumber(int first, int last, ManagementClass expected) {
    for (int code = first; code <= last; code++) {
      assertThat(ManagementClass.of(code)).as("0x%02x", code).isEqualTo(expected);
    }
  }

  @Test
  void shouldHaveANameOfItsOwnForEachClass() {
    assertThat(ManagementClass.values())
        .extracting(ManagementClass::text)
        .doesNotHaveDuplicates()
        .doesNotContain("");
  }
}
