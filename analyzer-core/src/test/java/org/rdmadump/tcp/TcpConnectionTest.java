package org.rdmadump.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.tcp.Segments.ACK;
import static org.rdmadump.tcp.Segments.SYN;
import static org.rdmadump.tcp.Segments.part;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;

/** The two streams of a connection, whose segments may be captured in another order than sent. */
class TcpConnectionTest {
  private static final int CLIENTS = 1000;
  private static final int SERVERS = 5000;
  private static final byte[] NOTHING = {};

  private final Segments wire = new Segments();
  private final StreamMemory memory = new StreamMemory(1 << 24);
  private final List<String> log = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private Side client = new Side("client");
  private Side server = new Side("server");
  private TcpConnection connection = connect();

  private TcpConnection connect() {
    RecentBytesPool pool = new RecentBytesPool();
    DamageEvidence damage = new DamageEvidence();
    return new TcpConnection(
        new TcpStream(client, client, memory, pool, damage),
        new TcpStream(server, server, memory, pool, damage));
  }

  /** What a side sent. */
  private final class Side implements StreamSink, StreamEvents {
    private final String name;
    private final ByteArrayOutputStream got = new ByteArrayOutputStream();

    Side(String name) {
      this.name = name;
    }

    @Override
    public int bytes(StreamBytes piece) {
      got.write(piece.array(), piece.offset(), piece.captured());
      log.add(name + " " + piece.length());
      return piece.length();
    }

    @Override
    public void missing(long position, long length) {
      log.add(name + " lacks " + length);
    }

    @Override
    public void acknowledged(long position, long epochNanos) {}

    @Override
    public void repeated(long from, long to, long frame, long epochNanos) {}

    @Override
    public void finding(Finding finding) {
      findings.add(finding);
    }
  }

  /**
   * A segment on its way.
   *
   * @param side that sends it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Sent(int side, int sequence, int acknowledgement, int flags, byte[] payload) {}

  private void take(Sent sent) {
    TcpSegment segment =
        wire.segment(
            sent.sequence, sent.acknowledgement, sent.flags, sent.payload, sent.payload.length);
    if (connection.isOfAnother(segment, sent.side)) {
      log.add("another");
      return;
    }
    connection.take(segment, sent.side);
  }

  private void fromClient(int sequence, int acknowledgement, byte[] payload) {
    take(new Sent(0, CLIENTS + sequence, SERVERS + acknowledgement, ACK, payload));
  }

  private void fromServer(int sequence, int acknowledgement, byte[] payload) {
    take(new Sent(1, SERVERS + sequence, CLIENTS + acknowledgement, ACK, payload));
  }

  private static Sent syn() {
    return new Sent(0, CLIENTS - 1, 0, SYN, NOTHING);
  }

  private static Sent synAck() {
    return new Sent(1, SERVERS - 1, CLIENTS, SYN | ACK, NOTHING);
  }

  @BeforeEach
  void handshake() {
    take(syn());
    take(synAck());
  }

  @Test
  void shouldPassOnAnAnswerBehindWhatItAnswers() {
    fromServer(0, 100, new byte[20]);
    fromServer(20, 100, new byte[21]);
    assertThat(log).isEmpty();

    fromClient(0, 0, new byte[100]);

    assertThat(log).containsExactly("client 100", "server 20", "server 21");
    assertThat(findings).isEmpty();
  }

  @Test
  void shouldPassOnAnAnswerBehindTheHoleThatItAnswers() {
    fromClient(50, 0, new byte[50]);
    fromServer(0, 100, new byte[20]);
    for (int i = 0; i < 300; i++) {
      fromServer(20, 100, NOTHING);
    }

    assertThat(log).containsExactly("client lacks 50", "client 50", "server 20");
  }

  /** While the wait for a hole lasts, more questions are asked, and more of them are missing. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 20, 200})
  void shouldPassOnEveryAnswerBehindItsQuestionWhateverIsMissing(int lostAfter) {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      boolean lost = i == 5 || i == 5 + lostAfter || i == 5 + 3 * lostAfter;
      if (!lost) {
        fromClient(10 * i, 5 * i, new byte[10]);
      }
      fromServer(5 * i, 10 * (i + 1), new byte[5]);
      expected.addAll(lost ? List.of("server 5") : List.of("client 10", "server 5"));
    }

    assertThat(log).filteredOn("client lacks 10"::equals).hasSize(3);
    assertThat(log).filteredOn(each -> !each.contains("lacks")).isEqualTo(expected);
  }

  @Test
  void shouldNotWaitForASideOfWhichNothingIsCaptured() {
    for (int i = 0; i < 2000; i++) {
      fromServer(100 * i, 50 * i, new byte[100]);
    }
    // The first wait was in vain.
    assertThat(log).hasSize(2000);
  }

  @Test
  void shouldPassOnAtTheEndWhatWaitsForTheOtherSide() {
    fromServer(0, 300, new byte[20]);
    fromClient(200, 0, new byte[100]);
    connection.end(/* goesOn= */ false);

    assertThat(log).containsExactly("client lacks 200", "client 100", "server 20");
  }

  @Test
  void shouldNotWaitForTheAcknowledgementOfAFin() {
    take(new Sent(0, CLIENTS, SERVERS, ACK | Segments.FIN, NOTHING));
    fromServer(0, 1, new byte[10]);

    assertThat(log).containsExactly("server 10");
  }

  @Test
  void shouldNotTakeALateSynForThatOfAnotherConnection() {
    client = new Side("client");
    server = new Side("server");
    connection = connect();
    take(synAck());
    take(syn());
    fromClient(0, 0, new byte[10]);
    assertThat(log).containsExactly("client 10");

    connection = connect();
    fromClient(0, 0, new byte[10]);
    take(syn());
    take(synAck());
    fromServer(0, 10, new byte[10]);
    assertThat(log).containsExactly("client 10", "client 10", "server 10");
  }

  @Test
  void shouldLeaveOutASegmentFromElsewhere() {
    fromClient(0, 0, new byte[10]);
    fromClient(1 << 29, 0, new byte[10]);
    fromClient(10, 0, new byte[10]);
    fromClient(1 << 29, 0, new byte[10]);
    fromClient(20, 0, new byte[10]);

    assertThat(log).containsExactly("client 10", "client 10", "client 10");
    assertThat(findings)
        .extracting(each -> each.rule().name())
        .containsExactly("tcp.far-segment", "tcp.far-segment");
    assertThat(findings.get(0).offset()).isEqualTo(34 + 4);
  }

  @Test
  void shouldIgnoreAResetThatItsReceiverIgnores() {
    // given 8,000 bytes of which 5,000 are acknowledged
    fromClient(0, 0, new byte[8000]);
    fromServer(0, 5000, new byte[10]);

    // when
    take(new Sent(0, CLIENTS + 4999, SERVERS, Segments.RST, NOTHING));
    fromClient(8000, 10, new byte[20]);

    // then
    assertThat(log).containsExactly("client 8000", "server 10", "client 20");
    assertThat(findings).extracting(each -> each.rule().name()).containsExactly("tcp.stale-reset");
    assertThat(findings.get(0).message())
        .isEqualTo("RST 1 byte below the acknowledged sequence number; the receiver ignores it");
    assertThat(connection.isEnded()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {5000, 7000, 8000})
  void shouldEndWithAResetThatMayBeTheNextForItsReceiver(int sequence) {
    fromClient(0, 0, new byte[8000]);
    fromServer(0, 5000, new byte[10]);

    take(new Sent(0, CLIENTS + sequence, SERVERS, Segments.RST, NOTHING));

    assertThat(connection.isEnded()).isTrue();
    assertThat(findings).isEmpty();
  }

  @Test
  void shouldPassOnAnAnswerBehindWhatItAnswersAlsoAtTheBeginning() {
    // given a capture in which all of the server comes late
    client = new Side("client");
    server = new Side("server");
    connection = connect();
    take(syn());
    fromClient(0, 0, NOTHING);
    fromClient(0, 0, new byte[100]);
    fromClient(100, 30, new byte[50]);
    take(synAck());
    fromServer(0, 100, new byte[30]);

    assertThat(log).containsExactly("client 100", "server 30", "client 50");
    assertThat(findings).isEmpty();
  }

  @Test
  void shouldTakeDataBeforeTheFirstAcknowledgementOfTheOtherSide() {
    // given a client whose acknowledgement of the SYN was not captured
    client = new Side("client");
    server = new Side("server");
    connection = connect();
    take(syn());
    fromClient(0, 30, new byte[100]);
    fromServer(0, 0, new byte[30]);
    take(synAck());

    assertThat(log).containsExactlyInAnyOrder("server 30", "client 100");
    assertThat(findings).isEmpty();
  }

  @Test
  void shouldTellAnotherConnectionByTwoSegmentsInARow() {
    fromClient(0, 0, new byte[10]);
    fromClient(1 << 29, 0, new byte[10]);
    assertThat(log).containsExactly("client 10");

    fromClient((1 << 29) + 10, 0, new byte[10]);

    assertThat(log).containsExactly("client 10", "another");
  }

  @Test
  void shouldTellAnotherConnectionByOneSegmentOnceThisOneIsOver() {
    fromClient(0, 0, new byte[10]);
    connection.end(/* goesOn= */ false);
    fromClient(1 << 29, 0, new byte[10]);

    assertThat(log).containsExactly("client 10", "another");
  }

  /** Any segment late by up to 40 others: both sides' bytes, and no answer before its question. */
  @Test
  void shouldGiveTheSameForEveryDelay() {
    for (int trial = 0; trial < 300; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      log.clear();
      findings.clear();
      client = new Side("client");
      server = new Side("server");
      connection = connect();
      byte[][] streams = {new byte[20_000], new byte[20_000]};
      random.nextBytes(streams[0]);
      random.nextBytes(streams[1]);
      List<Sent> capture = conversation(random, streams);

      delay(capture, random).forEach(this::take);
      connection.end(/* goesOn= */ false);

      assertThat(client.got.toByteArray()).as("trial %d", trial).isEqualTo(streams[0]);
      assertThat(server.got.toByteArray()).as("trial %d", trial).isEqualTo(streams[1]);
      assertThat(log).as("trial %d", trial).noneMatch(each -> each.contains("lacks"));
      assertThat(findings)
          .as("trial %d", trial)
          .allMatch(each -> each.rule().equals(TcpRules.OUT_OF_ORDER));
    }
  }

  private static List<Sent> conversation(SplittableRandom random, byte[][] streams) {
    List<Sent> capture = new ArrayList<>(List.of(syn(), synAck()));
    int[] at = {0, 0};
    int[] first = {CLIENTS, SERVERS};
    while (at[0] < streams[0].length || at[1] < streams[1].length) {
      int side = random.nextInt(2);
      int to = Math.min(streams[side].length, at[side] + random.nextInt(500));
      capture.add(
          new Sent(
              side,
              first[side] + at[side],
              first[1 - side] + at[1 - side],
              ACK,
              part(streams[side], at[side], to)));
      at[side] = to;
    }
    return capture;
  }

  private static List<Sent> delay(List<Sent> capture, SplittableRandom random) {
    int longest = 1 + random.nextInt(40);
    List<long[]> order = new ArrayList<>();
    for (int i = 0; i < capture.size(); i++) {
      int late = i > 1 && random.nextInt(4) == 0 ? random.nextInt(longest) : 0;
      order.add(new long[] {2L * (i + late) + (late > 0 ? 1 : 0), i});
    }
    order.sort((one, other) -> Long.compare(one[0], other[0]));
    return order.stream().map(each -> capture.get((int) each[1])).toList();
  }
}
