package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Operation;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.tcp.TcpHeader;

/**
 * The frames of a message are those that carry something of it and those that carry some of that
 * again, as a second look at PSNs and sequence numbers alone finds them.
 */
class FramesOfRepeatsTest {
  static List<Path> captures() throws IOException {
    return FramesOfMessagesTest.captures().toList();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldNameTheMessageInEveryFrameWithItsPsns(Path capture) throws IOException {
    Dissected dissected = Dissected.of(capture);
    Map<Way, List<FrameRecord>> packets = packets(dissected.frames());

    for (RpcMessage message : dissected.messages()) {
      if (message.transport().hasPorts()) {
        return;
      }
      Set<Long> expected = new TreeSet<>(sends(message, dissected.frames(), packets));
      for (RdmaTransfer transfer : message.transfers()) {
        expected.addAll(moves(message, transfer, packets));
      }
      assertThat(framesOf(message, dissected.frames()))
          .as("frames of message %d", message.number())
          .containsAll(expected);
      assertThat(expected).contains(message.sendFrame());
    }
  }

  /** A connection and a direction of it. */
  private record Way(IpAddress from, IpAddress to, int queuePair) {}

  private static Map<Way, List<FrameRecord>> packets(List<FrameRecord> frames) {
    Map<Way, List<FrameRecord>> packets = new HashMap<>();
    for (FrameRecord frame : frames) {
      Optional<Bth> bth = frame.last(Bth.class);
      if (bth.isPresent() && frame.kind() == FrameKind.TRANSPORT_PACKET) {
        Way way = new Way(frame.source(), frame.destination(), bth.get().destinationQp());
        packets.computeIfAbsent(way, each -> new ArrayList<>()).add(frame);
      }
    }
    return packets;
  }

  private static Way way(Endpoint from, Endpoint to) {
    return new Way(from.address(), to.address(), to.number().orElse(-1));
  }

  private static Set<Long> sends(
      RpcMessage message, List<FrameRecord> frames, Map<Way, List<FrameRecord>> packets) {
    int psn = frames.get((int) message.sendFrame() - 1).last(Bth.class).orElseThrow().psn();
    return numbers(
        packets.getOrDefault(way(message.source(), message.destination()), List.of()),
        Set.of(Operation.SEND),
        psn,
        psn);
  }

  /** What moved the chunks of a call goes to its sender, what moved those of a reply from it. */
  private static Set<Long> moves(
      RpcMessage message, RdmaTransfer transfer, Map<Way, List<FrameRecord>> packets) {
    boolean call = message.rpc().isPresent() && message.rpc().get().call();
    Way there =
        call
            ? way(message.destination(), message.source())
            : way(message.source(), message.destination());
    Way back =
        call
            ? way(message.source(), message.destination())
            : way(message.destination(), message.source());
    List<FrameRecord> requests = packets.getOrDefault(there, List.of());
    if (transfer.kind() == RdmaTransfer.Kind.WRITE) {
      return numbers(
          requests, Set.of(Operation.RDMA_WRITE), transfer.firstPsn(), transfer.lastPsn());
    }
    Set<Long> all =
        numbers(
            requests,
            Set.of(Operation.RDMA_READ_REQUEST),
            transfer.firstPsn(),
            transfer.firstPsn());
    all.addAll(
        numbers(
            packets.getOrDefault(back, List.of()),
            Set.of(Operation.RDMA_READ_RESPONSE),
            transfer.firstPsn(),
            transfer.lastPsn()));
    return all;
  }

  private static Set<Long> numbers(
      List<FrameRecord> packets, Set<Operation> operations, int first, int last) {
    Set<Long> numbers = new TreeSet<>();
    for (FrameRecord packet : packets) {
      Bth bth = packet.last(Bth.class).orElseThrow();
      int behind = (bth.psn() - first) & 0xffffff;
      if (operations.contains(bth.opcode().operation()) && behind <= ((last - first) & 0xffffff)) {
        numbers.add(packet.number());
      }
    }
    return numbers;
  }

  private static Set<Long> framesOf(RpcMessage message, List<FrameRecord> frames) {
    Set<Long> numbers = new TreeSet<>();
    for (FrameRecord frame : frames) {
      if (frame.messages().contains(message.number())) {
        numbers.add(frame.number());
        assertThat(frame.xids()).contains(message.header().xid());
      }
    }
    return numbers;
  }

  /** A Read request that is sent again is of the call that it reads for. */
  @Test
  void shouldNameTheCallInReadRequestsThatAreSentAgain() throws IOException {
    Path loss =
        captures().stream()
            .filter(each -> each.endsWith("rocev2-nfs41-loss.pcap"))
            .findFirst()
            .orElseThrow();
    Dissected dissected = Dissected.of(loss);

    for (int number : new int[] {78, 145, 272, 273, 274}) {
      FrameRecord frame = dissected.frames().get(number - 1);
      assertThat(frame.last(Bth.class).orElseThrow().opcode().operation())
          .isEqualTo(Operation.RDMA_READ_REQUEST);
      assertThat(frame.messages()).containsExactly(33L);
      assertThat(frame.xids()).containsExactly(0xc63b6751);
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveTheXidsOfItsMessages(Path capture) throws IOException {
    Dissected dissected = Dissected.of(capture);

    for (FrameRecord frame : dissected.frames()) {
      Set<Integer> xids = new HashSet<>();
      for (long number : frame.messages()) {
        xids.add(dissected.messages().get((int) number - 1).header().xid());
      }
      assertThat(frame.xids()).containsExactlyInAnyOrderElementsOf(xids);
    }
  }

  /** What was noticed of packets that came again names a frame that is one of the message's. */
  @ParameterizedTest
  @MethodSource("captures")
  void shouldNameTheMessageInEveryFrameThatItsRepeatsAreFoundIn(Path capture) throws IOException {
    Dissected dissected = Dissected.of(capture);

    for (RpcMessage message : dissected.messages()) {
      for (Finding finding : message.findings()) {
        String rule = finding.rule().name();
        if (rule.equals("bth.psn-repeat")
            || rule.equals("tcp.retransmission")
            || rule.equals("rpcrdma.data-repeated")) {
          assertThat(dissected.frames().get((int) finding.frame() - 1).messages())
              .as("%s of message %d", finding, message.number())
              .isNotEmpty();
        }
      }
    }
  }

  /** A TCP segment all of whose bytes were seen before is of the messages that these are of. */
  @ParameterizedTest
  @MethodSource("captures")
  void shouldNameTheMessagesOfBytesThatTcpSentAgain(Path capture) throws IOException {
    Dissected dissected = Dissected.of(capture);
    Map<String, List<FrameRecord>> streams = new HashMap<>();

    for (FrameRecord frame : dissected.frames()) {
      Optional<TcpHeader> tcp = frame.last(TcpHeader.class);
      if (frame.kind() != FrameKind.IWARP || tcp.isEmpty() || frame.payloadLength() == 0) {
        continue;
      }
      List<FrameRecord> before =
          streams.computeIfAbsent(
              frame.source()
                  + " "
                  + tcp.get().sourcePort()
                  + " "
                  + frame.destination()
                  + " "
                  + tcp.get().destinationPort(),
              each -> new ArrayList<>());
      Set<Long> original = null;
      for (FrameRecord each : before) {
        int start = tcp.get().sequence() - each.last(TcpHeader.class).orElseThrow().sequence();
        if (start == 0 && each.payloadLength() == frame.payloadLength()) {
          original = new HashSet<>(each.messages());
        }
      }
      if (original != null) {
        assertThat(frame.messages())
            .as("frame %d, sent again", frame.number())
            .containsExactlyInAnyOrderElementsOf(original);
      }
      before.add(frame);
    }
  }
}
