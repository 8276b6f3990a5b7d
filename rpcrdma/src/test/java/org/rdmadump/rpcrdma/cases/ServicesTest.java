package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.OtherService;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.ib.build.RocePacket;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.RepeatCause;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.Service;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.NvmeDecoded;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Unrelated;
import org.rdmadump.rpcrdma.build.Unrelated.Requests;

/**
 * Requests over the services of InfiniBand beside RC. No capture has XRC or RD: their packets are
 * those of RC with other opcodes and headers (IBTA volume 1, 9.2 and annex A14).
 */
class ServicesTest {
  private static final int HANDLE = 0x1234;
  private static final int CLIENT_QP = 0x21;
  private static final int SERVER_QP = 0x42;

  private static Conversation over(OtherService service) {
    Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1").port(5_000).over(service);
    wire.client().qpn(CLIENT_QP);
    wire.server().qpn(SERVER_QP);
    return wire;
  }

  private static Unrelated found(Conversation wire) {
    return Unrelated.of(wire.capture().source());
  }

  @ParameterizedTest
  @CsvSource({"XRC,EXTENDED", "RD,RELIABLE_DATAGRAM"})
  void shouldCountEveryKindWithItsAnswer(OtherService service, Service name) {
    Conversation wire = over(service);
    QueuePair client = wire.client();
    client.send(Pattern.of(1, 2500));
    client.sendWithImmediate(new byte[10], 7);
    client.write(HANDLE, 0, Pattern.of(2, 5000));
    client.writeWithImmediate(HANDLE, 0, new byte[1300], 7);
    client.read(HANDLE, 0, Pattern.of(3, 4100));
    client.fetchAdd(HANDLE, 0, 1, 2);
    client.compareSwap(HANDLE, 0, 1, 2, 3);

    Unrelated found = found(wire);

    assertThat(found.connections())
        .singleElement()
        .extracting(ConnectionRecord::service)
        .isEqualTo(name);
    assertThat(found.requests())
        .extracting(each -> each.kind() + " " + each.tally().count() + " " + each.tally().bytes())
        .containsExactly(
            "SEND 1 2500",
            "SEND_IMMEDIATE 1 10",
            "WRITE 1 5000",
            "WRITE_IMMEDIATE 1 1300",
            "READ 1 4100",
            "FETCH_ADD 1 8",
            "COMPARE_SWAP 1 8");
    assertThat(found.requests())
        .allSatisfy(
            each -> {
              assertThat(each.direction()).isEqualTo(Direction.FORWARD);
              assertThat(each.tally().latencies().count()).isEqualTo(1);
              assertThat(each.tally().latencies().least()).isPositive();
            });
  }

  /** The target answers to the queue pair of the initiator, whose number only answers have. */
  @ParameterizedTest
  @CsvSource({"XRC,0", "RD,0x5000"})
  void shouldNumberBothEnds(OtherService service, String contexts) {
    Conversation wire = over(service);
    wire.client().send(new byte[100]);

    ConnectionRecord connection = found(wire).connections().get(0);

    int more = Integer.decode(contexts);
    assertThat(connection.client().number()).isEqualTo(OptionalInt.of(CLIENT_QP + more));
    assertThat(connection.server().number()).isEqualTo(OptionalInt.of(SERVER_QP + more));
  }

  @ParameterizedTest
  @EnumSource(names = {"XRC", "RD"})
  void shouldCountOnceWhatIsSentAgainAfterARefusal(OtherService service) {
    Conversation wire = over(service);
    // Its answer says which two directions belong together.
    wire.client().send(new byte[10]);
    wire.acks(false);
    int first = wire.capture().size();
    wire.client().write(HANDLE, 0, new byte[2500]);
    int psn = Psn.add(wire.client().nextPsn(), -3);
    wire.server().nak(psn, NakCode.PSN_SEQUENCE_ERROR);
    wire.capture().again(first).again(first + 1).again(first + 2);
    wire.server().acknowledge(Psn.add(psn, 2));

    Requests written = found(wire).only(RequestKind.WRITE);

    assertThat(written.tally().count()).isEqualTo(1);
    assertThat(written.tally().latencies().count()).isEqualTo(1);
    TrafficCounters sent = written.connection().traffic(Direction.FORWARD);
    assertThat(sent.retransmitted()).isEqualTo(3);
    assertThat(sent.bursts()).containsOnlyKeys(RepeatCause.NAK);
  }

  /** The service is in the REQ (IBTA volume 1, 12.6.5); of RD, the set-up names EE contexts. */
  @ParameterizedTest
  @CsvSource({"XRC,EXTENDED,0", "RD,RELIABLE_DATAGRAM,0x5000", "UC,UNRELIABLE,0"})
  void shouldKnowTheServiceOfAConnectionByItsSetUp(
      OtherService service, Service name, String contexts) {
    Conversation wire = over(service).acks(service != OtherService.UC).connect();
    wire.client().send(Pattern.of(1, 2500));
    wire.server().write(HANDLE, 0, new byte[1300]);
    wire.disconnect();

    Unrelated found = found(wire);
    List<ConnectionRecord> all = found.connections();

    assertThat(all).hasSize(1);
    ConnectionRecord connection = all.get(0);
    assertThat(connection.service()).isEqualTo(name);
    assertThat(connection.recognition()).isEqualTo(Recognition.CM);
    assertThat(connection.servicePort()).hasValue(5_000);
    int more = Integer.decode(contexts);
    assertThat(connection.client().number()).hasValue(CLIENT_QP + more);
    assertThat(connection.server().number()).hasValue(SERVER_QP + more);
    assertThat(connection.requests(Direction.FORWARD)).containsOnlyKeys(RequestKind.SEND);
    assertThat(found.only(RequestKind.SEND).tally().bytes()).isEqualTo(2500);
    assertThat(connection.requests(Direction.BACKWARD)).containsOnlyKeys(RequestKind.WRITE);
    assertThat(connection.traffic(Direction.BACKWARD).packets()).isPositive();
    assertThat(connection.end().map(ConnectionEnd::how)).hasValue(ConnectionEnd.How.DREQ);
  }

  /** A notification names a queue pair, and not its service. */
  @ParameterizedTest
  @EnumSource(names = {"XRC", "UC"})
  void shouldCountNotificationsOfCongestionOfEveryService(OtherService service) {
    Conversation wire = over(service).acks(service != OtherService.UC).connect();
    wire.server().write(HANDLE, 0, new byte[1300]);
    wire.client().congestion();

    ConnectionRecord connection = found(wire).connections().get(0);

    assertThat(connection.traffic(Direction.BACKWARD).congestionNotifications()).isEqualTo(1);
    assertThat(connection.traffic(Direction.FORWARD).congestionNotifications()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"XRC,EXTENDED", "RD,RELIABLE_DATAGRAM", "UC,UNRELIABLE"})
  void shouldKnowTheServiceThatWasRefused(OtherService service, Service name) {
    Conversation wire = over(service).request(new byte[0]);
    wire.reject(RejectReason.INVALID_TRANSPORT_SERVICE_TYPE, new byte[0]);

    assertThat(found(wire).connections())
        .singleElement()
        .extracting(ConnectionRecord::service)
        .isEqualTo(name);
  }

  /** What is left of an unreliable connection that was taken down belongs to no other. */
  @Test
  void shouldCountUnreliableConnectionsOfTheSameNumbersApart() {
    Conversation wire = over(OtherService.UC).acks(false).connect();
    wire.client().send(new byte[10]);
    wire.disconnect();
    Conversation next = over(OtherService.UC).acks(false).on(wire.capture());
    next.communicationIds(0x101, 0x102).connect().client().send(new byte[20]);

    assertThat(found(wire).requests())
        .extracting(each -> each.connection().recognition() + " " + each.tally().bytes())
        .containsExactly("CM 10", "CM 20");
  }

  /** Which of them sent what is not told: PSNs and answers are those of the EE context. */
  @Test
  void shouldCountAllQueuePairsOfAnEeContextTogether() {
    Conversation wire = over(OtherService.RD);
    for (int i = 0; i < 4; i++) {
      RocePacket packet =
          RocePacket.between(wire.client().station(), wire.server().station())
              .opcode(0x40 | Opcodes.RC_SEND_ONLY)
              .destinationQp(0x100 + i)
              .rdeth(OtherService.CONTEXTS + SERVER_QP)
              .deth(1, 0x200 + i)
              .psn(500 + i)
              .payload(new byte[20]);
      wire.client().emit(packet);
      wire.server().acknowledge(500 + i);
    }

    Requests sent = found(wire).only(RequestKind.SEND);

    assertThat(sent.tally().count()).isEqualTo(4);
    assertThat(sent.tally().latencies().count()).isEqualTo(4);
  }

  @Test
  void shouldTellAnEeContextFromTheQueuePairOfTheSameNumber() {
    Conversation plain = Conversation.between("192.0.2.2", "192.0.2.1");
    plain.client().qpn(OtherService.CONTEXTS + CLIENT_QP);
    plain.server().qpn(OtherService.CONTEXTS + SERVER_QP);
    Conversation datagrams = over(OtherService.RD).on(plain.capture());
    for (int i = 0; i < 3; i++) {
      plain.client().send(new byte[100]);
      datagrams.client().send(new byte[50]);
    }

    assertThat(found(plain).requests())
        .extracting(each -> each.connection().service() + " " + each.tally().bytes())
        .containsExactlyInAnyOrder("RELIABLE 300", "RELIABLE_DATAGRAM 150");
  }

  /** A queue pair drops what is of another service (IBTA volume 1, 9.6.1): it is for another. */
  @Test
  void shouldCountPacketsOfAnotherServiceToOneNumberApart() {
    Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1");
    wire.client().send(new byte[100]);
    wire.client().emit(wire.client().packet(Opcodes.XRC_SEND_ONLY).xrcEth(1).payload(new byte[9]));
    wire.client().send(new byte[100]);

    assertThat(found(wire).requests())
        .extracting(each -> each.connection().service() + " " + each.tally().bytes())
        .containsExactlyInAnyOrder("RELIABLE 200", "EXTENDED 9");
  }

  @Test
  void shouldCountUnreliablePacketsOfEachServiceToOneNumberApart() {
    Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1");
    QueuePair client = wire.client();
    client.emit(client.packet(Opcodes.UC_WRITE_ONLY).reth(0, HANDLE, 9).payload(new byte[9]));
    client.emit(client.packet(Opcodes.UD_SEND_ONLY).deth(1, CLIENT_QP).payload(new byte[20]));

    assertThat(found(wire).requests())
        .extracting(each -> each.connection().service() + " " + each.tally().bytes())
        .containsExactlyInAnyOrder("UNRELIABLE 9", "DATAGRAM 20");
  }

  /** Its numbers were those of an XRC connection before; no setup was captured. */
  @Test
  void shouldDecodeNfsOverTheQueuePairsOfAnotherServiceBefore() {
    Conversation before = Conversation.between("192.0.2.2", "192.0.2.1").over(OtherService.XRC);
    before.client().send(new byte[100]);
    before.server().send(new byte[100]);
    Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1").on(before.capture());
    wire.client().send(RpcRdmaBuilder.inline(1, Nfs3.nullCall(1)).bytes());
    wire.server().send(RpcRdmaBuilder.inline(1, Nfs3.nullReply(1)).bytes());

    NvmeDecoded seen = NvmeDecoded.of(wire.capture().source());

    assertThat(seen.summary().calls()).isEqualTo(1);
    assertThat(seen.summary().replies()).isEqualTo(1);
  }

  // ---- without acknowledgements: perftest on Soft-RoCE

  @ParameterizedTest
  @CsvSource({"UNRELIABLE", "DATAGRAM"})
  void shouldHaveNoLatencyWithoutAcknowledgements(Service service) {
    List<Requests> found =
        Unrelated.of(RealCaptures.open("verbs/rxe-perftest.pcap")).requests().stream()
            .filter(each -> each.connection().service() == service)
            .toList();

    assertThat(found)
        .isNotEmpty()
        .allSatisfy(
            each -> {
              assertThat(each.tally().count()).isPositive();
              assertThat(each.tally().latencies().count()).isZero();
            });
  }
}
