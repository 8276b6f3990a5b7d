package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.DecodeAs;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.ServiceProtocol;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.NvmeCapsules;
import org.rdmadump.rpcrdma.build.NvmeDecoded;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;

/** Which connections carry NVMe: by options where nothing else tells, and whatever halves say. */
class NvmeRecognitionTest {
  private static final int READ = 2;
  private static final int KEY = 0x1201;
  private static final long ADDRESS = 0x7000_0000L;
  private static final int PORT = 4420;

  private final byte[] data = new byte[512];

  private static CaptureOptions decodedAs(ServiceProtocol protocol) {
    DecodeAs ports = new DecodeAs(List.of(), List.of(), Map.of(PORT, protocol));
    return new CaptureOptions(true, false, 64L << 20, ports);
  }

  private void readOver(IwarpConversation tcp) {
    tcp.client().send(NvmeCapsules.keyed(READ, 7, 0, 1, ADDRESS, data.length, KEY));
    tcp.server().write(KEY, ADDRESS, data);
    tcp.server().send(NvmeCapsules.response(7, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldDecodeAStreamThatBeganBeforeTheCaptureAsOptionsSay(boolean isHostFirst) {
    // given an iWARP stream from its middle on, whose first message is of either side
    IwarpConversation tcp = new IwarpConversation().ports(50000, PORT).framed();
    if (!isHostFirst) {
      tcp.server().send(NvmeCapsules.response(3, 0, 0));
    }
    readOver(tcp);

    // when
    List<NvmeExchange> seen =
        NvmeDecoded.of(tcp.capture().source(), decodedAs(ServiceProtocol.NVME)).commands();

    // then the side with the port is the controller
    NvmeExchange read = seen.get(seen.size() - 1);
    assertThat(seen).hasSize(isHostFirst ? 1 : 2);
    assertThat(read.command().orElseThrow().entry().opcode()).isEqualTo(READ);
    assertThat(read.controller().number()).hasValue(PORT);
    assertThat(read.data().orElseThrow().sha256()).contains(NvmeTest.sha256(data));
  }

  @Test
  void shouldNotGuessAStreamThatBeganBeforeTheCaptureByItsPort() {
    // given a Flush, of which little is NVMe's alone
    IwarpConversation tcp = new IwarpConversation().ports(50000, PORT).framed();
    tcp.client().send(NvmeCapsules.bare(0, 2));
    tcp.server().send(NvmeCapsules.response(2, 0, 0));

    assertThat(NvmeDecoded.of(tcp.capture().source()).commands()).isEmpty();
  }

  @Test
  void shouldKnowAStreamThatBeganBeforeTheCaptureByARead() {
    IwarpConversation tcp = new IwarpConversation().ports(50000, PORT).framed();
    readOver(tcp);

    assertThat(NvmeDecoded.of(tcp.capture().source()).commands()).hasSize(1);
  }

  @Test
  void shouldKeepCommandsOfOneHalfWhenBothAreJoined() {
    // given a capture that begins in the middle, with a Connect command of the host only
    Conversation wire = Conversation.between("192.0.2.1", "192.0.2.2").acks(false);
    byte[] connect = NvmeCapsules.connect(1, new byte[1024]);
    wire.server().send(NvmeCapsules.response(9, 0, 0));
    wire.client().send(connect);
    wire.server().send(NvmeCapsules.response(1, 0, 0));
    wire.client().send(NvmeCapsules.bare(0, 2));
    wire.client().acknowledge(wire.server().nextPsn() - 1);
    wire.server().acknowledge(wire.client().nextPsn() - 1);
    wire.server().send(NvmeCapsules.response(2, 0, 0));

    List<NvmeExchange> seen = NvmeDecoded.of(wire.capture().source()).commands();

    assertThat(seen).extracting(NvmeExchange::identifier).contains(1, 2);
  }

  @Test
  void shouldHandOutCommandsOfAHalfWhoseOtherHalfCarriesRpc() {
    // given a Connect command one way, and RPC the other way before both are known to be one
    Conversation wire = Conversation.between("192.0.2.1", "192.0.2.2").acks(false);
    wire.client().send(NvmeCapsules.connect(1, new byte[1024]));
    wire.server().send(RpcRdmaBuilder.inline(1, Nfs3.nullCall(1)).bytes());
    wire.client().acknowledge(wire.server().nextPsn() - 1);
    wire.server().acknowledge(wire.client().nextPsn() - 1);
    wire.client().send(RpcRdmaBuilder.inline(1, Nfs3.nullReply(1)).bytes());

    NvmeDecoded seen = NvmeDecoded.of(wire.capture().source());

    assertThat(seen.summary().calls()).isEqualTo(1);
    assertThat(seen.summary().otherProtocols()).isEmpty();
    assertThat(seen.commands()).hasSize(1);
    assertThat(numbers(seen)).containsAll(numbersOfCommands(seen));
  }

  @Test
  void shouldEndAHalfUnderWhoseNumberACommandWasToldBeforeTheJoin() {
    // given a Connect command without a response, whose identifier is used again
    Conversation wire = Conversation.between("192.0.2.1", "192.0.2.2").acks(false);
    wire.server().send(NvmeCapsules.response(9, 0, 0));
    wire.client().send(NvmeCapsules.connect(1, new byte[1024]));
    wire.client().send(NvmeCapsules.connect(1, new byte[1024]));
    wire.client().acknowledge(wire.server().nextPsn() - 1);
    wire.server().acknowledge(wire.client().nextPsn() - 1);
    wire.server().send(NvmeCapsules.response(1, 0, 0));

    NvmeDecoded seen = NvmeDecoded.of(wire.capture().source());

    assertThat(numbersOfCommands(seen)).containsExactlyInAnyOrder(1, 2);
    assertThat(numbers(seen)).containsExactly(1, 2);
    assertThat(seen.connections().get(0).end().orElseThrow().how())
        .isEqualTo(ConnectionEnd.How.JOINED);
    // and what was counted is told once, under the other number
    assertThat(seen.connections().get(0).requests(Direction.FORWARD)).isEmpty();
    assertThat(seen.connections().get(0).requests(Direction.BACKWARD)).isEmpty();
  }

  private static List<Integer> numbers(NvmeDecoded seen) {
    return seen.connections().stream().map(each -> each.index().orElse(0)).toList();
  }

  private static Set<Integer> numbersOfCommands(NvmeDecoded seen) {
    return seen.commands().stream().map(NvmeExchange::connection).collect(Collectors.toSet());
  }
}
