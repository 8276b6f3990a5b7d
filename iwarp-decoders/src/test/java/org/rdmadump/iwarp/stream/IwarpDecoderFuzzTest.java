package org.rdmadump.iwarp.stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.IwarpEnd;
import org.rdmadump.iwarp.build.TcpCapture;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;

/** Up to 64 segments of two hosts: bytes, or FPDUs with right lengths, markers and CRCs. */
class IwarpDecoderFuzzTest {
  private static final int MOST_SEGMENTS = 64;
  private static final int WHOLE = 1 << 18;
  private static final int[] PORTS = {20049, 3260, 4791, 20049};

  private static final int CRC = 1;
  private static final int CLIENT_MARKERS = 2;
  private static final int SERVER_MARKERS = 4;
  private static final int BEGINNING_SHIFT = 3;
  private static final int PORT_SHIFT = 5;

  private static final int FROM_SERVER = 1;
  private static final int KIND_SHIFT = 1;
  private static final int SWAPPED = 8;
  private static final int REPEATED = 16;
  private static final int LOST = 32;
  private static final int SPLIT = 64;

  /**
   * A byte that says what is in use and how the capture begins, one that says where frames are cut;
   * then for each segment a byte of choices, a length in two bytes, and as many bytes: those of an
   * FPDU's ULPDU, or of the stream itself.
   */
  @FuzzTest
  void shouldDecodeAnySegments(byte[] input) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(input);
    int settings = in.hasRemaining() ? in.get() : 0;
    int cut = in.hasRemaining() ? in.get() & 0xff : 0;
    IwarpConversation wire =
        new IwarpConversation()
            .crc((settings & CRC) != 0)
            .markers((settings & CLIENT_MARKERS) != 0, (settings & SERVER_MARKERS) != 0)
            .ports(44000, PORTS[settings >> PORT_SHIFT & 3]);
    switch (settings >> BEGINNING_SHIFT & 3) {
      case 0 -> wire.connect();
      case 1 -> wire.startUp();
      default -> wire.framed();
    }
    for (int i = 0; i < MOST_SEGMENTS && in.remaining() >= 3; i++) {
      segment(wire, in);
    }
    decode(wire.capture().snapLength(cut == 0 ? WHOLE : TcpFrame.HEADERS + 4 * cut).source());
  }

  private static void segment(IwarpConversation wire, ByteBuffer in) {
    int choices = in.get();
    byte[] bytes = new byte[Math.min(in.getShort() & 0x1fff, in.remaining())];
    in.get(bytes);
    TcpCapture capture = wire.capture();
    IwarpEnd end = (choices & FROM_SERVER) != 0 ? wire.server() : wire.client();
    switch (choices >> KIND_SHIFT & 3) {
      case 0 -> end.segment("bytes", TcpFrame.ACK, bytes);
      case 1 -> end.segment("flags", bytes.length > 0 ? bytes[0] : 0, bytes);
      default -> end.fpdu("FPDU", bytes);
    }
    int last = capture.frames().size() - 1;
    if ((choices & LOST) != 0) {
      capture.drop(last);
    } else if ((choices & SPLIT) != 0) {
      capture.split(last, capture.frames().get(last).payload().length / 2);
    }
    last = capture.frames().size() - 1;
    if ((choices & REPEATED) != 0 && last >= 0) {
      capture.repeat(last / 2, last);
    }
    if ((choices & SWAPPED) != 0 && last > 0) {
      capture.swap(last - 1, last);
    }
  }

  private static void decode(FrameSource source) throws IOException {
    List<String> faults = new ArrayList<>();
    IwarpDecoder decoder = new IwarpDecoder(new Recording(faults), finding -> {}, new int[] {4791});
    PacketDecoder packets = new PacketDecoder();
    Frame frame = new Frame();
    Datagram datagram = new Datagram();
    long segments = 0;
    while (source.next(frame)) {
      if (packets.decode(frame, datagram, finding -> {}) == PacketKind.TCP) {
        segments++;
        decoder.decode(frame, datagram);
      }
    }
    decoder.finish();
    if (!faults.isEmpty() || decoder.counted(IwarpCount.PACKETS) > segments) {
      throw new AssertionError(
          decoder.counted(IwarpCount.PACKETS) + " of " + segments + " segments; " + faults);
    }
  }
}
