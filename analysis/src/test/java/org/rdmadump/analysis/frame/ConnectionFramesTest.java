package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.BitSet;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.OtherService;
import org.rdmadump.ib.cm.RejectReason;

/** Which frames are those of a connection that was chosen by its queue pairs. */
class ConnectionFramesTest {
  private static final int QUEUE_PAIR = 0xffffff;

  private final Capture capture = new Capture();

  private Conversation between(int client, int server) {
    Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1").on(capture);
    wire.client().qpn(client);
    wire.server().qpn(server);
    return wire;
  }

  private int[] framesOf(Integer... queuePairs) throws IOException {
    return framesOf(frame -> true, queuePairs);
  }

  private int[] framesOf(LongPredicate isOf, Integer... queuePairs) throws IOException {
    Set<Integer> chosen = Set.of(queuePairs);
    BitSet frames = new BitSet();
    ConnectionFrames finder =
        new ConnectionFrames(
            (way, frame) -> isOf.test(frame) && chosen.contains((int) (way.number() & QUEUE_PAIR)),
            frames);
    for (FrameRecord each : Dissected.of(capture.source()).frames()) {
      finder.frame(each);
    }
    return frames.stream().toArray();
  }

  private static int[] range(int first, int last) {
    return IntStream.rangeClosed(first, last).toArray();
  }

  @Test
  void shouldTellConnectionsApartThatHaveTheSameCommunicationIds() throws IOException {
    between(0x21, 0x22).connect().disconnect().client().send(new byte[10]);
    int first = capture.size();
    between(0x31, 0x32).connect().client().send(new byte[10]);

    assertThat(framesOf(0x21, 0x22)).isEqualTo(range(1, first));
    assertThat(framesOf(0x31, 0x32)).isEqualTo(range(first + 1, capture.size()));
  }

  @ParameterizedTest
  @CsvSource({"XRC, 0", "RD, 0x5000", "UC, 0"})
  void shouldFindTheSetUpOfEveryService(OtherService service, String contexts) throws IOException {
    int more = Integer.decode(contexts);
    between(0x31, 0x32).communicationIds(7, 8).connect();
    int before = capture.size();
    Conversation wire = between(0x21, 0x22).over(service).acks(false);
    wire.connect().client().send(new byte[10]);
    wire.disconnect();

    assertThat(framesOf(0x21 + more, 0x22 + more)).isEqualTo(range(before + 1, capture.size()));
  }

  @Test
  void shouldTellConnectionsApartThatHaveTheSameQueuePairsOneAfterTheOther() throws IOException {
    between(0x21, 0x22).connect().disconnect().client().send(new byte[10]);
    int first = capture.size();
    between(0x21, 0x22).communicationIds(7, 8).connect().disconnect();

    assertThat(framesOf(frame -> frame <= first, 0x21, 0x22)).isEqualTo(range(1, first));
    assertThat(framesOf(frame -> frame > first, 0x21, 0x22))
        .isEqualTo(range(first + 1, capture.size()));
  }

  /** A repeated DREQ names a queue pair that is already of the next connection. */
  @Test
  void shouldNotTakeARepeatedDisconnectForOneOfTheNextConnection() throws IOException {
    Conversation before = between(0x21, 0x22).communicationIds(7, 8);
    before.disconnectRequest();
    Conversation next = between(0x21, 0x22).connect();
    before.disconnectRequest().disconnectReply();
    next.client().send(new byte[10]);

    assertThat(framesOf(frame -> frame < 2, 0x22)).isEqualTo(new int[] {1, 5, 6});
    assertThat(framesOf(frame -> frame > 1, 0x21, 0x22)).isEqualTo(new int[] {2, 3, 4, 7, 8});
  }

  @Test
  void shouldFindADisconnectOfAConnectionWhoseSetUpWasNotCaptured() throws IOException {
    between(0x31, 0x32).communicationIds(7, 8).disconnect();
    between(0x21, 0x22).disconnect();

    assertThat(framesOf(0x22)).isEqualTo(new int[] {3, 4});
  }

  @Test
  void shouldFindARequestThatWasRefusedWithItsAnswer() throws IOException {
    between(0x21, 0x22).request(new byte[0]).reject(RejectReason.CONSUMER_REJECT, new byte[0]);
    between(0x31, 0x32).communicationIds(7, 8).request(new byte[0]);

    assertThat(framesOf(0x21)).isEqualTo(range(1, 2));
  }

  @Test
  void shouldFindNothingOfConnectionsThatAreNotChosen() throws IOException {
    between(0x21, 0x22).connect().disconnect();

    assertThat(framesOf(0x31)).isEmpty();
  }
}
