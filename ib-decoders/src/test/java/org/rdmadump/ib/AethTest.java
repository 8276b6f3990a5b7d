package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.ib.build.Hex;

class AethTest {
  // RC Acknowledge of a Linux server, rocev2-nfs41-basic
  // 0000  1f 00 00 01
  private static final String ACK_BYTES = "1f 00 00 01";

  // RC Acknowledge of a Linux client that was asked for a wrong handle, rocev2-odd
  // 0000  62 00 00 00
  private static final String NAK_BYTES = "62 00 00 00";

  @Test
  void shouldReadAnAcknowledgementWithoutCredits() {
    Aeth ack = Aeth.read(Hex.buffer(ACK_BYTES), 0);

    assertThat(ack).isEqualTo(new Aeth(0x1f, 1));
    assertThat(ack.kind()).isEqualTo(AckKind.ACK);
    assertThat(ack.creditCount()).isEqualTo(Aeth.NO_CREDIT_COUNT);
    assertThat(ack.nakCode()).isEqualTo(NakCode.NONE);
  }

  @Test
  void shouldReadARefusal() {
    Aeth nak = Aeth.read(Hex.buffer(NAK_BYTES), 0);

    assertThat(nak.kind()).isEqualTo(AckKind.NAK);
    assertThat(nak.nakCode()).isEqualTo(NakCode.REMOTE_ACCESS_ERROR);
    assertThat(nak.nakCode().text()).isEqualTo("Remote Access Error");
    assertThat(nak.creditCount()).isEqualTo(Aeth.NO_CREDIT_COUNT);
  }

  @Test
  void shouldReadTheTimerOfAReceiverThatIsNotReady() {
    Aeth nak = Aeth.read(Hex.buffer("2e fe dc ba"), 0);

    assertThat(nak.kind()).isEqualTo(AckKind.RNR_NAK);
    assertThat(nak.value()).isEqualTo(14);
    assertThat(nak.msn()).isEqualTo(0xfedcba);
    assertThat(nak.nakCode()).isEqualTo(NakCode.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "0x00, ACK", "0x1f, ACK", "0x20, RNR_NAK", "0x3f, RNR_NAK", "0x40, RESERVED",
    "0x5f, RESERVED", "0x60, NAK", "0x7f, NAK", "0x80, RESERVED", "0xff, RESERVED"
  })
  void shouldTellTheKindsApart(String syndrome, AckKind kind) {
    assertThat(new Aeth(Integer.decode(syndrome), 0).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "0, PSN_SEQUENCE_ERROR",
    "1, INVALID_REQUEST",
    "2, REMOTE_ACCESS_ERROR",
    "3, REMOTE_OPERATIONAL_ERROR",
    "4, INVALID_RD_REQUEST",
    "5, RESERVED",
    "31, RESERVED"
  })
  void shouldNameTheReasonOfARefusal(int code, NakCode reason) {
    assertThat(new Aeth(0x60 | code, 0).nakCode()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0", "1, 1", "2, 2", "3, 3",
    "4, 4", "5, 6", "6, 8", "7, 12",
    "8, 16", "9, 24", "10, 32", "11, 48",
    "12, 64", "13, 96", "14, 128", "15, 192",
    "16, 256", "17, 384", "18, 512", "19, 768",
    "20, 1024", "21, 1536", "22, 2048", "23, 3072",
    "24, 4096", "25, 6144", "26, 8192", "27, 12288",
    "28, 16384", "29, 24576", "30, 32768", "31, -1"
  })
  void shouldDecodeCredits(int code, int credits) {
    assertThat(new Aeth(code, 0).creditCount()).isEqualTo(credits);
  }

  /** IBTA volume 1, table of encoded RNR NAK timers. */
  @ParameterizedTest
  @CsvSource({
    "0, 655360", "1, 10", "2, 20", "3, 30",
    "4, 40", "5, 60", "6, 80", "7, 120",
    "8, 160", "9, 240", "10, 320", "11, 480",
    "12, 640", "13, 960", "14, 1280", "15, 1920",
    "16, 2560", "17, 3840", "18, 5120", "19, 7680",
    "20, 10240", "21, 15360", "22, 20480", "23, 30720",
    "24, 40960", "25, 61440", "26, 81920", "27, 122880",
    "28, 163840", "29, 245760", "30, 327680", "31, 491520"
  })
  void shouldDecodeTheTimeToWait(int code, int microseconds) {
    assertThat(new Aeth(0x20 | code, 0).rnrMicroseconds()).isEqualTo(microseconds);
  }
}
