package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * What adapters do that Linux software devices do not: set-up outside of the capture, a source port
 * for each queue pair, one acknowledgement for many requests, many READs under way, partitions,
 * marks of congestion and notifications of it; and what sniffers make of their frames.
 */
class HardwareAdaptersTest {
  private static final int ETHERNET = 1;
  private static final int ICRC = 4;
  private static final int PARTITION = 0x8123;
  private static final int CONGESTED = 3;

  private static final byte[] WRITTEN = Pattern.of(1, 9000);
  private static final byte[] READ = Pattern.of(2, 9000);
  private static final XdrMessage WRITE_CALL = Nfs3.writeCall(1, WRITTEN);
  private static final XdrMessage READ_REPLY = Nfs3.readReply(2, READ);

  /** What a sniffer hands out of a frame. */
  private enum Sniffer {
    AS_SENT {
      @Override
      byte[] frame(byte[] sent) {
        return sent;
      }
    },
    WITH_FRAME_CHECK_SEQUENCE {
      @Override
      byte[] frame(byte[] sent) {
        return Arrays.copyOf(sent, sent.length + 4);
      }
    },
    BEFORE_THE_ICRC_IS_COMPUTED {
      @Override
      byte[] frame(byte[] sent) {
        byte[] frame = sent.clone();
        Arrays.fill(frame, frame.length - ICRC, frame.length, (byte) 0);
        return frame;
      }
    },
    BEHIND_WHERE_THE_ICRC_IS_TAKEN_OFF {
      @Override
      byte[] frame(byte[] sent) {
        return Arrays.copyOf(sent, sent.length - ICRC);
      }
    };

    abstract byte[] frame(byte[] sent);
  }

  @ParameterizedTest
  @EnumSource(Sniffer.class)
  @DisplayName("a WRITE and a READ between adapters, their set-up not captured")
  void shouldRebuildWhatAdaptersSend(Sniffer sniffer) {
    Decoded seen = decode(conversation("192.168.77.2", "192.168.77.1"), sniffer);

    shouldHaveBoth(seen);
    assertThat(seen.summary().congestion()).isNotEmpty();
    assertThat(seen.summary().rules()).doesNotContainKeys("icrc.mismatch", "bth.psn-gap");
  }

  @Test
  @DisplayName("the same with GIDs of IPv6")
  void shouldRebuildWhatAdaptersSendOverIpv6() {
    shouldHaveBoth(decode(conversation("fd00:77::2", "fd00:77::1"), Sniffer.AS_SENT));
  }

  private static void shouldHaveBoth(Decoded seen) {
    assertThat(seen.call(1)).isWhole(WRITE_CALL);
    assertThat(seen.reply(1)).isWhole(Nfs3.writeReply(1, WRITTEN.length)).answers(seen.call(1));
    assertThat(seen.reply(2)).isWhole(READ_REPLY).answers(seen.call(2));
    assertThat(seen.summary().unanswered()).isZero();
    assertThat(seen.summary().connections()).isEqualTo(1);
  }

  private static Conversation conversation(String from, String to) {
    Conversation wire = Conversation.between(from, to).mtu(4096).acks(false);
    wire.traits(
        packet -> packet.pKey(PARTITION).solicitedEvent().migReq(false).typeOfService(CONGESTED));
    RpcConversation rpc = RpcConversation.over(wire, conversation -> {});
    wire.client().qpn(0x8a1234).nextPsn(0xfffffd);
    wire.server().qpn(0x4213).nextPsn(0x123456);
    Segment source = Segment.of(0x180100, WRITTEN.length);
    Segment sink = Segment.of(0x180200, READ.length);

    // Two calls at once; nothing says that they arrived but what comes of them.
    wire.udpSourcePort(0xc001);
    rpc.call(reduced(1, WRITE_CALL).readChunk(WRITE_CALL.position(0), source));
    rpc.call(inline(2, Nfs3.readCall(2, READ.length)).writeChunk(sink));
    QueuePair server = rpc.server();
    wire.udpSourcePort(0xf00d);
    server.acknowledge(0xfffffe);
    ReadRequest first = server.readRequest(source.handle(), source.offset(), 4096);
    ReadRequest second = server.readRequest(source.handle(), source.offset() + 4096, 4096);
    ReadRequest third = server.readRequest(source.handle(), source.offset() + 8192, 808);
    wire.udpSourcePort(0xc001);
    rpc.client().readResponse(first, Arrays.copyOfRange(WRITTEN, 0, 4096));
    rpc.client().congestion();
    rpc.client().readResponse(second, Arrays.copyOfRange(WRITTEN, 4096, 8192));
    rpc.client().readResponse(third, Arrays.copyOfRange(WRITTEN, 8192, 9000));
    wire.udpSourcePort(0xf00d);
    server.congestion();
    rpc.push(sink, READ);
    rpc.reply(reduced(2, READ_REPLY).writeChunk(sink));
    rpc.reply(inline(1, Nfs3.writeReply(1, WRITTEN.length)));
    wire.udpSourcePort(0xc001);
    rpc.client().acknowledge(server.nextPsn() - 1);
    return wire;
  }

  private static Decoded decode(Conversation wire, Sniffer sniffer) {
    List<Copied> frames = new ArrayList<>();
    for (Packet packet : wire.capture().packets()) {
      byte[] frame = sniffer.frame(packet.bytes());
      frames.add(new Copied(frame, frame.length, packet.epochNanos(), ETHERNET, 0));
    }
    return Decoded.of(frames);
  }
}
