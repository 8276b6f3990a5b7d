package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.rdma.CmSetup;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.MpaEnd;
import org.rdmadump.rdma.MpaSetup;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** What is kept of each connection, on real captures. */
class ConnectionRecordTest {
  private static final int INLINE = 4096;

  /** What a listener is told, in order. */
  private static final class Told implements MessageListener {
    private final List<ConnectionRecord> opened = new ArrayList<>();
    private final List<ConnectionRecord> closed = new ArrayList<>();
    private final List<RpcMessage> messages = new ArrayList<>();
    private final List<Long> acknowledgements = new ArrayList<>();

    /** All but management datagrams. */
    private long packets;

    static Told of(String name) throws IOException {
      return of(RealCaptures.open(name));
    }

    static Told of(FrameSource frames) throws IOException {
      Told told = new Told();
      try (FrameSource source = frames) {
        CaptureDecoder capture = new CaptureDecoder(source, CaptureOptions.DEFAULT, told);
        boolean more = true;
        while (more) {
          more = capture.decodeNext();
        }
        CaptureSummary summary = capture.finish();
        told.packets = summary.rdmaPackets();
        for (long count : summary.mads().values()) {
          told.packets -= count;
        }
        assertThat(told.messages)
            .hasSize((int) (summary.calls() + summary.replies() + summary.otherMessages()));
      }
      return told;
    }

    @Override
    public void opened(ConnectionRecord connection) {
      opened.add(connection);
    }

    @Override
    public void message(RpcMessage message) {
      messages.add(message);
      assertThat(opened)
          .anyMatch(each -> each.index().equals(OptionalInt.of(message.connection())));
    }

    @Override
    public void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {
      acknowledgements.add(nanos);
    }

    @Override
    public void closed(ConnectionRecord connection) {
      closed.add(connection);
    }

    ConnectionRecord only() {
      assertThat(closed).hasSize(1);
      return closed.get(0);
    }
  }

  /** All frames of a capture but one. */
  private static final class Without extends ForwardingSource {
    private final long number;

    Without(FrameSource all, long number) {
      super(all);
      this.number = number;
    }

    @Override
    public boolean next(Frame frame) throws IOException {
      boolean found = super.next(frame);
      return (found && frame.number() == number) ? super.next(frame) : found;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs41-delegation.pcap",
        "rocev2/rocev2-nfs3-acl.pcap",
        "iwarp/iwarp-nfs41-loss.pcap"
      })
  void shouldTakeTheFirstAcknowledgementIfACallIsMissing(String name) throws IOException {
    Told whole = Told.of(name);
    // given a call of one packet, without which nobody knows what comes late
    List<RpcMessage> calls =
        whole.messages.stream()
            .filter(each -> each.rpc().isPresent() && each.rpc().get().call())
            .filter(each -> each.direction() == Direction.FORWARD)
            .filter(each -> each.firstFrame() == each.lastFrame())
            .toList();
    RpcMessage call = calls.get(calls.size() / 2);

    Told told = Told.of(new Without(RealCaptures.open(name), call.sendFrame()));

    assertThat(told.acknowledgements).hasSize(whole.acknowledgements.size() - 1);
    assertThat(Collections.max(told.acknowledgements))
        .isEqualTo(Collections.max(whole.acknowledgements));
  }

  @Test
  void shouldKeepWhatTheConnectionManagerSaid() throws IOException {
    ConnectionRecord connection = Told.of("rocev2/rocev2-nfs41-delegation.pcap").only();

    assertThat(connection.recognition()).isEqualTo(Recognition.CM);
    assertThat(connection.client().address()).hasToString("192.168.77.2");
    assertThat(connection.server().address()).hasToString("192.168.77.1");
    assertThat(connection.servicePort()).hasValue(20049);
    assertThat(connection.setup()).hasValueSatisfying(setup -> isLinux((CmSetup) setup));
    assertThat(connection.said(Direction.FORWARD))
        .contains(new RpcRdmaPrivateMessage(true, INLINE, INLINE));
    assertThat(connection.said(Direction.BACKWARD))
        .contains(new RpcRdmaPrivateMessage(false, INLINE, INLINE));
    assertThat(connection.inlineThreshold(Direction.FORWARD)).hasValue(INLINE);
    assertThat(connection.allowsInvalidation(Direction.BACKWARD)).contains(true);
    assertThat(connection.allowsInvalidation(Direction.FORWARD)).contains(false);
    assertThat(connection.privateData(Direction.FORWARD).capacity()).isEqualTo(8);
  }

  private static void isLinux(CmSetup setup) {
    assertThat(setup.serviceId()).isEqualTo(0x0000_0000_0106_4e51L);
    assertThat(setup.pathMtu()).isPresent();
    assertThat(setup.retryCount()).hasValue(6);
    assertThat(setup.active().rnrRetryCount()).isPresent();
    assertThat(setup.active().startingPsn()).isPresent();
    assertThat(setup.passive().startingPsn()).isPresent();
    assertThat(setup.passive().responderResources()).isPresent();
  }

  @Test
  void shouldCountWhatWentOver() throws IOException {
    Told told = Told.of("rocev2/rocev2-nfs41-delegation.pcap");
    ConnectionRecord connection = told.only();

    assertThat(connection.calls()).isEqualTo(45);
    assertThat(connection.replies()).isEqualTo(45);
    assertThat(connection.callbacks()).isEqualTo(4);
    assertThat(connection.callbackReplies()).isEqualTo(4);
    assertThat(connection.unansweredCalls()).isZero();
    long bytes =
        told.messages.stream().mapToLong(each -> each.rpc().get().length().getAsLong()).sum();
    assertThat(Arrays.stream(MovedBy.values()).mapToLong(connection::bytes).sum()).isEqualTo(bytes);
    assertThat(connection.bytes(MovedBy.READ_CHUNK)).isPositive();
    assertThat(connection.credits(Direction.FORWARD).inFlight()).isZero();
    assertThat(connection.credits(Direction.FORWARD).mostInFlight()).isPositive();
    assertThat(connection.credits(Direction.FORWARD).asked()).isEqualTo(128);
    assertThat(connection.credits(Direction.FORWARD).granted()).isPositive();
    assertThat(connection.credits(Direction.FORWARD).exhausted()).isZero();
    assertThat(connection.end())
        .hasValueSatisfying(end -> assertThat(end.how()).isEqualTo(ConnectionEnd.How.DREQ));
    assertThat(connection.endedByClient()).contains(true);
  }

  @Test
  void shouldTakeTheCreditsOfMessagesForUnsigned() throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(1, Nfs3.nullCall(1)).credits(-16));
    rpc.reply(inline(1, Nfs3.nullReply(1)).credits(-1));
    rpc.call(inline(2, Nfs3.nullCall(2)).credits(-16));
    rpc.reply(inline(2, Nfs3.nullReply(2)).credits(-2));

    CreditUse credits = Told.of(rpc.capture().source()).only().credits(Direction.FORWARD);
    assertThat(credits.asked()).isEqualTo(4_294_967_280L);
    assertThat(credits.granted()).isEqualTo(4_294_967_294L);
    assertThat(credits.leastGranted()).isEqualTo(4_294_967_294L);
    assertThat(credits.mostGranted()).isEqualTo(4_294_967_295L);
    assertThat(credits.exhausted()).isZero();
    assertThat(credits.overruns()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs41-direct.pcap",
        "rocev2/rocev2-nfs41-loss.pcap",
        "rocev2/rocev2-nfs41-ipv6.pcap",
        "rocev2/rocev2-nfs41-midstream.pcap",
        "iwarp/iwarp-nfs41-large-gso.pcap",
        "iwarp/iwarp-nfs41-reorder.pcap"
      })
  void shouldCountEveryPacketOnce(String name) throws IOException {
    Told told = Told.of(name);
    ConnectionRecord connection = told.only();

    assertThat(
            connection.traffic(Direction.FORWARD).packets()
                + connection.traffic(Direction.BACKWARD).packets())
        .isEqualTo(told.packets);
  }

  @Test
  void shouldKeepWhatMpaSaid() throws IOException {
    ConnectionRecord connection = Told.of("iwarp/iwarp-nfs41-p2p.pcap").only();

    assertThat(connection.recognition()).isEqualTo(Recognition.MPA);
    assertThat(connection.setup()).hasValueSatisfying(setup -> isPeerToPeer((MpaSetup) setup));
    assertThat(connection.inlineThreshold(Direction.BACKWARD)).hasValue(INLINE);
    assertThat(connection.end())
        .hasValueSatisfying(end -> assertThat(end.how()).isEqualTo(ConnectionEnd.How.FIN));
    assertThat(connection.traffic(Direction.FORWARD).packets()).isPositive();
  }

  private static void isPeerToPeer(MpaSetup setup) {
    MpaEnd request = setup.request().orElseThrow();
    MpaEnd reply = setup.reply().orElseThrow();
    assertThat(request.revision()).isEqualTo(2);
    assertThat(request.peerToPeer()).isTrue();
    assertThat(request.inboundReads()).isPresent();
    assertThat(reply.outboundReads()).isPresent();
    assertThat(reply.rejected()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs41-midstream.pcap", "iwarp/iwarp-nfs41-midstream.pcap"})
  void shouldClaimNothingOfAConnectionThatBeganEarlier(String name) throws IOException {
    ConnectionRecord connection = Told.of(name).only();

    assertThat(connection.isSeenFromStart()).isFalse();
    assertThat(connection.inlineThreshold(Direction.FORWARD)).isEmpty();
    assertThat(connection.allowsInvalidation(Direction.BACKWARD)).isEmpty();
    assertThat(connection.end())
        .hasValueSatisfying(end -> assertThat(end.how()).isEqualTo(ConnectionEnd.How.CAPTURE_END));
  }

  @Test
  void shouldClaimNothingOfPrivateDataThatWasCut() throws IOException {
    ConnectionRecord connection = Told.of("rocev2/rocev2-nfs41-snap128.pcap").only();

    assertThat(connection.isSeenFromStart()).isTrue();
    assertThat(connection.inlineThreshold(Direction.FORWARD)).isEmpty();
  }

  @Test
  void shouldSayWhyConnectionsBroke() throws IOException {
    List<ConnectionRecord> rocev2 = Told.of("rocev2/rocev2-odd.pcap").closed;
    List<ConnectionRecord> iwarp = Told.of("iwarp/iwarp-odd.pcap").closed;

    assertThat(rocev2)
        .anySatisfy(
            each -> assertThat(each.end().get().reason()).isEqualTo("NAK (Remote Access Error)"));
    assertThat(iwarp)
        .anySatisfy(
            each -> {
              assertThat(each.end().get().how()).isEqualTo(ConnectionEnd.How.TERMINATE);
              assertThat(each.end().get().reason()).startsWith("DDP: ");
            });
  }

  @Test
  void shouldCountWhatWasSentAgain() throws IOException {
    TrafficCounters late =
        Told.of("rocev2/rocev2-nfs3-dropped-late.pcap").only().traffic(Direction.BACKWARD);
    TrafficCounters tcp =
        Told.of("iwarp/iwarp-nfs3-dropped-late.pcap").only().traffic(Direction.BACKWARD);

    assertThat(late.retransmitted()).isPositive();
    assertThat(late.retransmittedBytes()).isPositive();
    assertThat(tcp.retransmitted()).isPositive();
  }

  @Test
  void shouldCountRefusals() throws IOException {
    ConnectionRecord connection = Told.of("rocev2/rocev2-nfs41-reorder.pcap").only();

    assertThat(connection.traffic(Direction.BACKWARD).refusals()).containsKey("PSN Sequence Error");
    assertThat(connection.traffic(Direction.BACKWARD).outOfOrder()).isPositive();
  }

  @Test
  void shouldTellOfAConnectionThatWasRejected() throws IOException {
    Conversation conversation = Conversation.between("10.0.0.1", "10.0.0.2");
    conversation.request(new byte[0]).reject(RejectReason.INVALID_SERVICE_ID, new byte[0]);

    Told told = Told.of(conversation.capture().source());

    ConnectionRecord never = told.only();
    assertThat(told.opened).isEmpty();
    assertThat(never.index()).isEmpty();
    assertThat(never.client().address()).hasToString("10.0.0.1");
    assertThat(never.end().orElseThrow().how()).isEqualTo(ConnectionEnd.How.REJ);
    assertThat(never.end().orElseThrow().reason()).isEqualTo("Invalid Service ID");
    assertThat(never.endedByClient()).contains(false);
  }

  @Test
  void shouldCountCongestionNotificationsForWhomTheySlowDown() throws IOException {
    Conversation conversation = Conversation.between("10.0.0.1", "10.0.0.2");
    conversation.connect();
    conversation.client().send(new byte[100]);
    conversation.server().congestion();

    ConnectionRecord connection = Told.of(conversation.capture().source()).only();

    assertThat(connection.traffic(Direction.FORWARD).congestionNotifications()).isEqualTo(1);
    assertThat(connection.traffic(Direction.BACKWARD).congestionNotifications()).isZero();
  }

  @Test
  void shouldLetOnlyTheDecoderChangeIt() {
    assertThat(ConnectionRecord.class.getMethods())
        .filteredOn(method -> method.getDeclaringClass() == ConnectionRecord.class)
        .isNotEmpty()
        .noneMatch(method -> method.getReturnType() == void.class);
  }
}
