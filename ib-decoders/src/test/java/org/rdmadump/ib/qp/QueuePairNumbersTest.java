package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rdma.RdmaConnection.FIRST;
import static org.rdmadump.rdma.RdmaConnection.SECOND;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.OtherService;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.ib.qp.Recording.Connection;
import org.rdmadump.rdma.Service;

/** One number, or one PSN, and packets of more than one service: each has flows of its own. */
class QueuePairNumbersTest {
  private static final int MTU = 1024;
  private static final int HANDLE = 0x977;
  private static final int MANY = 70;

  /** No setup was captured: all is inferred. */
  private final Conversation reliable = between(new Capture());

  private static Conversation between(Capture capture) {
    return Conversation.between("192.168.77.2", "192.168.77.1").mtu(MTU).on(capture);
  }

  /** One of another service between the same hosts, whose flows have the numbers of RC's. */
  private Conversation other(OtherService service) {
    Conversation other = between(reliable.capture()).over(service);
    int number = QueuePair.DEFAULT_QPN - (service == OtherService.RD ? OtherService.CONTEXTS : 0);
    other.client().qpn(number & 0xffffff);
    other.server().qpn(number & 0xffffff);
    return other;
  }

  private static List<Connection> of(Service service, Recording seen) {
    return seen.connections().stream()
        .filter(each -> each.connection.service() == service)
        .toList();
  }

  private static Connection onlyReliable(Recording seen) {
    List<Connection> all = of(Service.RELIABLE, seen);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private void callAndReply() {
    reliable.client().send(Recording.call(7));
    reliable.server().send(Recording.reply(7));
  }

  private static void assertWhole(Connection connection) {
    assertThat(connection.sends(FIRST)).hasSize(1);
    assertThat(connection.sends(SECOND)).hasSize(1);
    assertThat(connection.connection.endpoint(FIRST).number()).isPresent();
    assertThat(connection.connection.endpoint(SECOND).number()).isPresent();
  }

  @ParameterizedTest
  @EnumSource(names = {"XRC", "RD"})
  void shouldFollowAConnectionWhoseNumbersAnotherServiceHadBefore(OtherService service) {
    Conversation before = other(service);
    before.client().send(new byte[100]);
    before.server().send(new byte[100]);
    callAndReply();

    Recording seen = Recording.of(reliable.capture());

    assertWhole(onlyReliable(seen));
    assertThat(seen.connections()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"XRC", "RD"})
  void shouldFollowAConnectionBehindAStrayPacketOfAnotherService(OtherService service) {
    Conversation stray = other(service);
    stray.client().emit(stray.client().packet(Opcodes.RC_SEND_ONLY).payload(new byte[9]));
    stray.server().emit(stray.server().packet(Opcodes.RC_WRITE_MIDDLE).payload(new byte[MTU]));
    callAndReply();

    assertWhole(onlyReliable(Recording.of(reliable.capture())));
  }

  /** A Write whose third packet is lost, and a packet of another service with its PSN. */
  @ParameterizedTest
  @EnumSource(names = {"XRC", "RD"})
  void shouldPlaceNoDataOfAnotherService(OtherService service) {
    byte[] data = new byte[4 * MTU];
    Arrays.fill(data, (byte) 1);
    byte[] foreign = new byte[MTU];
    Arrays.fill(foreign, (byte) 2);
    QueuePair client = reliable.client();
    int psn = client.nextPsn() + 2;
    client.write(HANDLE, 0, data);
    Conversation wire = other(service);
    wire.client().emit(wire.client().packet(Opcodes.RC_WRITE_MIDDLE).psn(psn).payload(foreign));
    int last = reliable.capture().size() - 1;
    reliable.capture().move(last, 2).drop(3);

    Recording seen = Recording.of(reliable.capture());

    byte[] expected = data.clone();
    Arrays.fill(expected, 2 * MTU, 3 * MTU, (byte) 0);
    assertThat(onlyReliable(seen).operation().memory()).isEqualTo(expected);
  }

  /** Requesters of both services wait for an answer to one PSN. */
  @ParameterizedTest
  @EnumSource(names = {"XRC", "RD"})
  void shouldJoinAnAnswerToARequesterOfItsService(OtherService service) {
    Conversation wire = other(service).acks(false);
    wire.client().qpn(0x21);
    wire.server().qpn(0x42);
    wire.client().send(new byte[100]);
    callAndReply();

    assertWhole(onlyReliable(Recording.of(reliable.capture())));
  }

  @ParameterizedTest
  @EnumSource(names = {"XRC", "RD"})
  void shouldNotJoinAnAnswerToARequesterOfAnotherService(OtherService service) {
    Conversation wire = other(service).acks(false);
    wire.client().send(new byte[100]);
    reliable.server().acknowledge(wire.client().nextPsn() - 1);

    Recording seen = Recording.of(reliable.capture());

    assertThat(seen.connection().connection.endpoint(FIRST).number()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"XRC", "RD"})
  void shouldJoinHalvesBesideManyHalvesOfAnotherService(OtherService service) {
    Conversation wire = other(service).acks(false);
    for (int i = 0; i < MANY; i++) {
      wire.server().qpn(0x100 + i);
      wire.client().nextPsn(5000 + 10 * i).send(new byte[100]);
    }
    callAndReply();

    Recording seen = Recording.of(reliable.capture());

    assertWhole(onlyReliable(seen));
    assertThat(seen.connections()).hasSize(1 + MANY);
  }

  @Test
  void shouldTellADamagedDatagramToItsContextAndNotToTheQueuePair() {
    // given an EE context and a queue pair of RC, which datagrams name too
    Conversation datagrams = between(reliable.capture()).over(OtherService.RD);
    callAndReply();
    datagrams.client().send(new byte[100]);
    datagrams
        .client()
        .emit(datagrams.client().packet(Opcodes.RC_SEND_ONLY).payload(new byte[8]).badIcrc());

    Recording seen = Recording.of(reliable.capture());

    assertThat(onlyReliable(seen).findings).isEmpty();
    assertThat(of(Service.RELIABLE_DATAGRAM, seen))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.findings)
                    .extracting(finding -> finding.rule())
                    .containsExactly(IbRules.BAD_ICRC));
  }

  @Test
  void shouldTellADamagedDatagramOfNoConnectionToNone() {
    callAndReply();
    reliable
        .client()
        .emit(
            reliable
                .client()
                .packet(Opcodes.UD_SEND_ONLY)
                .deth(1, 2)
                .payload(new byte[8])
                .badIcrc());

    Recording seen = Recording.of(reliable.capture());

    assertThat(onlyReliable(seen).findings).isEmpty();
    assertThat(seen.findings)
        .extracting(finding -> finding.rule())
        .containsExactly(IbRules.BAD_ICRC);
  }
}
