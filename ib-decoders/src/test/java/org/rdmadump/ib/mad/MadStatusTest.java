package org.rdmadump.ib.mad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.ib.mad.ManagementClass.PERF;
import static org.rdmadump.ib.mad.ManagementClass.SUBN_ADM;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** IBTA volume 1, 13.4.7. */
class MadStatusTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x0001 | busy",
        "0x0002 | redirect required",
        "0x0004 | version not supported",
        "0x0008 | method not supported",
        "0x000c | attribute not supported with this method",
        "0x0010 | reserved code 4",
        "0x001c | invalid value in attribute or modifier",
        "0x0005 | busy, version not supported",
        "0x0100 | ERR_NO_RESOURCES",
        "0x0200 | ERR_REQ_INVALID",
        "0x0300 | ERR_NO_RECORDS",
        "0x0400 | ERR_TOO_MANY_RECORDS",
        "0x0500 | ERR_REQ_INVALID_GID",
        "0x0600 | ERR_REQ_INSUFFICIENT_COMPONENTS",
        "0x0700 | ERR_REQ_DENIED",
        "0xff00 | 0xff of class SubnAdm",
        "0x031c | invalid value in attribute or modifier, ERR_NO_RECORDS",
      })
  void shouldPutErrorsOfSubnetAdministrationIntoWords(int bits, String text) {
    assertThat(new MadStatus(SUBN_ADM, bits).isGood()).isFalse();
    assertThat(new MadStatus(SUBN_ADM, bits).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0x20, 0x40, 0x80, 0xe0})
  void shouldTakeReservedBitsForNoError(int bits) {
    assertThat(new MadStatus(PERF, bits).isGood()).isTrue();
    assertThat(new MadStatus(PERF, bits).text()).isEqualTo("good");
  }

  @ParameterizedTest
  @CsvSource({"0x0300, 0x03 of class Perf"})
  void shouldNotTakeTheCodesOfOneClassForThoseOfAnother(int bits, String text) {
    assertThat(new MadStatus(PERF, bits).text()).isEqualTo(text);
  }
}
