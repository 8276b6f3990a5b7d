package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Icrc;
import org.rdmadump.link.LinkType;

class IbDecoderFuzzTest {
  private static final int NETWORK = 14;
  private static final int IP_LENGTH = 20;
  private static final int TRANSPORT = NETWORK + IP_LENGTH;
  private static final int UDP_LENGTH = 8;
  private static final int BTH = TRANSPORT + UDP_LENGTH;
  private static final int ICRC_LENGTH = 4;
  private static final int MOST_PACKETS = 64;

  private static final int BACKWARDS = 1;
  private static final int WRONG_ICRC = 2;
  private static final int CUT = 4;

  /**
   * A run of packets: each is a byte of choices, the length in two bytes, and what follows the UDP
   * header up to the ICRC.
   */
  @FuzzTest
  void shouldDecodeAnyPackets(byte[] input) {
    Recording recording = new Recording();
    ByteBuffer in = ByteBuffer.wrap(input);
    int packets = 0;
    while (in.remaining() > 3 && packets < MOST_PACKETS) {
      int choices = in.get();
      int length = Math.min(in.getShort() & 0x7ff, in.remaining());
      recording.decode(frame(in, length, choices, ++packets));
    }
    recording.decoder.finish();

    assertThat(recording.decoder.packets()).isEqualTo(packets);
    assertThat(recording.decoder.evictedFlows()).isZero();
  }

  private static Frame frame(ByteBuffer in, int length, int choices, int number) {
    boolean backwards = (choices & BACKWARDS) != 0;
    int end = BTH + length;
    ByteBuffer bytes = ByteBuffer.allocate(end + ICRC_LENGTH);
    bytes.putShort(NETWORK - Short.BYTES, (short) 0x0800);
    bytes.putShort(NETWORK, (short) 0x4500);
    bytes.putShort(NETWORK + 2, (short) (end + ICRC_LENGTH - NETWORK));
    bytes.putShort(NETWORK + 8, (short) 0x4011);
    bytes.putInt(NETWORK + 12, backwards ? 0x0a000002 : 0x0a000001);
    bytes.putInt(NETWORK + 16, backwards ? 0x0a000001 : 0x0a000002);
    bytes.putShort(TRANSPORT, (short) 0xc000);
    bytes.putShort(TRANSPORT + 2, (short) IbDecoder.UDP_PORT);
    bytes.putShort(TRANSPORT + 4, (short) (end + ICRC_LENGTH - TRANSPORT));
    bytes.put(BTH, in, in.position(), length);
    in.position(in.position() + length);
    if (length >= 12 && (choices & WRONG_ICRC) == 0) {
      int icrc = new Icrc().compute(bytes.array(), NETWORK, TRANSPORT, BTH, end, true);
      bytes.order(ByteOrder.LITTLE_ENDIAN).putInt(end, icrc).order(ByteOrder.BIG_ENDIAN);
    }
    int original = end + ICRC_LENGTH;
    int captured =
        (choices & CUT) != 0 ? Math.min(original, BTH + (choices >>> 3 & 31) * 4) : original;
    Frame frame = new Frame();
    frame.set(bytes, 0, captured, original, number * 1000L, LinkType.ETHERNET, 0, number);
    return frame;
  }
}
