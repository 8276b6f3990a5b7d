package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rdma.RdmaConnection.FIRST;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.OtherService;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.Distribution;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;

/** Messages of unreliable connections, whose receivers drop what is not whole. */
class UnreliableConnectionsTest {
  private static final byte[] MESSAGE = new byte[3000];

  private final Conversation c =
      Conversation.between("192.168.77.2", "192.168.77.1")
          .mtu(1024)
          .over(OtherService.UC)
          .acks(false);
  private final List<Finding> findings = new ArrayList<>();
  private final List<RdmaConnection> sent = new ArrayList<>();

  @BeforeEach
  void send() {
    for (int message = 0; message < 4; message++) {
      c.client().send(MESSAGE);
    }
  }

  private void decode() throws IOException {
    IbDecoder decoder = new IbDecoder(new Listener(), findings::add);
    PacketDecoder packets = new PacketDecoder();
    Datagram datagram = new Datagram();
    Frame frame = new Frame();
    FrameSource source = c.capture().source();
    while (source.next(frame)) {
      packets.decode(frame, datagram, finding -> {});
      decoder.decode(frame, datagram);
    }
    decoder.finish();
  }

  private final class Listener implements ConnectionListener {
    @Override
    public ConnectionEvents opened(RdmaConnection opened) {
      return new Recording.Connection(opened);
    }

    @Override
    public void unconnected(RdmaConnection direction) {
      sent.add(direction);
    }
  }

  private Distribution sizes() {
    RequestCounters requests = sent.get(0).requests(FIRST).orElseThrow();
    return Objects.requireNonNull(requests.tallies().get(RequestKind.SEND)).sizes();
  }

  /** The first, the middle or the last packet of the second message. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void shouldNotCountAMessageOfWhichAPacketIsMissing(int missing) throws IOException {
    int psn = c.capture().packets().get(missing).psn();
    c.capture().drop(missing);

    decode();

    assertThat(sizes().count()).isEqualTo(3);
    assertThat(sent.get(0).traffic(FIRST).outOfOrder()).isEqualTo(1);
    assertThat(findings)
        .extracting(Finding::message)
        .containsExactly(
            "1 packet is missing before PSN " + (psn + 1) + " of an unreliable connection");
  }

  /** The last packet of the second message, and the first one of the third. */
  @Test
  void shouldNotTakePartsOfTwoMessagesForOne() throws IOException {
    c.capture().drop(5).drop(5);

    decode();

    assertThat(sizes().count()).isEqualTo(2);
  }

  /** A copy of a packet of the second message, behind a later one. */
  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void shouldNotCountBytesOfCopies(int copied) throws IOException {
    c.capture().duplicate(copied, 7);

    decode();

    assertThat(sizes().count()).isEqualTo(4);
    assertThat(sizes().sum()).isEqualTo(4L * MESSAGE.length);
    assertThat(findings).isEmpty();
  }
}
