package org.rdmadump.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.rule.ConnectionRules;
import org.rdmadump.finding.Rule;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.cm.RejectReason;

/** What is said of connections that carry no RPC-over-RDMA. */
class TransportReviewTest {
  private static final int PORT = 5000;
  private static final int HANDLE = 0x1234;
  private static final int EXPERIENCED = 3;

  private final Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1").port(PORT);

  private List<String> found(Rule rule) throws IOException {
    return CheckedFindings.of(wire.capture().source(), rule);
  }

  @Test
  void shouldSayThatPacketsWereSentAgainAndWhy() throws IOException {
    wire.connect();
    wire.client().write(HANDLE, 0, new byte[2500]);
    int first = wire.capture().size() - 4;
    wire.capture().pause(1_000_000_000L).again(first).again(first + 1).again(first + 2);
    wire.client().send(new byte[10]);

    assertThat(found(ConnectionRules.RETRANSMISSIONS))
        .containsExactly(
            "client QP 17 -> server QP 17: retransmitted 3 of 7 packets; 1 timeout;"
                + " all acknowledged before");
  }

  @Test
  void shouldCountRefusalsThatMadeItSendAgain() throws IOException {
    wire.acks(false).connect();
    wire.client().send(new byte[10]);
    int first = wire.capture().size() - 1;
    int psn = Psn.add(wire.client().nextPsn(), -1);
    wire.server().rnrNak(psn, 1);
    wire.capture().again(first);
    wire.server().acknowledge(psn);

    assertThat(found(ConnectionRules.RETRANSMISSIONS))
        .containsExactly("client QP 17 -> server QP 17: retransmitted 1 of 2 packets; 1 RNR NAK");
  }

  @Test
  void shouldTellOfCongestion() throws IOException {
    wire.traits(packet -> packet.typeOfService(EXPERIENCED)).connect();
    wire.client().send(new byte[10]);
    wire.server().congestion();

    assertThat(found(ConnectionRules.CONGESTION))
        .contains(
            "client QP 17 -> server QP 17: 1 CNP",
            "client QP 17 -> server QP 17: 1 of 1 packet met congestion (ECN)");
  }

  @Test
  void shouldTellOfAcknowledgementsWithoutCredits() throws IOException {
    wire.acks(false).connect();
    wire.client().send(new byte[10]);
    int psn = Psn.add(wire.client().nextPsn(), -1);
    wire.server().emit(wire.server().packet(0x11).psn(psn).aeth(0, 1));

    assertThat(found(ConnectionRules.NO_CREDITS))
        .containsExactly("client QP 17 -> server QP 17: 1 of 1 acknowledgement granted no credit");
  }

  @Test
  void shouldTellOfARefusedConnection() throws IOException {
    wire.request(new byte[0]).reject(RejectReason.INVALID_SERVICE_ID, new byte[0]);

    assertThat(found(ConnectionRules.REFUSED))
        .containsExactly("client QP 17 -> server: connection refused, Invalid Service ID");
  }

  @Test
  void shouldTellOfAnErrorThatEndedAConnection() throws IOException {
    wire.acks(false).connect();
    wire.client().write(HANDLE, 0, new byte[10]);
    wire.server().nak(Psn.add(wire.client().nextPsn(), -1), NakCode.REMOTE_ACCESS_ERROR);
    wire.disconnect();

    assertThat(found(ConnectionRules.ABORTED))
        .containsExactly(
            "client QP 17 -> server QP 17: connection ended, dreq, NAK (Remote Access Error)");
  }

  @Test
  void shouldHaveNothingToSayOfAConnectionWithoutTrouble() throws IOException {
    wire.connect();
    wire.client().write(HANDLE, 0, new byte[2500]);
    wire.server().send(new byte[10]);
    wire.disconnect();

    for (Rule rule : ConnectionRules.all()) {
      assertThat(found(rule)).as(rule.name()).isEmpty();
    }
  }
}
