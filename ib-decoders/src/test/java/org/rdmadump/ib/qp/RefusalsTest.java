package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.RdmaConnection;

/** Connections that the connection manager refused. */
class RefusalsTest {
  private final Conversation c = Conversation.between("192.168.77.2", "192.168.77.1");
  private final Refused refused = new Refused();

  /** Takes what was refused. */
  private static final class Refused implements ConnectionListener {
    final List<RdmaConnection> connections = new ArrayList<>();

    @Override
    public ConnectionEvents opened(RdmaConnection connection) {
      return new Recording.Connection(connection);
    }

    @Override
    public void rejected(RdmaConnection connection) {
      connections.add(connection);
    }
  }

  private List<RdmaConnection> refused() throws IOException {
    IbDecoder decoder = new IbDecoder(refused, finding -> {});
    PacketDecoder packets = new PacketDecoder();
    Datagram datagram = new Datagram();
    Frame frame = new Frame();
    FrameSource source = c.capture().source();
    while (source.next(frame)) {
      packets.decode(frame, datagram, finding -> {});
      decoder.decode(frame, datagram);
    }
    decoder.finish();
    return refused.connections;
  }

  private void refuse() {
    c.request(new byte[0]).reject(RejectReason.INVALID_SERVICE_ID, new byte[0]);
  }

  @Test
  void shouldTellOnceOfARequestThatIsRepeatedBecauseTheRefusalWasLost() throws IOException {
    refuse();
    refuse();
    refuse();

    assertThat(refused()).hasSize(1);
    assertThat(refused.connections.get(0).firstFrame()).isEqualTo(1);
  }

  @Test
  void shouldTellOfNoConnectionThatWasMadeAndEndedByARefusal() throws IOException {
    c.connect();
    c.reject(RejectReason.TIMEOUT, new byte[0]);

    assertThat(refused()).isEmpty();
  }

  @Test
  void shouldTellOfEachAttempt() throws IOException {
    refuse();
    c.communicationIds(0x77, 0);
    refuse();

    assertThat(refused()).hasSize(2);
  }
}
