package org.rdmadump.ib.qp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rdma.RdmaConnection.FIRST;
import static org.rdmadump.rdma.RdmaConnection.SECOND;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.ib.qp.Recording.Connection;
import org.rdmadump.rdma.ConnectionEvents.Ending;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.Transport;

/** How connections are found, joined and ended. */
class ConnectionsTest {
  private static final String CLIENT = "192.168.77.2";
  private static final String OTHER_CLIENT = "192.168.77.3";
  private static final String SERVER = "192.168.77.1";
  private static final int HANDLE = 0x977;
  private static final long ADDRESS = 0x7f00_0000_1000L;

  private final Capture capture = new Capture();
  private Conversation c;

  @BeforeEach
  void begin() {
    c = between(CLIENT);
  }

  // ---- with the connection manager

  @Test
  void shouldKnowBothEndsFromTheConnectionManager() {
    c.client().qpn(0x21);
    c.server().qpn(0x22);
    c.connect("client's".getBytes(ISO_8859_1), "server's".getBytes(ISO_8859_1));

    RdmaConnection seen = only().connection;
    assertThat(seen.transport()).isEqualTo(Transport.ROCEV2);
    assertThat(seen.recognition()).isEqualTo(Recognition.CM);
    assertThat(seen.endpoint(FIRST).address()).hasToString(CLIENT);
    assertThat(seen.endpoint(FIRST).number()).hasValue(0x21);
    assertThat(seen.endpoint(SECOND).address()).hasToString(SERVER);
    assertThat(seen.endpoint(SECOND).number()).hasValue(0x22);
    assertThat(seen.activeSide()).hasValue(FIRST);
    assertThat(seen.servicePort()).hasValue(20049);
    assertThat(seen.pathMtu()).hasValue(1024);
    assertThat(seen.firstFrame()).isEqualTo(1);
    assertThat(text(seen, FIRST)).startsWith("client's");
    assertThat(text(seen, SECOND)).startsWith("server's");
  }

  @Test
  void shouldKnowItOverIpv6() {
    c = Conversation.between("fd00:77::2", "fd00:77::1").on(capture).connect();
    c.client().send(Recording.call(1));

    assertThat(only().connection.endpoint(FIRST).address()).hasToString("fd00:77::2");
    assertThat(only().sends).hasSize(1);
  }

  @Test
  void shouldNotConnectByTheRequestAlone() {
    c.request(new byte[0]);

    assertThat(Recording.of(capture).opened).isEmpty();
  }

  @Test
  void shouldNotConnectByTheReplyAlone() {
    c.reply(new byte[0]).ready();

    assertThat(Recording.of(capture).opened).isEmpty();
  }

  @Test
  void shouldNotConnectWhatIsRejected() {
    c.request(new byte[0]).reject(RejectReason.CONSUMER_REJECT, new byte[0]);
    c.reply(new byte[0]);

    assertThat(Recording.of(capture).opened).isEmpty();
  }

  @Test
  void shouldConnectOnceWhenMessagesAreRepeated() {
    c.request(new byte[0]).request(new byte[0]).reply(new byte[0]).reply(new byte[0]).ready();
    c.client().send(Recording.call(1));
    c.reply(new byte[0]).ready();
    c.client().send(Recording.call(2));

    assertThat(only().sends).hasSize(2);
    assertThat(only().connection.firstFrame()).isEqualTo(1);
  }

  @Test
  void shouldEndItWhenEitherSideDisconnects() {
    c.connect();
    c.client().send(Recording.call(1));
    c.disconnect();

    assertThat(only().endings).containsExactly(Ending.DISCONNECTED);
    capture.drop(capture.find("DREQ"));
    assertThat(only().endings).containsExactly(Ending.DISCONNECTED);
  }

  @Test
  void shouldEndItWithTheCapture() {
    c.connect();

    assertThat(only().endings).containsExactly(Ending.CAPTURE_ENDED);
  }

  @Test
  void shouldIgnoreWhatIsStillRepeatedBehindTheDisconnect() {
    c.connect();
    c.client().send(Recording.call(1));
    c.disconnect();
    capture.duplicate(capture.find("SEND"), capture.size());

    assertThat(only().sends).hasSize(1);
  }

  @Test
  void shouldTakeWhatWasSentBeforeTheDisconnectAndCapturedBehindIt() {
    c.connect();
    c.client().send(Recording.call(1));
    c.server().send(Recording.reply(1));
    c.disconnect();
    capture.move(capture.find("server RC SEND"), capture.size() - 1);

    assertThat(only().sends(SECOND)).hasSize(1);
    assertThat(only().endings).containsExactly(Ending.DISCONNECTED);
  }

  @Test
  void shouldEndItTwoSecondsBehindTheDisconnect() {
    c.connect();
    c.client().send(Recording.call(1));
    c.disconnect();
    Recording seen = new Recording();
    seen.decode(capture.source());
    long end = capture.packets().get(capture.find("DREQ")).epochNanos();

    seen.decoder.settleOverdue(end + 1_999_999_999L);
    assertThat(seen.connections().get(0).endings).isEmpty();
    seen.decoder.settleOverdue(end + 2_000_000_000L);
    assertThat(seen.connections().get(0).endings).containsExactly(Ending.DISCONNECTED);
  }

  @Test
  void shouldEndItAtOnceWhenSomebodyMayBeWaiting() {
    c.connect();
    c.client().send(Recording.call(1));
    c.disconnect();
    Recording seen = new Recording();
    seen.decoder.follow();
    seen.decode(capture.source());

    assertThat(seen.connections().get(0).endings).containsExactly(Ending.DISCONNECTED);
  }

  @Test
  void shouldEndTheFirstOfTooManyThatWereDisconnected() {
    for (int port = 0; port <= 256; port++) {
      Conversation each =
          between("10.0." + port / 256 + "." + port % 256).communicationIds(2 * port, 2 * port + 1);
      each.connect();
      each.client().send(Recording.call(port));
      each.disconnect();
    }
    Recording seen = new Recording();
    seen.decode(capture.source());

    assertThat(seen.connections().get(0).endings).containsExactly(Ending.DISCONNECTED);
    assertThat(seen.connections().get(1).endings).isEmpty();
  }

  @Test
  void shouldTellALaterConnectionWithTheSameQueuePairNumbersFromTheFirst() {
    c.connect();
    c.client().send(Recording.call(1));
    c.disconnect();
    Conversation later = between(CLIENT).communicationIds(7, 8);
    later.client().nextPsn(3);
    later.server().nextPsn(5_000_000);
    later.connect();
    later.client().send(Recording.call(2));
    later.server().send(Recording.reply(2));

    List<Connection> seen = Recording.of(capture).connections();
    assertThat(seen).hasSize(2);
    assertThat(seen.get(0).sends).hasSize(1);
    assertThat(seen.get(0).endings).containsExactly(Ending.DISCONNECTED);
    assertThat(seen.get(1).sends).hasSize(2);
  }

  @Test
  void shouldEndTheFirstWhenItsDisconnectWasNotCaptured() {
    shouldTellALaterConnectionWithTheSameQueuePairNumbersFromTheFirst();
    capture.drop(packet -> packet.label().contains("CM D"));

    List<Connection> seen = Recording.of(capture).connections();
    assertThat(seen).hasSize(2);
    assertThat(seen.get(0).endings).containsExactly(Ending.DISCONNECTED);
    assertThat(seen.get(1).sends).hasSize(2);
  }

  @Test
  void shouldTellItByItsPsnsWhenAllOfTheConnectionManagerIsMissing() {
    for (int serverPsn : new int[] {2001, 5_000_000}) {
      for (boolean disconnect : new boolean[] {true, false}) {
        capture.packets().clear();
        c = between(CLIENT).connect();
        c.client().send(Recording.call(1));
        c.server().send(Recording.reply(1));
        if (disconnect) {
          c.disconnect();
        }
        Conversation later = between(CLIENT);
        later.client().nextPsn(9_000_000);
        later.server().nextPsn(serverPsn);
        for (int xid = 2; xid < 5; xid++) {
          later.client().send(Recording.call(xid));
          later.server().send(Recording.reply(xid));
        }

        List<Connection> seen = Recording.of(capture).connections();
        assertThat(seen).as("%d %s", serverPsn, disconnect).hasSize(2);
        assertThat(seen.get(1).sends(FIRST)).hasSize(3);
        assertThat(seen.get(1).sends(SECOND)).hasSize(3);
        assertThat(seen.get(1).settled).allMatch(Send::acknowledged).hasSize(6);
      }
    }
  }

  @Test
  void shouldTakeAReusedCommunicationIdForANewRequest() {
    c.client().qpn(0x21);
    c.request(new byte[0]);
    Conversation later = between(CLIENT);
    later.client().qpn(0x31).nextPsn(77);
    later.connect();
    later.client().send(Recording.call(1));

    assertThat(only().connection.endpoint(FIRST).number()).hasValue(0x31);
    assertThat(only().connection.firstFrame()).isEqualTo(2);
    assertThat(only().sends).hasSize(1);
  }

  @Test
  void shouldHoldTwoConnectionsBetweenTheSameHostsApart() {
    c.connect();
    Conversation second = between(CLIENT).communicationIds(7, 8);
    second.client().qpn(0x31);
    second.server().qpn(0x32);
    second.connect();
    c.client().send(Recording.call(1));
    second.client().send(Recording.call(1));
    c.server().send(Recording.reply(1));
    second.server().send(Recording.reply(1));

    List<Connection> seen = Recording.of(capture).connections();
    assertThat(seen).hasSize(2).allMatch(each -> each.sends.size() == 2);
  }

  @Test
  void shouldHoldTwoClientsWithEqualNumbersAndPsnsApart() {
    Conversation second = between(OTHER_CLIENT);
    for (Conversation each : List.of(c, second)) {
      each.connect();
    }
    byte[] mine = new byte[3000];
    byte[] others = new byte[3000];
    Arrays.fill(others, (byte) 1);
    c.acks(false).server().write(HANDLE, ADDRESS, mine);
    second.acks(false).server().write(HANDLE, ADDRESS, others);
    int first = capture.find("WRITE First");
    capture.move(first + 3, first + 1).move(first + 4, first + 3);

    Recording seen = Recording.of(capture);
    assertThat(seen.from(CLIENT).orElseThrow().operation().memory()).isEqualTo(mine);
    assertThat(seen.from(OTHER_CLIENT).orElseThrow().operation().memory()).isEqualTo(others);
  }

  // ---- without

  @Test
  void shouldJoinByAnAcknowledgementOfASend() {
    c.client().send(Recording.call(1));
    c.server().send(Recording.call(2));

    RdmaConnection seen = only().connection;
    assertThat(seen.recognition()).isEqualTo(Recognition.INFERRED);
    assertThat(seen.endpoint(FIRST).address()).hasToString(CLIENT);
    assertThat(seen.endpoint(FIRST).number()).hasValue(0x11);
    assertThat(seen.endpoint(SECOND).number()).hasValue(0x11);
    assertThat(seen.activeSide()).isEmpty();
    assertThat(only().sends(FIRST)).hasSize(1);
    assertThat(only().sends(SECOND)).hasSize(1);
    assertThat(only().settled).hasSize(2).allMatch(Send::acknowledged);
  }

  @Test
  void shouldJoinByARefusalOfASend() {
    int psn = c.acks(false).client().send(Recording.call(1));
    c.server().nak(psn, NakCode.PSN_SEQUENCE_ERROR);

    assertThat(only().sends).hasSize(1).noneMatch(Send::delivered);
  }

  @Test
  void shouldJoinByAReadResponse() {
    c.acks(false);
    c.server().send(Recording.call(9));
    c.server().read(HANDLE, ADDRESS, new byte[2000]);
    c.client().send(Recording.call(1));

    assertThat(only().operation().moved()).isEqualTo(2000);
    assertThat(only().sends).hasSize(2);
  }

  @Test
  void shouldJoinByAdvertisedMemory() {
    c.acks(false);
    c.client().send(Recording.call(1, HANDLE, ADDRESS, 3000));
    c.server().write(HANDLE, ADDRESS, new byte[3000]);
    c.server().send(Recording.reply(1));

    assertThat(only().operation().initiator).isEqualTo(SECOND);
    assertThat(only().sends(SECOND)).hasSize(1);
  }

  @Test
  void shouldJoinByAnXidThatIsWaitedFor() {
    c.acks(false);
    c.client().send(Recording.call(0x5eed));
    c.server().send(Recording.reply(0x5eed));

    assertThat(only().sends(FIRST)).hasSize(1);
    assertThat(only().sends(SECOND)).hasSize(1);
  }

  @Test
  void shouldKeepWhatBothDirectionsGatheredBeforeTheyWereJoined() {
    c.acks(false);
    c.server().send(Recording.call(7));
    c.server().write(0x1, 0x2000, new byte[10]);
    c.client().send(Recording.call(1));
    c.server().send(Recording.reply(1));

    assertThat(only().sends(FIRST)).as("the caller").hasSize(1);
    assertThat(only().sends(SECOND)).hasSize(2);
    assertThat(only().operation().initiator).isEqualTo(SECOND);
  }

  @Test
  void shouldNotJoinWhatDoesNotBelongTogether() {
    c.acks(false);
    c.client().send(Recording.call(1, HANDLE, ADDRESS, 100));
    c.server().write(HANDLE, ADDRESS + 50, new byte[100]);
    c.server().write(HANDLE + 1, ADDRESS, new byte[10]);
    c.server().send(Recording.reply(2));
    c.server().acknowledge(5);

    assertThat(Recording.of(capture).connections()).hasSize(2);
  }

  @Test
  void shouldJoinNothingByAmbiguousEvidence() {
    Conversation second = between(CLIENT);
    second.client().qpn(0x31);
    second.server().qpn(0x32);
    for (Conversation each : List.of(c, second)) {
      each.acks(false);
      each.client().send(Recording.call(1, HANDLE, ADDRESS, 100));
    }
    c.server().write(HANDLE, ADDRESS, new byte[100]);
    c.server().send(Recording.reply(1));
    c.server().acknowledge(1000);

    assertThat(Recording.of(capture).connections()).hasSize(3);
  }

  @Test
  void shouldJoinByTheFirstEvidenceThatIsNotAmbiguous() {
    Conversation second = between(CLIENT);
    second.client().qpn(0x31);
    second.server().qpn(0x32);
    for (Conversation each : List.of(c, second)) {
      each.acks(false);
      each.client().send(Recording.call(1));
    }
    c.server().acknowledge(1000);
    c.client().send(Recording.call(2));
    c.server().send(Recording.reply(2));

    List<Connection> seen = Recording.of(capture).connections();
    assertThat(seen).hasSize(2);
    assertThat(seen.get(0).sends).hasSize(3);
    assertThat(seen.get(1).sends).hasSize(1);
  }

  @Test
  void shouldJoinSoonBehindManyAnswersThatFitNone() {
    c.acks(false);
    c.client().send(Recording.call(1));
    for (int i = 0; i < 5000; i++) {
      c.server().acknowledge(5);
    }
    for (int i = 0; i < 64; i++) {
      c.server().acknowledge(1000);
    }

    assertThat(only().settled).singleElement().matches(Send::acknowledged);
  }

  @Test
  void shouldNotTakeOneDirectionForItsOwnOther() {
    c = Conversation.between(SERVER, SERVER).on(capture).acks(false);
    c.client().qpn(0x11);
    c.server().qpn(0x12).nextPsn(1000);
    c.client().send(Recording.call(1, HANDLE, ADDRESS, 100));
    c.client().send(Recording.call(1, HANDLE, ADDRESS, 100));
    c.server().write(HANDLE, ADDRESS, new byte[100]);
    c.server().acknowledge(1001);
    c.server().send(Recording.reply(1));

    assertThat(only().sends(FIRST)).hasSize(2);
    assertThat(only().sends(SECOND)).hasSize(1);
    assertThat(only().operation().initiator).isEqualTo(SECOND);
  }

  @Test
  void shouldStartWithTheConnectionManagerEvenIfPacketsWereSeenBefore() {
    c.client().send(Recording.call(1));
    Conversation later = between(CLIENT);
    later.client().nextPsn(5000);
    later.connect();
    later.client().send(Recording.call(2));

    List<Connection> seen = Recording.of(capture).connections();
    assertThat(seen).hasSize(2);
    assertThat(seen.get(1).connection.recognition()).isEqualTo(Recognition.CM);
    assertThat(seen.get(1).sends).hasSize(1);
  }

  /** As where the two directions are captured in blocks: the client's requests, then the REP. */
  @Test
  void shouldKnowTheConnectionWhoseFirstRequestsWereCapturedBeforeItsReply() {
    c.connect();
    int reply = capture.find("CM REP");
    c.client().send(Recording.call(1));
    c.server().send(Recording.reply(1));
    capture.move(reply, reply + 2);

    assertThat(only().connection.recognition()).isEqualTo(Recognition.CM);
    assertThat(only().sends(FIRST)).hasSize(1);
    assertThat(only().sends(SECOND)).hasSize(1);
  }

  // ----

  private Conversation between(String client) {
    return Conversation.between(client, SERVER).on(capture).mtu(1024);
  }

  private Connection only() {
    return Recording.of(capture).connection();
  }

  private static String text(RdmaConnection seen, int side) {
    byte[] bytes = new byte[seen.privateData(side).capacity()];
    seen.privateData(side).get(0, bytes);
    return new String(bytes, ISO_8859_1);
  }
}
