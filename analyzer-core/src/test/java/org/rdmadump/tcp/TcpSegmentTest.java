package org.rdmadump.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;

class TcpSegmentTest {
  private static final int TCP = 34;

  private final List<Finding> findings = new ArrayList<>();
  private final TcpSegment segment = new TcpSegment();

  private TcpSegment.Reading read(int tcpLength, int offset, int captured) {
    ByteBuffer bytes = ByteBuffer.allocate(TCP + Math.max(tcpLength, 20));
    bytes.putShort(12, (short) 0x0800).put(14, (byte) 0x45);
    bytes.putShort(16, (short) (20 + tcpLength)).put(23, (byte) 6);
    bytes.putShort(TCP, (short) 44000).putShort(TCP + 2, (short) 20049);
    bytes.putInt(TCP + 4, -5).putInt(TCP + 8, 9);
    bytes.put(TCP + 12, (byte) (offset << 4)).put(TCP + 13, (byte) 0x11);
    Frame frame = new Frame();
    frame.set(bytes, 0, TCP + captured, TCP + tcpLength, 0, 1, 0, 1);
    Datagram datagram = new Datagram();
    new PacketDecoder().decode(frame, datagram, findings::add);
    return segment.read(frame, datagram, findings::add);
  }

  @Test
  void shouldReadAHeaderWithOptions() {
    assertThat(read(50, 8, 50)).isEqualTo(TcpSegment.Reading.WHOLE);

    assertThat(segment.sourcePort()).isEqualTo(44000);
    assertThat(segment.destinationPort()).isEqualTo(20049);
    assertThat(segment.sequence()).isEqualTo(-5);
    assertThat(segment.acknowledgement()).isEqualTo(9);
    assertThat(segment.isFin()).isTrue();
    assertThat(segment.isAck()).isTrue();
    assertThat(segment.isSyn()).isFalse();
    assertThat(segment.isRst()).isFalse();
    assertThat(segment.payloadOffset()).isEqualTo(TCP + 32);
    assertThat(segment.payloadLength()).isEqualTo(18);
    assertThat(segment.payloadCaptured()).isEqualTo(18);
  }

  @ParameterizedTest
  @CsvSource({"50,8,19,TRUNCATED", "50,8,20,WHOLE", "50,8,31,WHOLE", "50,8,40,WHOLE"})
  void shouldSayWhatTheSnapLengthLeft(int length, int offset, int captured, String reading) {
    assertThat(read(length, offset, captured)).hasToString(reading);
    if (reading.equals("WHOLE")) {
      assertThat(segment.payloadCaptured()).isEqualTo(Math.max(0, captured - 32));
    }
    assertThat(findings).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"19,5,tcp.short-header", "20,4,tcp.header-length", "20,6,tcp.header-length"})
  void shouldReportAHeaderThatDoesNotFit(int length, int offset, String rule) {
    assertThat(read(length, offset, length)).isEqualTo(TcpSegment.Reading.MALFORMED);
    assertThat(findings).singleElement().extracting(each -> each.rule().name()).isEqualTo(rule);
  }
}
