package org.rdmadump.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;

/** Rule capture.packets-twice. */
class CopiesReviewTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final int PORT = 5000;

  private final Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1").port(PORT);

  /** Gives each frame twice, as a mirror of two ports does. */
  private static final class Mirror extends ForwardingSource {
    private boolean again;

    Mirror(FrameSource source) {
      super(source);
    }

    @Override
    public boolean next(Frame frame) throws IOException {
      again = !again;
      return !again || super.next(frame);
    }
  }

  private static List<String> found(FrameSource source) throws IOException {
    return CheckedFindings.of(source, CaptureRules.PACKETS_TWICE);
  }

  private void talk() {
    wire.connect();
    for (int i = 0; i < 8; i++) {
      wire.client().send(new byte[10]);
      wire.server().send(new byte[10]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs41-conformance.pcap",
        "iwarp/iwarp-nfs41-crc.pcap",
        "iwarp/iwarp-nfs41-ipv6.pcap"
      })
  void shouldSayThatEachPacketIsThereTwice(String capture) throws IOException {
    assertThat(found(new Mirror(CaptureFile.open(CAPTURES.resolve(capture)))))
        .singleElement()
        .asString()
        .endsWith(
            "packets repeat others, from both sides and without a loss: the capture probably shows"
                + " each packet twice");
  }

  /** Up to half of their packets are retransmitted. */
  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs41-loss.pcap", "rocev2/rocev2-nfs41-reorder.pcap"})
  void shouldNotTakeRetransmissionsForCopies(String capture) throws IOException {
    assertThat(found(CaptureFile.open(CAPTURES.resolve(capture)))).isEmpty();
  }

  @Test
  void shouldSayItOfAConnectionWithoutRpc() throws IOException {
    talk();
    assertThat(found(new Mirror(wire.capture().source()))).hasSize(1);
  }

  @Test
  void shouldSayNothingIfOneSideRepeatsItsPackets() throws IOException {
    talk();
    List<Packet> packets = wire.capture().packets();
    List<Packet> ofClient =
        packets.stream().filter(each -> each.label().contains("client")).toList();
    packets.addAll(ofClient);
    assertThat(found(wire.capture().source())).isEmpty();
  }

  /** Each segment begins with the last bytes of the one before it. */
  @Test
  void shouldNotTakeSegmentsThatOverlapForCopies() throws IOException {
    IwarpConversation tcp = new IwarpConversation().crc(true);
    tcp.connect();
    for (int i = 0; i < 20; i++) {
      tcp.client().send(new byte[100]);
      tcp.server().send(new byte[100]);
    }
    List<TcpFrame> frames = tcp.capture().frames();
    for (int i = tcp.capture().find("Send"); i < frames.size(); i += 2) {
      TcpFrame whole = frames.get(i);
      frames.set(i, whole.part(0, 60));
      frames.add(i + 1, whole.part(50, whole.payload().length));
    }

    assertThat(found(tcp.capture().source())).isEmpty();
  }
}
