package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** A position in a capture, as programs have it that were written for NFStest. */
class CaptureCursorTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path ROCE = CAPTURES.resolve("rocev2/rocev2-nfs41-acl.pcap");
  private static final Path IWARP = CAPTURES.resolve("iwarp/iwarp-nfs3-acl.pcap");

  /** More messages than are kept. */
  private static final Path LONG = CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap");

  @Test
  void shouldGoOnWhereTheLastSearchEnded() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      RpcMessage first = cursor.match("nfs.op == GETATTR && rpc.type == call").orElseThrow();
      RpcMessage second = cursor.match("nfs.op == GETATTR && rpc.type == call").orElseThrow();

      assertThat(first.number()).isLessThan(second.number());
      assertThat(cursor.position()).isEqualTo(second.number());
      assertThat(cursor.next().orElseThrow().number()).isEqualTo(second.number() + 1);
      cursor.rewind();
      assertThat(cursor.position()).isZero();
      assertThat(cursor.next().orElseThrow().number()).isEqualTo(1);
    }
  }

  @Test
  void shouldStayWhereItWasIfNothingMatches() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      assertThat(cursor.next()).isPresent();

      assertThat(cursor.match("nfs.op == SETXATTR")).isEmpty();
      assertThat(cursor.match(message -> false, 5)).isEmpty();
      assertThat(cursor.position()).isEqualTo(1);
      assertThat(cursor.next().orElseThrow().number()).isEqualTo(2);
    }
  }

  @Test
  void shouldLookNoFartherThanItIsTold() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      assertThat(cursor.match(message -> message.number() == 5, 4)).isEmpty();
      assertThat(cursor.match(message -> message.number() == 5, 5)).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldGoBackAndForth(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (RdmaCapture capture = RdmaCapture.open(LONG);
        CaptureCursor cursor = capture.cursor()) {
      long count = capture.messages().count();
      for (int i = 0; i < 12; i++) {
        long to = random.nextLong(count);
        cursor.rewind(to);
        assertThat(cursor.position()).isEqualTo(to);
        assertThat(cursor.next().orElseThrow().number()).isEqualTo(to + 1);
        if (random.nextBoolean()) {
          RpcExchange exchange = cursor.nextExchange().orElseThrow();
          assertThat(exchange.reply().orElseThrow().number()).isGreaterThanOrEqualTo(to + 1);
          assertThat(cursor.position()).isGreaterThan(to);
        }
      }
    }
  }

  @Test
  void shouldGoToWhatWasNotReadYet() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      assertThat(cursor.next()).isPresent();
      assertThat(cursor.next()).isPresent();
      cursor.rewind(1);
      cursor.rewind(10);

      assertThat(cursor.next().orElseThrow().number()).isEqualTo(11);
    }
  }

  @Test
  void shouldPairACallWithItsReply() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(IWARP);
        CaptureCursor cursor = capture.cursor()) {
      RpcMessage call = cursor.match("rpc.type == call && nfs.op == WRITE").orElseThrow();
      RpcExchange exchange = cursor.exchange(call).orElseThrow();
      RpcMessage reply = exchange.reply().orElseThrow();

      assertThat(exchange.call().orElseThrow().number()).isEqualTo(call.number());
      assertThat(reply.call().orElseThrow().number()).isEqualTo(call.number());
      assertThat(cursor.position()).isEqualTo(call.number());
      assertThat(cursor.exchange(reply)).contains(exchange);
    }
  }

  @Test
  void shouldFindTheExchangeOfAnyMessageHoweverFarItRead() throws IOException {
    // given a cursor that keeps the latest records only
    try (RdmaCapture capture = RdmaCapture.open(LONG);
        CaptureCursor cursor = capture.cursor()) {
      for (RpcExchange each : capture.exchanges().skip(150).limit(50).toList()) {
        cursor.rewind(690);
        assertThat(cursor.next()).isPresent();

        // then it finds what a stream tells
        RpcMessage reply = each.reply().orElseThrow();
        assertThat(cursor.exchange(reply).flatMap(RpcExchange::reply).map(RpcMessage::number))
            .contains(reply.number());
        assertThat(cursor.position()).isEqualTo(691);
      }
    }
  }

  @Test
  void shouldComeBackToAPlaceBehindAnExchange() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(LONG);
        CaptureCursor cursor = capture.cursor()) {
      for (long to = 320; to < 360; to++) {
        cursor.rewind(to);
        boolean hasOne = cursor.nextExchange().isPresent();
        long position = cursor.position();
        assertThat(hasOne).isTrue();

        assertThat(cursor.match(message -> false, 690)).isEmpty();

        assertThat(cursor.position()).isEqualTo(position);
        assertThat(cursor.next().orElseThrow().number()).isEqualTo(position + 1);
      }
    }
  }

  @Test
  void shouldBeAtTheLastMessageBehindTheEnd() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      cursor.rewind(100_000);

      assertThat(cursor.next()).isEmpty();
      assertThat(cursor.position()).isEqualTo(62);
    }
  }

  @Test
  void shouldNotFindAMessageOfAnotherCapture() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        RdmaCapture other = RdmaCapture.open(IWARP);
        CaptureCursor cursor = capture.cursor()) {
      assertThat(cursor.exchange(other.match(message -> true).orElseThrow())).isEmpty();
      assertThat(cursor.position()).isZero();
    }
  }

  @Test
  void shouldMoveNeitherAnotherCursorNorAStream() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor one = capture.cursor();
        CaptureCursor other = capture.cursor()) {
      one.rewind(20);

      assertThat(other.next().orElseThrow().number()).isEqualTo(1);
      assertThat(capture.messages().count()).isEqualTo(62);
      assertThat(one.next().orElseThrow().number()).isEqualTo(21);
      assertThat(other.position()).isEqualTo(1);
    }
  }

  /** Until something else is decoded. */
  @Test
  void shouldKnowConnectionsBehindThePositionThatItWentBackTo() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(LONG);
        CaptureCursor cursor = capture.cursor()) {
      assertThat(cursor.connection(1)).isEmpty();
      assertThat(cursor.match(message -> false)).isEmpty();

      assertThat(cursor.position()).isZero();
      assertThat(cursor.connection(1).orElseThrow().calls()).isPositive();
    }
  }

  @Test
  void shouldGoBackInASourceAsFarAsItIsKept() throws IOException {
    try (RdmaCapture capture = RdmaCapture.over(CaptureFile.open(LONG));
        CaptureCursor cursor = capture.cursor()) {
      assertThat(cursor.match(message -> message.number() == 1000)).isPresent();

      cursor.rewind(999);
      assertThat(cursor.next().orElseThrow().number()).isEqualTo(1000);
      assertThatThrownBy(cursor::rewind)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("message 1 is gone: ");
      assertThat(cursor.position()).isEqualTo(1000);
    }
  }

  @Test
  void shouldSayThatItIsClosed() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      CaptureCursor cursor = capture.cursor();
      cursor.close();
      cursor.close();

      assertThatThrownBy(cursor::next)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the cursor is closed");
      assertThat(capture.messages()).isNotEmpty();
    }
  }
}
