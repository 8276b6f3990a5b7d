package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rdma.RdmaConnection.FIRST;
import static org.rdmadump.rdma.RdmaConnection.SECOND;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.CmMad;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Mad;
import org.rdmadump.ib.build.OtherService;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.ib.qp.Recording.Connection;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents.Ending;

/** A DREQ of a connection whose set-up was not captured names the queue pair of its receiver. */
class DisconnectTest {
  private static final int SERVERS = 0x22;

  private final Conversation c = between(new Capture());

  private static Conversation between(Capture capture) {
    Conversation between =
        Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).on(capture);
    between.client().qpn(0x11);
    between.server().qpn(SERVERS);
    return between;
  }

  private static void talk(Conversation over) {
    over.client().send(Recording.call(1));
    over.server().send(Recording.reply(1));
  }

  private static void disconnect(QueuePair from, int qpOfReceiver) {
    from.emit(Mad.packet(from, CmMad.dreq(9, 1, 2, qpOfReceiver, new byte[0])));
  }

  private Connection only() {
    return Recording.of(c.capture()).connection();
  }

  @ParameterizedTest
  @CsvSource({"true,false", "false,false", "true,true"})
  void shouldEndAConnectionThatIsKnownByItsPackets(boolean byClient, boolean again) {
    talk(c);
    int end = c.capture().size() + 1;
    QueuePair from = byClient ? c.client() : c.server();
    QueuePair to = byClient ? c.server() : c.client();
    disconnect(from, to.qpn());
    if (again) {
      disconnect(from, to.qpn());
    }

    Connection seen = only();
    assertThat(seen.endings).containsExactly(Ending.DISCONNECTED);
    ConnectionEnd how = seen.connection.end().orElseThrow();
    assertThat(how.how()).isEqualTo(ConnectionEnd.How.DREQ);
    assertThat(how.frame()).isEqualTo(end);
    assertThat(how.side()).isEqualTo(OptionalInt.of(byClient ? FIRST : SECOND));
  }

  @Test
  void shouldEndAConnectionOfAnotherService() {
    c.over(OtherService.XRC);
    talk(c);
    disconnect(c.client(), SERVERS);

    assertThat(only().endings).containsExactly(Ending.DISCONNECTED);
  }

  @Test
  void shouldEndNoConnectionOfAnotherQueuePair() {
    talk(c);
    disconnect(c.client(), SERVERS + 1);

    assertThat(only().endings).containsExactly(Ending.CAPTURE_ENDED);
  }

  @Test
  void shouldNotEndALaterConnectionOfTheQueuePairs() {
    talk(c);
    disconnect(c.client(), SERVERS);
    Conversation later = between(c.capture());
    later.connect();
    disconnect(later.client(), SERVERS);
    talk(later);

    Recording seen = Recording.of(c.capture());
    assertThat(seen.connections()).hasSize(2);
    assertThat(seen.connections().get(0).endings).containsExactly(Ending.DISCONNECTED);
    assertThat(seen.connections().get(1).endings).containsExactly(Ending.CAPTURE_ENDED);
  }
}
