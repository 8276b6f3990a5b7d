package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.NotACaptureException;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** A capture as a program walks through it. */
class RdmaCaptureTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path ROCE = CAPTURES.resolve("rocev2/rocev2-nfs41-acl.pcap");
  private static final Path IWARP = CAPTURES.resolve("iwarp/iwarp-nfs3-acl.pcap");

  private static final Path LOSS = CAPTURES.resolve("rocev2/rocev2-nfs41-loss.pcap");

  /** More messages than are kept. */
  private static final Path LONG = CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap");

  @TempDir Path folder;

  private static List<Long> numbers(List<RpcMessage> messages) {
    return messages.stream().map(RpcMessage::number).toList();
  }

  private static List<Integer> xids(List<RpcExchange> exchanges) {
    return exchanges.stream().map(RpcExchange::xid).toList();
  }

  @Test
  void shouldDeliverWhatAListenerIsTold() throws IOException {
    List<Long> told = new ArrayList<>();
    CaptureSummary summary =
        RdmaCapture.builder()
            .file(ROCE)
            .run(
                new MessageListener() {
                  @Override
                  public void message(RpcMessage message) {
                    told.add(message.number());
                  }
                });

    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(numbers(capture.messages().toList())).isEqualTo(told).isNotEmpty();
      assertThat(capture.summary()).isEqualTo(summary);
      assertThat(capture.position()).isEqualTo(told.size());
      assertThat(capture.next()).isEmpty();
      assertThat(capture.problems()).isEmpty();
    }
  }

  @Test
  void shouldFindWhatAnExpressionChoosesFromThePositionOn() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      RpcMessage first = capture.match("nfs.op == GETATTR && rpc.type == call").orElseThrow();
      RpcMessage second = capture.match("nfs.op == GETATTR && rpc.type == call").orElseThrow();

      assertThat(first.number()).isLessThan(second.number());
      assertThat(capture.position()).isEqualTo(second.number());
      capture.rewind();
      assertThat(numbers(capture.matchAll("nfs.op == GETATTR && rpc.type == call").toList()))
          .startsWith(first.number(), second.number());
    }
  }

  @Test
  void shouldStayWhereItWasIfNothingMatches() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.next()).isPresent();

      assertThat(capture.match("nfs.op == SETXATTR")).isEmpty();
      assertThat(capture.match(message -> false, 5)).isEmpty();
      assertThat(capture.position()).isEqualTo(1);
      assertThat(capture.next().orElseThrow().number()).isEqualTo(2);
    }
  }

  @Test
  void shouldLookNoFartherThanItIsTold() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.match(message -> message.number() == 5, 4)).isEmpty();
      assertThat(capture.match(message -> message.number() == 5, 5)).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldGoBackAndForth(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (RdmaCapture capture = RdmaCapture.open(LONG)) {
      long count = capture.messages().count();
      for (int i = 0; i < 12; i++) {
        long to = random.nextLong(count);
        capture.rewind(to);
        assertThat(capture.position()).isEqualTo(to);
        assertThat(capture.next().orElseThrow().number()).isEqualTo(to + 1);
        if (random.nextBoolean()) {
          RpcExchange exchange = capture.nextExchange().orElseThrow();
          assertThat(exchange.reply().orElseThrow().number()).isGreaterThanOrEqualTo(to + 1);
          assertThat(capture.position()).isGreaterThan(to);
        }
      }
    }
  }

  @Test
  void shouldGoToWhatWasNotReadYet() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.next()).isPresent();
      assertThat(capture.next()).isPresent();
      capture.rewind(1);
      capture.rewind(10);

      assertThat(capture.next().orElseThrow().number()).isEqualTo(11);
    }
  }

  @Test
  void shouldPairACallWithItsReply() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(IWARP)) {
      RpcMessage call = capture.match("rpc.type == call && nfs.op == WRITE").orElseThrow();
      RpcExchange exchange = capture.exchange(call).orElseThrow();
      RpcMessage reply = exchange.reply().orElseThrow();

      assertThat(exchange.call().orElseThrow().number()).isEqualTo(call.number());
      assertThat(reply.call().orElseThrow().number()).isEqualTo(call.number());
      assertThat(capture.position()).isEqualTo(call.number());
      assertThat(capture.exchange(reply)).contains(exchange);
    }
  }

  @Test
  void shouldWalkThroughExchanges() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(IWARP)) {
      List<RpcExchange> exchanges = capture.exchanges().toList();

      assertThat(exchanges).hasSize((int) capture.summary().calls());
      assertThat(exchanges).allMatch(each -> each.reply().isPresent());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs41-acl.pcap", "rocev2/rocev2-nfs3-basic.pcap"})
  void shouldGoOnWithAStreamWhateverIsAskedMeanwhile(String name) throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(CAPTURES.resolve(name))) {
      List<RpcExchange> all = capture.exchanges().toList();
      capture.rewind();
      List<RpcExchange> walked = new ArrayList<>();
      capture
          .exchanges()
          .forEach(
              each -> {
                walked.add(each);
                if (walked.size() % 311 == 1) {
                  assertThat(capture.exchange(each.reply().orElseThrow()).map(RpcExchange::xid))
                      .contains(each.xid());
                  capture.rewind();
                  assertThat(capture.match("rpc.xid == 0")).isEmpty();
                }
              });

      assertThat(xids(walked)).isEqualTo(xids(all)).isNotEmpty();
    }
  }

  @Test
  void shouldWalkTwiceAtATime() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      List<Long> all = numbers(capture.messages().toList());
      capture.rewind();
      Iterator<RpcMessage> one = capture.messages().iterator();
      Iterator<RpcMessage> other = capture.messages().iterator();
      List<Long> ofOne = new ArrayList<>();
      List<Long> ofOther = new ArrayList<>();
      while (one.hasNext()) {
        ofOne.add(one.next().number());
        ofOther.add(other.next().number());
      }

      assertThat(ofOne).isEqualTo(all);
      assertThat(ofOther).isEqualTo(all);
    }
  }

  @Test
  void shouldNotFindAMessageOfAnotherCapture() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        RdmaCapture other = RdmaCapture.open(IWARP)) {
      assertThat(capture.exchange(other.next().orElseThrow())).isEmpty();
    }
  }

  @Test
  void shouldNotLetWhatItHandsOutBeChanged() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(LOSS)) {
      RpcExchange write =
          capture.exchange(capture.match("nfs.op == WRITE").orElseThrow()).orElseThrow();
      RpcMessage call = write.call().orElseThrow();
      CaptureSummary summary = capture.summary();

      assertThat(summary.findings()).isNotEmpty().isUnmodifiable();
      assertThat(summary.rules()).isUnmodifiable();
      assertThat(write.transfers()).isNotEmpty().isUnmodifiable();
      assertThat(write.findings()).isUnmodifiable();
      assertThat(call.transfers()).isNotEmpty().isUnmodifiable();
      assertThat(call.readChunks()).isNotEmpty().isUnmodifiable();
      assertThat(call.readChunks().get(0).segments()).isUnmodifiable();
      assertThat(call.writeChunks()).isUnmodifiable();
      assertThat(call.findings()).isUnmodifiable();
      assertThat(call.layout().chunks()).isUnmodifiable();
      assertThat(call.rpc().orElseThrow().missing()).isUnmodifiable();
    }
  }

  @Test
  void shouldMergeFilesByTime() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(IWARP, ROCE)) {
      assertThat(LongStream.rangeClosed(1, capture.messages().count()).count())
          .isEqualTo(capture.summary().calls() + capture.summary().replies());
    }
  }

  @Test
  void shouldKeepBytesIfToldSo() throws IOException {
    String write = "rpc.type == call && nfs.op == WRITE";
    try (RdmaCapture few = RdmaCapture.open(IWARP);
        RdmaCapture all = RdmaCapture.builder().file(IWARP).keepBytes(true).digest(true).open()) {
      assertThat(few.match(write).orElseThrow().stream().isComplete()).isFalse();
      RpcMessage message = all.match(write).orElseThrow();
      assertThat(message.stream().isComplete()).isTrue();
      assertThat(message.rpc().orElseThrow().sha256()).isPresent();
    }
  }

  @Test
  void shouldReadASourceOnce() throws IOException {
    try (RdmaCapture capture = RdmaCapture.over(CaptureFile.open(LONG))) {
      long count = capture.messages().count();
      assertThat(count).isGreaterThan(1024);

      // What was passed a short while ago is still there.
      capture.rewind(count - 1);
      assertThat(capture.next().orElseThrow().number()).isEqualTo(count);
      assertThatThrownBy(capture::rewind)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("message 1 is gone");
      assertThat(capture.position()).isEqualTo(count);
      assertThat(capture.match("nfs.op == GETATTR")).isEmpty();
    }
  }

  @Test
  void shouldShowWhereAnExpressionIsWrong() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThatThrownBy(() -> capture.match("nfs.op == READD"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("READD")
          .hasMessageContaining("^");
    }
  }

  @Test
  void shouldSayWhereAFileIsCut() throws IOException {
    byte[] whole = Files.readAllBytes(ROCE);
    Path cut = folder.resolve("cut.pcap");
    Files.write(cut, Arrays.copyOf(whole, whole.length - 7));

    try (RdmaCapture capture = RdmaCapture.open(cut)) {
      assertThat(capture.messages().count()).isPositive();
      assertThat(capture.problems()).hasSize(1).first().asString().contains("cut short in frame");
    }
  }

  @Test
  void shouldRefuseWhatIsNoCapture() throws IOException {
    Path text = folder.resolve("notes.txt");
    Files.writeString(text, "not a capture, but long enough to be one");

    assertThatThrownBy(() -> RdmaCapture.open(text)).isInstanceOf(NotACaptureException.class);
    assertThatThrownBy(() -> RdmaCapture.open(folder.resolve("none")))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> RdmaCapture.builder().open())
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldSayThatItIsClosed() throws IOException {
    RdmaCapture capture = RdmaCapture.open(ROCE);
    Optional<RpcMessage> first = capture.next();
    capture.close();
    capture.close();

    assertThat(first.orElseThrow().content().rpc()).isPresent();
    assertThatThrownBy(capture::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the capture is closed");
  }
}
