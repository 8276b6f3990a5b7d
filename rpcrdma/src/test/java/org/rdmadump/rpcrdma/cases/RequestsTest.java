package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.UpperProtocol;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Unrelated;
import org.rdmadump.rpcrdma.build.Unrelated.Requests;

/** What is counted of connections that carry no RPC-over-RDMA, whatever happens to packets. */
class RequestsTest {
  private static final String PERFTEST = "verbs/rxe-perftest.pcap";
  private static final int WRITE_PORT = 18515;
  private static final int HANDLE = 0x1234;
  private static final int FAR = 5_000;

  /** Frames of RDMA Writes of perftest: opcodes 6, 7 and 8 behind Ethernet, IP and UDP. */
  private static boolean isWrite(Copied frame) {
    int bth = 14 + 20 + 8;
    return frame.bytes().length > bth
        && frame.bytes()[23] == 17
        && frame.bytes()[bth] >= 6
        && frame.bytes()[bth] <= 8;
  }

  private static Conversation verbs() {
    return Conversation.between("192.0.2.2", "192.0.2.1").port(FAR);
  }

  private static Requests onlyOf(Conversation wire, RequestKind kind) {
    return Unrelated.of(wire.capture().source()).only(kind);
  }

  // ---- sent again

  @Test
  void shouldCountRepeatsOfWritesAsPacketsOnly() {
    List<Copied> frames = new ArrayList<>();
    int repeats = 0;
    List<Copied> writes = new ArrayList<>();
    for (Copied each : FrameList.of(PERFTEST)) {
      if (!isWrite(each) && !writes.isEmpty() && repeats == 0) {
        // Nobody asked: a timer ran out.
        for (Copied write : writes) {
          frames.add(write.at(each.nanos()));
          repeats++;
        }
      }
      frames.add(each);
      if (isWrite(each) && repeats == 0) {
        writes.add(each);
      }
    }

    Unrelated found = Unrelated.of(new FrameList(frames));

    Requests written =
        found.requests().stream()
            .filter(each -> each.kind() == RequestKind.WRITE)
            .filter(each -> each.connection().servicePort().isPresent())
            .findFirst()
            .orElseThrow();
    assertThat(written.connection().servicePort()).hasValue(WRITE_PORT);
    assertThat(written.tally().count()).isEqualTo(10);
    assertThat(written.tally().bytes()).isEqualTo(100_000);
    TrafficCounters sent = written.connection().traffic(Direction.FORWARD);
    assertThat(sent.retransmitted()).isEqualTo(repeats).isPositive();
    assertThat(sent.timeouts()).as("they come before a timer can have run out").isZero();
    assertThat(sent.firstRepeat()).isPositive();
  }

  @Test
  void shouldMeasureAWriteThatWasLostFromItsFirstCopy() {
    Conversation wire = verbs().acks(false).connect();
    wire.client().write(HANDLE, 0, new byte[2500]);
    int first = wire.capture().size() - 3;
    wire.capture().step(1_000);
    int psn = Psn.add(wire.client().nextPsn(), -3);
    wire.server().nak(psn, NakCode.PSN_SEQUENCE_ERROR);
    wire.capture().again(first).again(first + 1).again(first + 2);
    wire.server().acknowledge(Psn.add(psn, 2));

    Requests written = onlyOf(wire, RequestKind.WRITE);

    assertThat(written.tally().count()).isEqualTo(1);
    assertThat(written.tally().latencies().count()).isEqualTo(1);
    assertThat(written.connection().traffic(Direction.FORWARD).retransmitted()).isEqualTo(3);
    assertThat(written.connection().traffic(Direction.FORWARD).timeouts()).isZero();
  }

  // ---- PSNs are a circle

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void shouldFindAnswersAroundTheCircleOfPsns(int before) {
    Conversation wire = verbs();
    wire.client().nextPsn(Psn.add(0, -before));
    wire.connect();
    QueuePair client = wire.client();
    client.send(new byte[1500]);
    client.write(HANDLE, 0, new byte[3000]);
    client.read(HANDLE, 0, new byte[2100]);
    client.fetchAdd(HANDLE, 0, 1, 2);

    List<Requests> found = Unrelated.of(wire.capture().source()).requests();

    assertThat(found)
        .extracting(Requests::kind)
        .containsExactly(
            RequestKind.SEND, RequestKind.WRITE, RequestKind.READ, RequestKind.FETCH_ADD);
    assertThat(found)
        .allSatisfy(
            each -> {
              assertThat(each.tally().count()).isEqualTo(1);
              assertThat(each.tally().latencies().count()).isEqualTo(1);
              assertThat(each.tally().latencies().greatest()).isPositive();
            });
  }

  @Test
  void shouldTellKindsApart() {
    Conversation wire = verbs().connect();
    wire.client().sendWithImmediate(new byte[10], 7);
    wire.client().sendInvalidating(new byte[11], HANDLE);
    wire.client().writeWithImmediate(HANDLE, 0, new byte[1300], 7);
    wire.client().compareSwap(HANDLE, 0, 1, 2, 3);
    wire.server().send(new byte[12]);

    Set<String> found =
        Unrelated.of(wire.capture().source()).requests().stream()
            .map(each -> each.direction() + " " + each.kind() + " " + each.tally().bytes())
            .collect(Collectors.toSet());

    assertThat(found)
        .containsExactlyInAnyOrder(
            "FORWARD SEND_IMMEDIATE 10",
            "FORWARD SEND_INVALIDATE 11",
            "FORWARD WRITE_IMMEDIATE 1300",
            "FORWARD COMPARE_SWAP 8",
            "BACKWARD SEND 12");
  }

  // ---- loss and order of the capture

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldNeverCountMoreThanThereWasInACaptureWithLosses(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Copied> frames = new ArrayList<>(FrameList.of(PERFTEST));
    long all = total(Unrelated.of(new FrameList(frames)));
    frames.removeIf(each -> random.nextInt(20) == 0);

    Unrelated found = Unrelated.of(new FrameList(frames));

    assertThat(total(found)).isBetween(all / 2, all);
    assertThat(found.requests())
        .allSatisfy(
            each ->
                assertThat(each.tally().latencies().count())
                    .isLessThanOrEqualTo(each.tally().count()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldCountTheSameWhateverTheOrderOfNeighbours(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Copied> frames = new ArrayList<>(FrameList.of("verbs/rxe-rping.pcap"));
    long all = total(Unrelated.of(new FrameList(frames)));
    for (int i = 10; i + 1 < frames.size() - 10; i += 2) {
      if (random.nextBoolean()) {
        Copied first = frames.get(i);
        Copied second = frames.get(i + 1);
        frames.set(i, second.at(first.nanos()));
        frames.set(i + 1, first.at(second.nanos()));
      }
    }

    assertThat(total(Unrelated.of(new FrameList(frames)))).isEqualTo(all);
  }

  private static long total(Unrelated found) {
    return found.requests().stream().mapToLong(each -> each.tally().count()).sum();
  }

  // ---- what is not counted

  @Test
  void shouldCountNothingOfConnectionsWithRpc() {
    for (String name : List.of("rocev2/rocev2-nfs3-acl.pcap", "iwarp/iwarp-nfs3-acl.pcap")) {
      assertThat(Unrelated.of(RealCaptures.open(name)).connections()).as(name).isEmpty();
    }
  }

  @Test
  void shouldForgetRequestsOnceAConnectionTurnsOutToCarryRpc() {
    RpcConversation rpc = RpcConversation.unconnected(wire -> {});
    rpc.wire().client().send(new byte[100]);
    rpc.wire().client().write(HANDLE, 0, new byte[100]);
    rpc.call(RpcRdmaBuilder.inline(1, Nfs3.nullCall(1)));
    rpc.reply(RpcRdmaBuilder.inline(1, Nfs3.nullReply(1)));

    assertThat(Unrelated.of(rpc.capture().source()).connections()).isEmpty();
  }

  // ---- which protocol it is

  @ParameterizedTest
  @ValueSource(ints = {4420, 5445, 3260, 860})
  void shouldNameTheProtocolOfAServicePort(int port) {
    Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1").port(port).connect();
    wire.server().send(new byte[100]);

    ConnectionRecord found = Unrelated.of(wire.capture().source()).connections().get(0);

    assertThat(found.protocol().map(UpperProtocol::evidence)).hasValue("service port " + port);
  }

  @Test
  void shouldLeaveAnUnknownProtocolUnknown() {
    assertThat(Unrelated.of(RealCaptures.open(PERFTEST)).connections())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.protocol()).isEmpty());
  }
}
