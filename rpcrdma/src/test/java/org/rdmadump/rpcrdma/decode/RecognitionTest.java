package org.rdmadump.rpcrdma.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.TransportService;
import org.rdmadump.ib.qp.IbDecoder;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.call.ParsedHeader;
import org.rdmadump.rpcrdma.review.StrictHeaderTest;

/** What is taken for RPC-over-RDMA where no connection manager named the service. */
class RecognitionTest {
  private static final int LONGEST = 4096;

  private static boolean passes(byte[] send) {
    return passes(Rope.of(send));
  }

  private static boolean passes(Rope send) {
    return StrictHeaderTest.passes(send, ParsedHeader.read(send));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs3-basic.pcap",
        "rocev2/rocev2-nfs41-direct.pcap",
        "rocev2/rocev2-nfs42-xattr.pcap",
        "rocev2/rocev2-nfs41-krb5i.pcap",
        "rocev2/rocev2-nfs41-delegation.pcap",
        "rocev2/rocev2-mixed-versions.pcap"
      })
  void shouldKnowEverySendOfRealConnections(String capture) {
    List<Rope> sends = onlySends(capture);
    assertThat(sends).hasSizeGreaterThan(30);
    for (Rope send : sends) {
      ParsedHeader parsed = ParsedHeader.read(send);
      boolean error = parsed.header().procedure().equals(Optional.of(RdmaProcedure.RDMA_ERROR));
      assertThat(passes(send)).as("%s %s", send, parsed.header()).isEqualTo(!error);
    }
  }

  @Test
  void shouldKnowSendsThatWereCut() {
    for (Rope send : onlySends("rocev2/rocev2-nfs41-snap128.pcap")) {
      ParsedHeader parsed = ParsedHeader.read(send);
      // Of RDMA_NOMSG there is too little left to be sure.
      boolean sure = parsed.carriesMessage() || !parsed.header().truncated();
      assertThat(passes(send)).as("%s", parsed).isEqualTo(sure);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"verbs/rxe-perftest.pcap", "verbs/rxe-rping.pcap"})
  void shouldNotTakeOtherSendsForRpc(String capture) {
    for (Rope send : onlySends(capture)) {
      assertThat(passes(send)).as("%s", send).isFalse();
    }
  }

  @Test
  void shouldKnowWhatABuilderMakes() {
    Segment memory = Segment.of(0x100, 4096);
    assertThat(passes(RpcRdmaBuilder.inline(1, Nfs3.nullCall(1)).bytes())).isTrue();
    assertThat(passes(RpcRdmaBuilder.inline(1, Nfs3.nullReply(1)).bytes())).isTrue();
    assertThat(passes(RpcRdmaBuilder.nomsg(1).readChunk(0, memory).bytes())).isTrue();
    assertThat(passes(RpcRdmaBuilder.nomsg(1).replyChunk(memory).bytes())).isTrue();
    assertThat(passes(RpcRdmaBuilder.nomsg(1).bytes())).as("no chunk").isFalse();
    assertThat(passes(RpcRdmaBuilder.inline(2, Nfs3.nullCall(1)).bytes()))
        .as("XIDs differ")
        .isFalse();
    assertThat(passes(RpcRdmaBuilder.inline(1, Nfs3.nullCall(1)).version(2).bytes())).isFalse();
    assertThat(passes(RpcRdmaBuilder.done(1).bytes())).isFalse();
    assertThat(passes(RpcRdmaBuilder.errChunk(1).bytes())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65_535, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
  void shouldKnowMessagesWithAnyNumberOfCredits(int credits) {
    Segment memory = Segment.of(0x100, 4096);
    assertThat(passes(RpcRdmaBuilder.inline(1, Nfs3.nullCall(1)).credits(credits).bytes()))
        .isTrue();
    assertThat(passes(RpcRdmaBuilder.inline(1, Nfs3.nullReply(1)).credits(credits).bytes()))
        .isTrue();
    assertThat(passes(RpcRdmaBuilder.nomsg(1).readChunk(0, memory).credits(credits).bytes()))
        .as("no RPC header repeats the XID")
        .isFalse();
    assertThat(passes(RpcRdmaBuilder.inline(0, Nfs3.nullCall(0)).credits(credits).bytes()))
        .as("zeros come again in anything")
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65_536, -1})
  void shouldDecodeConnectionsWithAnyNumberOfCredits(int credits) {
    RpcConversation conversation = RpcConversation.unconnected();
    for (int xid = 1; xid <= 20; xid++) {
      conversation
          .client()
          .send(RpcRdmaBuilder.inline(xid, Nfs3.nullCall(xid)).credits(credits).bytes());
      conversation
          .server()
          .send(RpcRdmaBuilder.inline(xid, Nfs3.nullReply(xid)).credits(credits).bytes());
    }
    var seen = conversation.decode();
    assertThat(seen.messages()).hasSize(40);
    assertThat(seen.rules().contains(RpcRdmaRules.ZERO_CREDITS.name())).isEqualTo(credits == 0);
  }

  @Test
  void shouldNotTakeConstantBytesOfAnyLength() {
    for (int value = 0; value < 256; value++) {
      for (int length : new int[] {0, 1, 4, 16, 27, 28, 40, 64, 100, 1024, LONGEST}) {
        byte[] send = new byte[length];
        Arrays.fill(send, (byte) value);
        assertThat(passes(send)).as("%d bytes of %d", length, value).isFalse();
      }
    }
  }

  @Test
  void shouldNotTakeCounters() {
    for (int first = 0; first < 300; first++) {
      for (int step = 0; step < 4; step++) {
        ByteBuffer big = ByteBuffer.allocate(256);
        ByteBuffer small = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        byte[] bytes = new byte[256];
        for (int i = 0; i < 64; i++) {
          big.putInt(first + i * step);
          small.putInt(first + i * step);
        }
        for (int i = 0; i < 256; i++) {
          bytes[i] = (byte) (first + i * step);
        }
        assertThat(passes(big.array())).isFalse();
        assertThat(passes(small.array())).isFalse();
        assertThat(passes(bytes)).isFalse();
      }
    }
  }

  @Test
  void shouldNotTakeRandomBytes() {
    SplittableRandom random = new SplittableRandom(20049);
    byte[] send = new byte[160];
    for (int trial = 0; trial < 1_000_000; trial++) {
      random.nextBytes(send);
      if (passes(send)) {
        assertThat(send).as("trial %d", trial).isEmpty();
      }
    }
  }

  @Test
  void shouldNotTakeRandomWordsThatLookLikeAHeader() {
    // Small numbers everywhere: the hardest foreign protocol.
    SplittableRandom random = new SplittableRandom(4791);
    ByteBuffer send = ByteBuffer.allocate(160);
    int passed = 0;
    for (int trial = 0; trial < 1_000_000; trial++) {
      send.clear();
      send.putInt(random.nextInt());
      for (int i = 1; i < 40; i++) {
        send.putInt(random.nextInt(4));
      }
      if (passes(send.array())) {
        passed++;
      }
    }
    assertThat(passed).as("the XID would have to come again").isZero();
  }

  @Test
  void shouldNotTakeATextForRpc() {
    byte[] text =
        "GET /index.html HTTP/1.1\r\nHost: example.org\r\n\r\n"
            .repeat(4)
            .getBytes(StandardCharsets.US_ASCII);
    assertThat(passes(text)).isFalse();
  }

  @Test
  void shouldLeaveForeignSendsAlone() {
    RpcConversation foreign = RpcConversation.unconnected();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200; i++) {
      byte[] send = new byte[random.nextInt(4000)];
      random.nextBytes(send);
      foreign.client().send(send);
      foreign.server().send(send);
      foreign.server().write(7, 0x1000, send);
    }
    var seen = foreign.decode();
    assertThat(seen.messages()).isEmpty();
    assertThat(seen.summary().findings()).isEmpty();
    assertThat(seen.summary().evictions()).isEmpty();
  }

  /** Payloads of all Sends of one packet on reliable connections. */
  private static List<Rope> onlySends(String capture) {
    List<Rope> sends = new ArrayList<>();
    PacketDecoder packets = new PacketDecoder();
    Frame frame = new Frame();
    Datagram datagram = new Datagram();
    try (FrameSource source = RealCaptures.open(capture)) {
      while (source.next(frame)) {
        if (packets.decode(frame, datagram, finding -> {}) == PacketKind.UDP
            && datagram.destinationPort() == IbDecoder.UDP_PORT) {
          payload(frame, datagram).ifPresent(sends::add);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sends;
  }

  private static Optional<Rope> payload(Frame frame, Datagram datagram) {
    Bth bth = Bth.read(frame.bytes(), datagram.payloadOffset());
    Opcode opcode = bth.opcode();
    if (opcode.service() != TransportService.RC
        || opcode.operation() != Operation.SEND
        || !opcode.startsMessage()
        || !opcode.endsMessage()) {
      return Optional.empty();
    }
    int length = datagram.payloadLength() - opcode.headersLength() - bth.padCount() - Icrc.LENGTH;
    int captured = Math.min(length, datagram.payloadCaptured() - opcode.headersLength());
    byte[] bytes = new byte[captured];
    frame.bytes().get(datagram.payloadOffset() + opcode.headersLength(), bytes);
    return Optional.of(
        Rope.builder().add(bytes).addHole(length - captured, Absence.TRUNCATED).build());
  }
}
