package org.rdmadump.iwarp.stream;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.Outcome;
import org.rdmadump.net.PacketDecoder;

/** Up to 64 segments of two hosts: bytes, or DDP segments in FPDUs, with any sequence numbers. */
class IwarpDecoderFuzzTest {
  private static final int MOST_SEGMENTS = 64;

  @FuzzTest
  void shouldDecodeAnything(FuzzedDataProvider data) throws Exception {
    IwarpConversation wire = new IwarpConversation().crc(data.consumeBoolean());
    wire.markers(data.consumeBoolean(), data.consumeBoolean());
    wire.ports(44000, data.pickValue(new int[] {20049, 3260, 4791}));
    int begins = data.consumeInt(0, 2);
    if (begins == 0) {
      wire.connect();
    } else if (begins == 1) {
      wire.startUp();
    } else {
      wire.framed();
    }
    for (int i = 0; i < MOST_SEGMENTS && data.remainingBytes() > 0; i++) {
      segment(wire, data);
    }
    List<TcpFrame> frames = wire.capture().frames();
    for (int i = 0; i < frames.size() && data.remainingBytes() > 0; i++) {
      if (data.consumeInt(0, 3) == 0) {
        wire.capture().swap(i, data.consumeInt(0, frames.size() - 1));
      }
    }
    decode(wire.capture().snapLength(data.consumeInt(54, 4000)).source());
  }

  private static void segment(IwarpConversation wire, FuzzedDataProvider data) {
    var end = data.consumeBoolean() ? wire.client() : wire.server();
    int opcode = data.consumeInt(0, 15);
    switch (data.consumeInt(0, 4)) {
      case 0 -> end.segment("bytes", data.consumeInt(0, 31), data.consumeBytes(200));
      case 1 ->
          end.fpdu(
              "tagged",
              DdpSegments.tagged(
                  opcode,
                  data.consumeBoolean(),
                  data.consumeInt(0, 3),
                  data.consumeInt(0, 100),
                  data.consumeBytes(600)));
      case 2 ->
          end.fpdu(
              "untagged",
              DdpSegments.untagged(
                  opcode,
                  data.consumeBoolean(),
                  0,
                  data.consumeInt(0, 3),
                  data.consumeInt(0, 3),
                  data.consumeInt(0, 100),
                  data.consumeBytes(200)));
      case 3 -> end.fpdu("any", data.consumeBytes(100));
      default ->
          end.readRequest(
              data.consumeInt(0, 3),
              data.consumeInt(0, 100),
              data.consumeInt(0, 300),
              data.consumeInt(0, 3),
              data.consumeInt(0, 100));
    }
  }

  private static void decode(FrameSource source) throws Exception {
    List<String> faults = new ArrayList<>();
    IwarpDecoder decoder = new IwarpDecoder(new Recording(faults), finding -> {}, new int[] {4791});
    PacketDecoder packets = new PacketDecoder();
    Frame frame = new Frame();
    Datagram datagram = new Datagram();
    long segments = 0;
    while (source.next(frame)) {
      if (packets.decode(frame, datagram, finding -> {}) == Outcome.TCP) {
        segments++;
        decoder.decode(frame, datagram);
      }
    }
    decoder.finish();
    if (!faults.isEmpty() || decoder.packets() > segments) {
      throw new AssertionError(decoder.packets() + " of " + segments + " segments; " + faults);
    }
  }
}
