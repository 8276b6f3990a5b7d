package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rdma.ConnectionEvents.Ending;
import org.rdmadump.rdma.RdmaConnection;

/**
 * A SYN, RST or FIN that its receiver does not heed ends no connection (RFC 9293 section 3.10.7.4),
 * and a SYN that begins another does.
 */
class StraySegmentsTest {
  private static final byte[] NOTHING = {};
  private static final byte[] ONE = {1, 1, 1, 1, 1};
  private static final byte[] TWO = {2, 2, 2, 2, 2, 2};
  private static final int CALLS = 40;
  private static final int NFS = IwarpDecoder.NFS_RDMA_PORT;

  private final IwarpConversation wire = new IwarpConversation();

  /** A segment of a side, {@code ahead} of what is next, which changes nothing for its receiver. */
  private void stray(boolean fromServer, int flags, int ahead) {
    TcpFrame next = (fromServer ? wire.server() : wire.client()).segment("next", 0, NOTHING);
    wire.capture().drop(wire.capture().frames().size() - 1);
    wire.capture()
        .add(
            new TcpFrame(
                "stray",
                next.source(),
                next.destination(),
                next.sequence() + ahead,
                next.acknowledgement(),
                flags,
                NOTHING));
  }

  private void call() {
    wire.client().send(ONE);
    wire.server().send(TWO);
  }

  static Stream<Arguments> syns() {
    return Stream.of(-1, 0, 1, 100, -5000, 1 << 20, 1 << 30)
        .flatMap(
            ahead ->
                Stream.of(TcpFrame.SYN, TcpFrame.SYN | TcpFrame.ACK)
                    .flatMap(
                        flags ->
                            Stream.of(false, true)
                                .map(server -> Arguments.of(server, flags, ahead))));
  }

  @ParameterizedTest
  @MethodSource("syns")
  void shouldGoOnAfterAStraySyn(boolean fromServer, int flags, int ahead) {
    // given
    wire.connect();
    for (int i = 0; i < CALLS; i++) {
      call();
      if (i % 4 == 1) {
        stray(fromServer, flags, ahead);
      }
    }

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.connections).hasSize(1);
    assertThat(told.sends).hasSize(2 * CALLS);
    assertThat(told.rules()).isEmpty();
  }

  static Stream<Arguments> reuses() {
    List<String> lost = List.of("", "SYN ACK", "ACK", "SYN ACK,ACK", "server", "client");
    return lost.stream()
        .flatMap(
            each ->
                Stream.of(Tuple.tuple(777, 888), Tuple.tuple(1 << 29, 1 << 30))
                    .map(isn -> Arguments.of(each, isn.toArray()[0], isn.toArray()[1])));
  }

  /** The ports are used again, though nobody ended the old connection; some is not captured. */
  @ParameterizedTest(name = "without {0}, {1}, {2}")
  @MethodSource("reuses")
  void shouldBeginAnewWithASyn(String lost, int clients, int servers) {
    // given
    wire.connect();
    call();
    int from = wire.capture().frames().size();
    IwarpConversation again = new IwarpConversation().into(wire.capture());
    again.sequences(clients, servers).connect();
    again.client().send(TWO);
    again.server().send(ONE);
    List<TcpFrame> frames = wire.capture().frames();
    for (String each : lost.split(",", -1)) {
      frames
          .subList(each.equals("SYN ACK") || each.equals("ACK") ? from : 0, frames.size())
          .removeIf(
              frame ->
                  frame.label().equals(each)
                      || (each.equals("server") && frame.source().port() == NFS)
                      || (each.equals("client") && frame.source().port() != NFS));
    }

    // when
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.connections).hasSize(2);
    assertThat(told.endings).startsWith(Ending.DISCONNECTED);
    assertThat(told.sends)
        .filteredOn(each -> each.side() == RdmaConnection.FIRST)
        .extracting(Told.Message::connection, Told.Message::text)
        .containsExactlyElementsOf(sends(!lost.equals("client"), ONE, TWO));
    assertThat(told.sends)
        .filteredOn(each -> each.side() == RdmaConnection.SECOND)
        .extracting(Told.Message::connection, Told.Message::text)
        .containsExactlyElementsOf(sends(!lost.equals("server"), TWO, ONE));
    // Of a side that was not captured, its bytes are missing.
    assertThat(told.rules())
        .allMatch(
            each -> (lost.equals("client") || lost.equals("server")) && each.equals("tcp.hole"));
  }

  private static List<Tuple> sends(boolean any, byte[] first, byte[] second) {
    return any
        ? List.of(Tuple.tuple(0, Told.name(first)), Tuple.tuple(1, Told.name(second)))
        : List.of();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 60, -5000, 10_000, 1 << 30})
  void shouldGoOnAfterAStrayRstOrFin(int ahead) {
    for (boolean fromServer : new boolean[] {false, true}) {
      for (int flags : new int[] {TcpFrame.RST, TcpFrame.RST | TcpFrame.ACK, TcpFrame.FIN | 16}) {
        // given
        StraySegmentsTest test = new StraySegmentsTest();
        test.wire.connect();
        for (int i = 0; i < 400; i++) {
          test.call();
          if (i == 3) {
            test.stray(fromServer, flags, ahead);
          }
        }

        // when
        Told told = Told.of(test.wire.capture());

        // then
        assertThat(told.sends).as("flags %d, server %s", flags, fromServer).hasSize(800);
        assertThat(told.endings).containsExactly(Ending.CAPTURE_ENDED);
        assertThat(told.connections.get(0).end()).isEmpty();
      }
    }
  }

  @Test
  void shouldTellEveryMessageWhateverStrays() {
    for (int trial = 0; trial < 300; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      StraySegmentsTest test = new StraySegmentsTest();
      test.wire.crc(random.nextBoolean()).connect();
      for (int i = 0; i < CALLS; i++) {
        test.call();
        if (random.nextInt(4) == 0) {
          int flags = random.nextInt(2) == 0 ? TcpFrame.SYN : TcpFrame.RST;
          int ahead = random.nextInt(flags == TcpFrame.SYN ? 32 : 24);
          test.stray(random.nextBoolean(), flags, 1 + (random.nextInt() >>> (31 - ahead)));
        }
      }

      assertThat(Told.of(test.wire.capture()).sends).as("trial %d", trial).hasSize(2 * CALLS);
    }
  }
}
