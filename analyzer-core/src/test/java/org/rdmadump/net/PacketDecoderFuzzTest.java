package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Set;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.link.LinkType;
import org.rdmadump.testing.Frames;

class PacketDecoderFuzzTest {
  private static final int[] LINK_TYPES = {
    LinkType.ETHERNET,
    LinkType.LINUX_SLL2,
    LinkType.NULL,
    LinkType.LINUX_SLL,
    LinkType.RAW,
    LinkType.ERF,
    LinkType.INFINIBAND,
    -1
  };

  private static final Set<PacketKind> REACHED =
      Set.of(PacketKind.UDP, PacketKind.ROCE_V1, PacketKind.INFINIBAND, PacketKind.INFINIBAND_RAW);

  private static final int MOST_FRAMES = 64;

  /**
   * Frames, each behind a byte that chooses the link type and how much the snap length cut, and two
   * bytes with its length.
   */
  @FuzzTest
  void shouldDecodeAnyFrames(byte[] input) {
    PacketDecoder decoder = new PacketDecoder();
    Datagram datagram = new Datagram();
    ByteBuffer in = ByteBuffer.wrap(input);
    int frames = 0;
    while (in.remaining() > Short.BYTES && frames++ < MOST_FRAMES) {
      int choice = in.get() & 0xff;
      byte[] bytes = new byte[Math.min(in.getShort() & 0xffff, in.remaining())];
      in.get(bytes);
      int captured = Math.max(0, bytes.length - choice / LINK_TYPES.length);
      decode(decoder, datagram, LINK_TYPES[choice % LINK_TYPES.length], bytes, captured);
    }
    decoder.finish(finding -> assertThat(finding.offset()).isZero());

    assertThat(decoder.unusedFragments()).isBetween(0L, (long) frames);
  }

  private static void decode(
      PacketDecoder decoder, Datagram datagram, int linkType, byte[] bytes, int captured) {
    Frame frame = Frames.cut(linkType, bytes, captured);
    FindingSink findings = finding -> assertThat(finding.offset()).isNotNegative();

    PacketKind kind = decoder.decode(frame, datagram, findings);

    Frame holder = decoder.holder(frame, datagram);
    assertThat(datagram.kind()).isEqualTo(kind);
    assertThat(datagram.payloadCaptured()).isBetween(0, Math.max(0, datagram.payloadLength()));
    if (REACHED.contains(kind)) {
      int end = datagram.payloadOffset() + datagram.payloadCaptured();
      assertThat(datagram.payloadOffset()).isGreaterThan(holder.offset());
      assertThat(end).isLessThanOrEqualTo(holder.end());
      assertThat(datagram.payloadLength()).isNotNegative();
    }
    if (datagram.hasVariantCrc() && REACHED.contains(kind)) {
      int behind = datagram.payloadOffset() + datagram.payloadLength();
      assertThat(behind + Short.BYTES).isLessThanOrEqualTo(holder.end());
    }
  }
}
