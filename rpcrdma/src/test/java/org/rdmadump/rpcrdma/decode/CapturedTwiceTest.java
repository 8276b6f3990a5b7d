package org.rdmadump.rpcrdma.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;

/** Frames of real captures, changed on their way from one place of capture to another. */
class CapturedTwiceTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final int ETHERNET = 14;
  private static final int MOST_FRAMES = 400;

  private final CapturedTwice twice = new CapturedTwice();
  private final PacketDecoder decoder = new PacketDecoder();
  private final Datagram datagram = new Datagram();

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs3-acl.pcap", "iwarp/iwarp-nfs3-acl.pcap"})
  void shouldDropEachPacketThatBothEndsShow(String capture) throws IOException {
    long compared = 0;
    for (byte[] frame : frames(capture)) {
      // when the first place shows it and then, a hop further, the second
      boolean first = isCopy(frame, 1);
      boolean second = isCopy(routed(frame), 2);

      // then
      assertThat(first).isFalse();
      assertThat(second).isTrue();
      compared++;
    }
    assertThat(twice.dropped()).isEqualTo(compared).isGreaterThan(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs3-acl.pcap", "iwarp/iwarp-nfs3-acl.pcap"})
  void shouldKeepAllPacketsThatOnePlaceShowsAgain(String capture) throws IOException {
    for (byte[] frame : frames(capture)) {
      assertThat(isCopy(frame, 1)).isFalse();
      assertThat(isCopy(frame, 1)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs3-acl.pcap", "iwarp/iwarp-nfs3-acl.pcap"})
  void shouldNeverJoinPacketsThatDifferInWhatTheCrcCovers(String capture) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    for (byte[] frame : frames(capture)) {
      assertThat(isCopy(frame, 1)).isFalse();
      Set<ByteBuffer> seen = new HashSet<>(Set.of(ByteBuffer.wrap(frame)));
      for (int i = 0; i < 20; i++) {
        // given another packet, a bit or a byte away
        byte[] other = frame.clone();
        int at = covered(frame, random);
        other[at] ^=
            (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : 1 + random.nextInt(255));

        // then
        if (seen.add(ByteBuffer.wrap(other))) {
          assertThat(isCopy(other, 2 + i)).as("byte %d of %d", at, frame.length).isFalse();
        }
      }
    }
  }

  @Test
  void shouldNotCompareWhatWasCutAtDifferentLengths() throws IOException {
    byte[] frame = frames("rocev2/rocev2-nfs3-acl.pcap").get(20);

    assertThat(isCopy(frame, frame.length, 1)).isFalse();
    assertThat(isCopy(frame, frame.length - 10, 2)).isFalse();
  }

  /** A byte of the transport header or its payload that nothing on the way changes. */
  private int covered(byte[] frame, SplittableRandom random) {
    decode(frame, frame.length);
    boolean tcp = datagram.kind() == PacketKind.TCP;
    int from = tcp ? datagram.transportOffset() + 4 : datagram.payloadOffset();
    int end = datagram.payloadOffset() + datagram.payloadLength() - (tcp ? 0 : 4);
    while (true) {
      int at = from + random.nextInt(end - from);
      boolean changes =
          tcp
              // Header length and checksum of TCP: of the first the rest depends.
              ? at - from == 8 || at - from == 12 || at - from == 13
              : at - from == 4;
      if (!changes) {
        return at;
      }
    }
  }

  /** The frame as it is behind a router: other addresses of Ethernet, hop limit, marks, CRCs. */
  private byte[] routed(byte[] frame) {
    decode(frame, frame.length);
    byte[] routed = frame.clone();
    Arrays.fill(routed, 0, 12, (byte) 0x5a);
    ByteBuffer fields = ByteBuffer.wrap(routed);
    routed[ETHERNET + 1] |= 3;
    routed[ETHERNET + 8]--;
    fields.putShort(ETHERNET + 10, (short) 0x1234);
    if (datagram.kind() == PacketKind.TCP) {
      fields.putShort(datagram.transportOffset() + 16, (short) 0x4321);
    } else {
      fields.putShort(datagram.payloadOffset() - 2, (short) 0x4321);
      routed[datagram.payloadOffset() + 4] = (byte) 0xc0;
      fields.putInt(datagram.payloadOffset() + datagram.payloadLength() - 4, 0);
    }
    return routed;
  }

  private boolean isCopy(byte[] frame, int viewpoint) {
    return isCopy(frame, frame.length, viewpoint);
  }

  private boolean isCopy(byte[] bytes, int captured, int viewpoint) {
    return twice.isCopy(decode(bytes, captured), datagram, viewpoint, 1);
  }

  private Frame decode(byte[] bytes, int captured) {
    Frame frame = new Frame();
    frame.set(ByteBuffer.wrap(bytes), 0, captured, bytes.length, 0, 1, 0, 1);
    decoder.decode(frame, datagram, finding -> {});
    return frame;
  }

  /** Frames with RDMA or TCP, each content once. */
  private List<byte[]> frames(String capture) throws IOException {
    List<byte[]> frames = new ArrayList<>();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(CAPTURES.resolve(capture))) {
      while (source.next(frame) && frames.size() < MOST_FRAMES) {
        byte[] bytes = new byte[frame.captured()];
        frame.bytes().get(frame.offset(), bytes);
        PacketKind kind = decoder.decode(frame, datagram, finding -> {});
        boolean known = frames.stream().anyMatch(each -> Arrays.equals(each, bytes));
        if ((kind == PacketKind.UDP || kind == PacketKind.TCP) && !known) {
          frames.add(bytes);
        }
      }
    }
    return frames;
  }
}
