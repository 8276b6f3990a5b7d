package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.link.LinkType;
import org.rdmadump.testing.Frames;

class PacketDecoderFuzzTest {
  private static final int[] LINK_TYPES = {LinkType.ETHERNET, LinkType.LINUX_SLL2, 0};

  /** The first byte chooses the link type, and how much the snap length cut. */
  @FuzzTest
  void shouldDecodeAnyFrame(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int choice = input[0] & 0xff;
    byte[] bytes = new byte[input.length - 1];
    System.arraycopy(input, 1, bytes, 0, bytes.length);
    int captured = Math.max(0, bytes.length - choice / LINK_TYPES.length);
    Frame frame = Frames.cut(LINK_TYPES[choice % LINK_TYPES.length], bytes, captured);
    Datagram datagram = new Datagram();
    FindingSink findings = finding -> assertThat(finding.offset()).isBetween(0, bytes.length);

    Outcome outcome = new PacketDecoder().decode(frame, datagram, findings);

    if (outcome == Outcome.UDP) {
      int end = datagram.payloadOffset() + datagram.payloadLength();
      assertThat(datagram.payloadOffset()).isGreaterThan(frame.offset());
      assertThat(end).isLessThanOrEqualTo(frame.wireEnd());
      assertThat(datagram.payloadCaptured()).isBetween(0, datagram.payloadLength());
      assertThat(datagram.payloadOffset() + datagram.payloadCaptured())
          .isLessThanOrEqualTo(frame.end());
    }
  }
}
