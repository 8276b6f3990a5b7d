package org.rdmadump.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/** Rule rpc.silence: times are those of the samples, in seconds behind their call. */
class SilenceReviewTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<Silence> silences = new ArrayList<>();

  private final SilenceReview review =
      new SilenceReview(
          new CheckListener() {
            @Override
            public void finding(FindingSubject subject) {}

            @Override
            public void silence(Silence silence) {
              silences.add(silence);
            }
          });

  private Optional<Finding> told(Sample call, Sample reply) {
    RpcExchange exchange = Sample.exchange(Optional.of(call), Optional.of(reply));
    review.message(exchange.reply().orElseThrow());
    return review.judge(exchange);
  }

  private Sample called() {
    Sample call = Sample.call();
    review.message(call.message());
    return call;
  }

  @Test
  void shouldTellOfAReplyAfterALongSilence() {
    Sample call = called();

    Optional<Finding> told = told(call, Sample.reply().after(6 * SECOND));

    assertThat(told.orElseThrow().rule().name()).isEqualTo("rpc.silence");
    assertThat(told.orElseThrow().message())
        .isEqualTo(
            "nothing new moved for 6.00 s after frame 12, while the call of frame 12 waited");
  }

  @Test
  void shouldSayNothingOfAShorterOne() {
    Sample call = called();

    assertThat(told(call, Sample.reply().after(5 * SECOND - 1))).isEmpty();
  }

  @Test
  void shouldTellOfASilenceInWhichTheCallWasSentAgain() {
    Sample call = Sample.call().sentBefore(0).after(4 * SECOND);
    review.message(call.message());

    assertThat(told(call, Sample.reply().after(8 * SECOND)).orElseThrow().message())
        .startsWith("nothing new moved for 8.00 s after frame 10");
  }

  @Test
  void shouldSayNothingIfOtherCallsWereAnsweredMeanwhile() {
    Sample slow = called();
    review.message(Sample.call().number(3).after(3 * SECOND).message());

    assertThat(told(slow, Sample.reply().after(7 * SECOND))).isEmpty();
  }

  @Test
  void shouldSayNothingIfDataMovedMeanwhile() {
    Sample call = called();
    Sample reply =
        Sample.reply()
            .after(8 * SECOND)
            .transfers(moved(2 * SECOND, 3 * SECOND), moved(5 * SECOND, 7 * SECOND));

    assertThat(told(call, reply)).isEmpty();
  }

  @Test
  void shouldTellOfSilenceBeforeTheDataOfAReply() {
    Sample call = called();

    Optional<Finding> told =
        told(call, Sample.reply().after(8 * SECOND).transfers(moved(7 * SECOND, 8 * SECOND)));

    assertThat(told.orElseThrow().message())
        .startsWith("nothing new moved for 7.00 s after frame 12");
  }

  private static RdmaTransfer moved(long from, long to) {
    RdmaTransfer like = Sample.transfer(RdmaTransfer.Kind.WRITE, 0x11, 100);
    return new RdmaTransfer(
        like.kind(),
        like.handle(),
        like.address(),
        like.length(),
        like.transferred(),
        like.packets(),
        like.firstPsn(),
        like.lastPsn(),
        like.firstFrame(),
        like.lastFrame(),
        Sample.TIME + from,
        Sample.TIME + to,
        like.sink(),
        List.of());
  }

  @Test
  void shouldTellOfEachSilence() {
    assertThat(silences).isEmpty();
    told(called(), Sample.reply().after(6 * SECOND));
    Sample call = Sample.call().number(3).after(7 * SECOND);
    review.message(call.message());
    told(call, Sample.reply().number(4).after(16 * SECOND));

    assertThat(silences).hasSize(2);
    Silence last = silences.get(1);
    assertThat(last.nanos()).isEqualTo(9 * SECOND);
    assertThat(last.call().number()).isEqualTo(3);
    assertThat(last.until()).isEqualTo(Silence.Until.REPLY);
  }

  @Test
  void shouldSayNothingOfAConnectionThatHadNothingToDo() {
    called();
    told(Sample.call(), Sample.reply());
    Sample later = Sample.call().number(3).after(60 * SECOND);
    review.message(later.message());

    assertThat(told(later, Sample.reply().number(4).after(61 * SECOND))).isEmpty();
  }

  @Test
  void shouldTellOnceOfASilenceThatSeveralCallsWaitedIn() {
    Sample one = called();
    Sample other = called();

    assertThat(told(one, Sample.reply().after(6 * SECOND))).isPresent();
    assertThat(told(other, Sample.reply().after(6 * SECOND + 1))).isEmpty();
  }

  private static RpcExchange unanswered(Sample call, Rule why) {
    RpcExchange alone = Sample.exchange(Optional.of(call), Optional.empty());
    return new RpcExchange(
        alone.xid(),
        alone.connection(),
        alone.call(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(new Finding(why, 12, -1, "")));
  }

  private static ConnectionRecord ended(long after) {
    RdmaConnection connection =
        new RdmaConnection(Transport.IWARP, Sample.CLIENT, Sample.SERVER, 1);
    connection.index(Sample.call().message().connection());
    connection.ended(
        new ConnectionEnd(ConnectionEnd.How.FIN, OptionalInt.empty(), "", 20, Sample.TIME + after));
    return new ConnectionRecord(connection);
  }

  @Test
  void shouldTellOfTheCallThatWaitedWhenItsConnectionEnded() {
    Sample call = called();
    RpcExchange unanswered = unanswered(call, RpcRdmaRules.NO_REPLY);
    assertThat(review.judge(unanswered)).isEmpty();
    ConnectionRecord ended = ended(60 * SECOND);

    assertThat(review.closed(ended)).isEqualTo(unanswered.call());
    assertThat(review.judgeClosed(call.message(), ended.end().orElseThrow()).message())
        .isEqualTo(
            "nothing new moved for 60.00 s after frame 12, to the end of the connection, and this"
                + " call waited");
    assertThat(review.waiting(Sample.TIME + 90 * SECOND)).isEmpty();
  }

  @Test
  void shouldSayNothingOfAConnectionThatEndedSoon() {
    assertThat(review.judge(unanswered(called(), RpcRdmaRules.NO_REPLY))).isEmpty();

    assertThat(review.closed(ended(4 * SECOND))).isEmpty();
  }

  @Test
  void shouldSayNothingIfTheReplyMayNotHaveBeenCaptured() {
    assertThat(review.judge(unanswered(called(), RpcRdmaRules.REPLY_NOT_CAPTURED))).isEmpty();

    assertThat(review.closed(ended(60 * SECOND))).isEmpty();
  }

  @Test
  void shouldTellOfTheCallThatWaitsWhenTheCaptureEnds() {
    Sample call = called();
    RpcExchange unanswered = unanswered(call, RpcRdmaRules.IN_FLIGHT_AT_END);

    assertThat(review.judge(unanswered)).isEmpty();

    assertThat(review.waiting(Sample.TIME + 4 * SECOND)).isEmpty();
    assertThat(review.waiting(Sample.TIME + 9 * SECOND))
        .isEqualTo(List.of(unanswered.call().orElseThrow()));
    assertThat(review.judgeAtEnd(call.message(), Sample.TIME + 9 * SECOND).message())
        .isEqualTo(
            "nothing new moved for 9.00 s after frame 12, to the end of the capture, and this call"
                + " waits");
  }
}
