package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpcodeTest {
  /** Every opcode of RC, and of the others those where they differ. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "00 | RC SEND First | SEND | FIRST | true |",
        "01 | RC SEND Middle | SEND | MIDDLE | true |",
        "02 | RC SEND Last | SEND | LAST | true |",
        "03 | RC SEND Last with Immediate | SEND | LAST | true | IMM_DT",
        "04 | RC SEND Only | SEND | ONLY | true |",
        "05 | RC SEND Only with Immediate | SEND | ONLY | true | IMM_DT",
        "06 | RC RDMA WRITE First | RDMA_WRITE | FIRST | true | RETH",
        "07 | RC RDMA WRITE Middle | RDMA_WRITE | MIDDLE | true |",
        "08 | RC RDMA WRITE Last | RDMA_WRITE | LAST | true |",
        "09 | RC RDMA WRITE Last with Immediate | RDMA_WRITE | LAST | true | IMM_DT",
        "0a | RC RDMA WRITE Only | RDMA_WRITE | ONLY | true | RETH",
        "0b | RC RDMA WRITE Only with Immediate | RDMA_WRITE | ONLY | true | RETH IMM_DT",
        "0c | RC RDMA READ Request | RDMA_READ_REQUEST | ONLY | false | RETH",
        "0d | RC RDMA READ response First | RDMA_READ_RESPONSE | FIRST | true | AETH",
        "0e | RC RDMA READ response Middle | RDMA_READ_RESPONSE | MIDDLE | true |",
        "0f | RC RDMA READ response Last | RDMA_READ_RESPONSE | LAST | true | AETH",
        "10 | RC RDMA READ response Only | RDMA_READ_RESPONSE | ONLY | true | AETH",
        "11 | RC Acknowledge | ACKNOWLEDGE | ONLY | false | AETH",
        "12 | RC ATOMIC Acknowledge | ATOMIC_ACKNOWLEDGE | ONLY | false | AETH ATOMIC_ACK_ETH",
        "13 | RC CmpSwap | COMPARE_SWAP | ONLY | false | ATOMIC_ETH",
        "14 | RC FetchAdd | FETCH_ADD | ONLY | false | ATOMIC_ETH",
        "16 | RC SEND Last with Invalidate | SEND | LAST | true | IETH",
        "17 | RC SEND Only with Invalidate | SEND | ONLY | true | IETH",
        "1c | RC FLUSH | FLUSH | ONLY | false | FETH RETH",
        "1d | RC ATOMIC WRITE | ATOMIC_WRITE | ONLY | true | RETH",
        "20 | UC SEND First | SEND | FIRST | true |",
        "2b | UC RDMA WRITE Only with Immediate | RDMA_WRITE | ONLY | true | RETH IMM_DT",
        "40 | RD SEND First | SEND | FIRST | true | RDETH DETH",
        "43 | RD SEND Last with Immediate | SEND | LAST | true | RDETH DETH IMM_DT",
        "4b | RD RDMA WRITE Only with Immediate | RDMA_WRITE | ONLY | true | RDETH DETH RETH"
            + " IMM_DT",
        "4c | RD RDMA READ Request | RDMA_READ_REQUEST | ONLY | false | RDETH DETH RETH",
        "4d | RD RDMA READ response First | RDMA_READ_RESPONSE | FIRST | true | RDETH AETH",
        "4e | RD RDMA READ response Middle | RDMA_READ_RESPONSE | MIDDLE | true | RDETH",
        "51 | RD Acknowledge | ACKNOWLEDGE | ONLY | false | RDETH AETH",
        "52 | RD ATOMIC Acknowledge | ATOMIC_ACKNOWLEDGE | ONLY | false | RDETH AETH"
            + " ATOMIC_ACK_ETH",
        "54 | RD FetchAdd | FETCH_ADD | ONLY | false | RDETH DETH ATOMIC_ETH",
        "55 | RD RESYNC | RESYNC | ONLY | false | RDETH DETH",
        "5c | RD FLUSH | FLUSH | ONLY | false | RDETH DETH FETH RETH",
        "5d | RD ATOMIC WRITE | ATOMIC_WRITE | ONLY | true | RDETH DETH RETH",
        "64 | UD SEND Only | SEND | ONLY | true | DETH",
        "65 | UD SEND Only with Immediate | SEND | ONLY | true | DETH IMM_DT",
        "81 | CNP | CONGESTION_NOTIFICATION | ONLY | false |",
        "a0 | XRC SEND First | SEND | FIRST | true | XRC_ETH",
        "a6 | XRC RDMA WRITE First | RDMA_WRITE | FIRST | true | XRC_ETH RETH",
        "ad | XRC RDMA READ response First | RDMA_READ_RESPONSE | FIRST | true | AETH",
        "b1 | XRC Acknowledge | ACKNOWLEDGE | ONLY | false | AETH",
        "b3 | XRC CmpSwap | COMPARE_SWAP | ONLY | false | XRC_ETH ATOMIC_ETH",
        "b7 | XRC SEND Only with Invalidate | SEND | ONLY | true | XRC_ETH IETH",
        "bc | XRC FLUSH | FLUSH | ONLY | false | XRC_ETH FETH RETH",
        "bd | XRC ATOMIC WRITE | ATOMIC_WRITE | ONLY | true | XRC_ETH RETH",
      })
  void shouldKnowEveryOpcode(
      String code, String text, Operation operation, Part part, boolean payload, String headers) {
    Opcode opcode = Opcode.of(Integer.parseInt(code, 16));

    assertThat(opcode.text()).isEqualTo(text);
    assertThat(opcode.operation()).isEqualTo(operation);
    assertThat(opcode.part()).isEqualTo(part);
    assertThat(opcode.hasPayload()).isEqualTo(payload);
    assertThat(opcode.headers())
        .extracting(ExtensionHeader::name)
        .containsExactly(headers == null ? new String[0] : headers.split(" "));
  }

  @Test
  void shouldKnowAsManyAsThereAre() {
    assertThat(known(TransportService.RC)).isEqualTo(25);
    assertThat(known(TransportService.UC)).isEqualTo(12);
    assertThat(known(TransportService.RD)).isEqualTo(24);
    assertThat(known(TransportService.UD)).isEqualTo(2);
    assertThat(known(TransportService.CNP)).isEqualTo(1);
    assertThat(known(TransportService.XRC)).isEqualTo(25);
    assertThat(known(TransportService.MANUFACTURER)).isZero();
  }

  @Test
  void shouldPlaceTheHeadersOneBehindTheOther() {
    for (int code = 0; code < 256; code++) {
      Opcode opcode = Opcode.of(code);
      int at = Bth.LENGTH;
      for (ExtensionHeader header : opcode.headers()) {
        assertThat(opcode.has(header)).isTrue();
        assertThat(opcode.offsetOf(header)).isEqualTo(at);
        at += header.length();
      }
      assertThat(opcode.headersLength()).isEqualTo(at);
      assertThat(opcode.code()).isEqualTo(code);
    }
  }

  @Test
  void shouldSayWhichHeadersAreNotThere() {
    Opcode send = Opcode.of(0x04);

    assertThat(send.has(ExtensionHeader.RETH)).isFalse();
    assertThat(send.offsetOf(ExtensionHeader.RETH)).isEqualTo(Opcode.ABSENT);
    assertThat(send.headersLength()).isEqualTo(12);
  }

  @Test
  void shouldTakeUnknownCodesAsValues() {
    Opcode reserved = Opcode.of(0x1f);

    assertThat(reserved.isKnown()).isFalse();
    assertThat(reserved.service()).isEqualTo(TransportService.RC);
    assertThat(reserved.text()).isEqualTo("RC unknown 0x1f");
    assertThat(reserved.headers()).isEmpty();
    assertThat(Opcode.of(0x80)).hasToString("CNP unknown 0x80");
  }

  @Test
  void shouldLeaveCodesToManufacturers() {
    for (int code = 0xc0; code <= 0xff; code++) {
      assertThat(Opcode.of(code).service()).isEqualTo(TransportService.MANUFACTURER);
      assertThat(Opcode.of(code).isKnown()).isFalse();
    }
    assertThat(Opcode.of(0xc5)).hasToString("manufacturer unknown 0xc5");
    assertThat(Opcode.of(0xbf).service()).isEqualTo(TransportService.XRC);
  }

  @Test
  void shouldTakeASignedByteFromTheWire() {
    assertThat(Opcode.of((byte) 0x81)).isSameAs(Opcode.of(0x81));
  }

  @Test
  void shouldTellWhereAMessageBeginsAndEnds() {
    Opcode first = Opcode.of(0x00);
    Opcode middle = Opcode.of(0x01);
    Opcode last = Opcode.of(0x02);
    Opcode only = Opcode.of(0x04);

    assertThat(first.part() == Part.FIRST && first.startsMessage() && !first.endsMessage())
        .isTrue();
    assertThat(middle.isMiddle() && !middle.startsMessage() && !middle.endsMessage()).isTrue();
    assertThat(last.part() == Part.LAST && !last.startsMessage() && last.endsMessage()).isTrue();
    assertThat(only.isOnly() && only.startsMessage() && only.endsMessage()).isTrue();
  }

  @Test
  void shouldTellResponsesFromRequests() {
    assertThat(Opcode.of(0x0e).isResponse()).isTrue();
    assertThat(Opcode.of(0x11).isResponse()).isTrue();
    assertThat(Opcode.of(0x12).isResponse()).isTrue();
    assertThat(Opcode.of(0x0c).isResponse()).isFalse();
    assertThat(Opcode.of(0x04).isResponse()).isFalse();
  }

  private static long known(TransportService service) {
    return IntStream.range(0, 256)
        .mapToObj(Opcode::of)
        .filter(opcode -> opcode.service() == service && opcode.isKnown())
        .count();
  }
}
