package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.tcp.TcpRules;

/** Sends whose TCP segments came twice: the copy that the receiver took is the one that counts. */
class IwarpSentAgainTest {
  private static final int OLD_STAMP = 1000;
  private static final int NEW_STAMP = 1214;

  private final IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().payload(100));
  private final List<TcpFrame> frames = rpc.capture().frames();

  /** Index of the first segment of the reply. */
  private final int at;

  /** Frame of its last segment. */
  private final long first;

  IwarpSentAgainTest() {
    rpc.call(RpcRdmaBuilder.inline(1, Nfs3.readCall(1, 150)));
    at = frames.size();
    rpc.reply(RpcRdmaBuilder.inline(1, Nfs3.readReply(1, Pattern.of(1, 150))));
    first = frames.size();
    assertThat(first - at).as("segments of the reply").isEqualTo(4);
  }

  private TcpFrame segment(int index) {
    return frames.get(at + index);
  }

  private TcpFrame last() {
    return frames.get((int) first - 1);
  }

  /** The client's acknowledgement of all before a sequence number. */
  private TcpFrame ack(int next) {
    rpc.wire().client().acknowledge();
    return frames.remove(frames.size() - 1).acknowledging(next);
  }

  private void repeatLast() {
    frames.add(last());
  }

  private void isOfFrame(long frame) {
    Decoded seen = rpc.decode();
    RpcMessage reply = seen.reply(1);
    assertThat(reply.sendFrame()).isEqualTo(frame);
    long call = seen.call(1).firstFrame();
    assertThat(reply.rpc().orElseThrow().latencyNanos()).hasValue((frame - call) * 1000);
    assertThat(reply.rpc().orElseThrow().complete()).isTrue();
    assertThat(seen.rules()).containsExactly(TcpRules.RETRANSMISSION.name());
    assertThat(seen.messages()).hasSize(2);
  }

  @Test
  @DisplayName("a plain acknowledgement behind the repeat: the repeat delivered it")
  void shouldTimeTheRepeatWhereNothingProvesTheFirstCopy() {
    repeatLast();
    frames.add(ack(last().end()));
    isOfFrame(first + 1);
  }

  @Test
  @DisplayName("a D-SACK behind the repeat: both arrived, so the first copy counts")
  void shouldTimeTheFirstCopyWhereTheReceiverReportsADuplicate() {
    repeatLast();
    frames.add(ack(last().end()).reporting(last().sequence(), last().end()));
    isOfFrame(first);
  }

  @Test
  @DisplayName("a D-SACK inside of another block, ahead of the cumulative acknowledgement")
  void shouldKnowADuplicateThatIsReportedAheadOfAGap() {
    frames.add(ack(segment(0).end()).reporting(segment(2).sequence(), last().end()));
    repeatLast();
    frames.add(
        ack(segment(0).end())
            .reporting(last().sequence(), last().end(), segment(2).sequence(), last().end()));
    frames.add(segment(1));
    frames.add(ack(last().end()));
    isOfFrame(first + 4);
  }

  @Test
  @DisplayName("of three copies a D-SACK rules out the last one only")
  void shouldNotTakeMoreFromADuplicateThanItSays() {
    repeatLast();
    repeatLast();
    frames.add(ack(last().end()).reporting(last().sequence(), last().end()));
    isOfFrame(first + 1);
  }

  @Test
  @DisplayName("an acknowledgement that echoes a timestamp older than the repeat's")
  void shouldTimeTheFirstCopyWhereTheAcknowledgementWasOnItsWay() {
    frames.set((int) first - 1, last().stamped(OLD_STAMP, 1));
    frames.add(ack(last().sequence()).stamped(2, OLD_STAMP));
    frames.add(last().stampedAgain(NEW_STAMP));
    frames.add(ack(last().end()).stamped(3, OLD_STAMP));
    isOfFrame(first);
  }

  @Test
  @DisplayName("an acknowledgement that echoes the repeat's timestamp")
  void shouldTimeTheRepeatWhereTheAcknowledgementEchoesIt() {
    frames.set((int) first - 1, last().stamped(OLD_STAMP, 1));
    frames.add(ack(last().sequence()).stamped(2, OLD_STAMP));
    frames.add(last().stampedAgain(NEW_STAMP));
    frames.add(ack(last().end()).stamped(3, NEW_STAMP));
    isOfFrame(first + 2);
  }

  @Test
  @DisplayName("two segments sent again, of which the first delayed the acknowledgement")
  void shouldNotMistakeADelayedAcknowledgementForAnOldOne() {
    int before = segment(1).end();
    frames.add(ack(before).stamped(2, OLD_STAMP));
    frames.add(segment(2).stampedAgain(NEW_STAMP));
    frames.add(segment(3).stampedAgain(NEW_STAMP + 1));
    frames.add(ack(last().end()).stamped(3, NEW_STAMP));
    isOfFrame(first + 3);
  }

  @Test
  @DisplayName("a segment sent again although it was acknowledged, while the last one was not")
  void shouldNotTimeARepeatOfWhatWasAcknowledged() {
    frames.add(ack(segment(1).end()));
    frames.add(segment(0));
    frames.add(ack(last().end()));
    isOfFrame(first);
  }

  @Test
  @DisplayName("a segment sent again although it was acknowledged selectively")
  void shouldNotTimeARepeatOfWhatWasAcknowledgedSelectively() {
    frames.add(ack(segment(0).end()).reporting(segment(2).sequence(), last().end()));
    frames.add(segment(3));
    frames.add(ack(last().end()));
    isOfFrame(first);
  }

  @Test
  @DisplayName("a block beyond all that was sent proves nothing")
  void shouldNotBelieveBlocksOfWhatWasNotSent() {
    frames.add(ack(segment(0).end()).reporting(segment(1).sequence(), last().end() + 1));
    repeatLast();
    frames.add(ack(last().end()));
    isOfFrame(first + 2);
  }

  @Test
  @DisplayName("iwarp-nfs41-loss: the server's D-SACK in frame 1209 shows that it had frame 1207")
  void shouldTimeTheCopyThatTheServerTook() {
    Decoded seen = RealCaptures.decode("iwarp/iwarp-nfs41-loss.pcap");
    RpcMessage call = seen.call(0x6dda13e2);
    assertThat(call.sendFrame()).isEqualTo(1207);
    assertThat(call.findings()).extracting("frame").containsExactly(1208L);
  }
}
