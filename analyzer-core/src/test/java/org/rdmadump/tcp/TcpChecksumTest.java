package org.rdmadump.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.testing.Hex;

class TcpChecksumTest {
  private static final String ETHERNET = "020000000001 020000000002 ";
  private static final int IP = 14;

  /** A segment with four bytes of data; CCCC is for its checksum. */
  private static final String IPV4 =
      ETHERNET
          + "0800 4500002c 00004000 4006 b973 c0a80001 c0a80002"
          + "1234 4e51 00000001 00000002 5018 0200 CCCC 0000 deadbeef";

  private static final String IPV6 =
      ETHERNET
          + "86dd 60000000 0017 06 40 fd000000000000000000000000000001"
          + "fd000000000000000000000000000002"
          + "1234 4e51 00000001 00000002 5018 0200 CCCC 0000 dead be";

  private static byte[] frame(String text, int checksum) {
    return Hex.bytes(text.replace("CCCC", String.format(Locale.ROOT, "%04x", checksum)));
  }

  private static TcpChecksum read(byte[] bytes, int captured) {
    Frame frame = new Frame();
    frame.set(ByteBuffer.wrap(bytes), 0, captured, bytes.length, 0, 1, 0, 1);
    Datagram datagram = new Datagram();
    FindingSink none = finding -> {};
    new PacketDecoder().decode(frame, datagram, none);
    TcpSegment segment = new TcpSegment();
    segment.read(frame, datagram, none);
    return segment.checksum();
  }

  /** Word by word, as RFC 1071 has it, of a segment whose checksum is 0. */
  private static int expected(byte[] bytes, int addresses, int transport) {
    int length = bytes.length - transport;
    int sum = 6 + length;
    for (int i = addresses; i < bytes.length; i++) {
      sum += (bytes[i] & 0xff) << ((i - addresses) % 2 == 0 ? 8 : 0);
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return ~sum & 0xffff;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldTellRightFromWrongWhateverBitIsDamaged(boolean ipv4) {
    // given
    String text = ipv4 ? IPV4 : IPV6;
    int addresses = IP + (ipv4 ? 12 : 8);
    int transport = IP + (ipv4 ? 20 : 40);
    byte[] right = frame(text, expected(frame(text, 0), addresses, transport));

    // when, then
    assertThat(read(right, right.length)).isEqualTo(TcpChecksum.RIGHT);
    SplittableRandom random = new SplittableRandom(1);
    for (int at = transport; at < right.length; at++) {
      if (at == transport + 12) {
        // The length of the header.
        continue;
      }
      byte[] wrong = right.clone();
      wrong[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      assertThat(read(wrong, wrong.length)).as("byte %d", at).isEqualTo(TcpChecksum.WRONG);
    }
  }

  /** Addresses, protocol and length; without the length; nothing. */
  @ParameterizedTest
  @CsvSource({"8172", "815a", "0000"})
  void shouldKnowWhatWasNotComputed(String checksum) {
    byte[] bytes = frame(IPV4, Integer.parseInt(checksum, 16));
    assertThat(read(bytes, bytes.length)).isEqualTo(TcpChecksum.PARTIAL);
  }

  @Test
  void shouldNotJudgeWhatTheSnapLengthCut() {
    byte[] bytes = frame(IPV4, 1);
    assertThat(read(bytes, bytes.length - 1)).isEqualTo(TcpChecksum.UNKNOWN);
  }
}
