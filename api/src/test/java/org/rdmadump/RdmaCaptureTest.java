package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.conformance.PlainNfs;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.NotACaptureException;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** A capture as streams, searches and counts, each of them a pass of its own. */
class RdmaCaptureTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path ROCE = CAPTURES.resolve("rocev2/rocev2-nfs41-acl.pcap");
  private static final Path IWARP = CAPTURES.resolve("iwarp/iwarp-nfs3-acl.pcap");
  private static final Path SEVERAL = CAPTURES.resolve("rocev2/rocev2-mixed-versions.pcap");
  private static final Path LOSS = CAPTURES.resolve("rocev2/rocev2-nfs41-loss.pcap");

  private static final String READ_ONCE =
      "this capture is a pipe, a live device or another source: it can be read once, and was";

  @TempDir Path folder;

  private static List<Long> numbers(Stream<RpcMessage> messages) {
    return messages.map(RpcMessage::number).toList();
  }

  private static List<Integer> xids(Stream<RpcExchange> exchanges) {
    return exchanges.map(RpcExchange::xid).toList();
  }

  @Test
  void shouldGiveCommandsOfNvme() throws IOException {
    // given 72 commands that the host's kernel traced, and one request for events
    try (RdmaCapture capture = RdmaCapture.open(CAPTURES.resolve("verbs/rxe-nvme.pcap"))) {
      assertThat(capture.nvmeCommands()).hasSize(73);
      assertThat(
              capture.nvmeCommands().filter(each -> each.operation().equals(Optional.of("Read"))))
          .hasSize(34);
      assertThat(capture.summary().nvmeCommands()).isEqualTo(73);
      assertThat(capture.messages()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"count(nfs.op) == 3", "all nfs.fh == 0", "nfs.name matches '^.*[0-9]$'"})
  void shouldLetThreadsShareAFilter(String expression) throws Exception {
    Predicate<RpcMessage> shared = RdmaCapture.filter(expression);
    long expected = count(expression);

    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Long>> runs = Collections.nCopies(16, () -> count(shared));
      for (Future<Long> each : threads.invokeAll(runs)) {
        assertThat(each.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static long count(String expression) throws IOException {
    return count(RdmaCapture.filter(expression));
  }

  private static long count(Predicate<RpcMessage> wanted) throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(SEVERAL);
        Stream<RpcMessage> chosen = capture.matchAll(wanted)) {
      return chosen.count();
    }
  }

  @Test
  void shouldDeliverWhatAListenerIsTold() throws IOException {
    List<Long> messages = new ArrayList<>();
    List<Integer> exchanges = new ArrayList<>();
    CaptureSummary summary =
        RdmaCapture.builder()
            .file(ROCE)
            .run(
                new MessageListener() {
                  @Override
                  public void message(RpcMessage message) {
                    messages.add(message.number());
                  }

                  @Override
                  public void exchange(RpcExchange exchange) {
                    exchanges.add(exchange.xid());
                  }
                });

    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(numbers(capture.messages())).isEqualTo(messages).isNotEmpty();
      assertThat(xids(capture.exchanges())).isEqualTo(exchanges).isNotEmpty();
      assertThat(capture.summary()).isEqualTo(summary);
      assertThat(capture.problems()).isEmpty();
    }
  }

  @Test
  void shouldBeginEachStreamAtTheFirstFrame() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(SEVERAL)) {
      assertThat(numbers(capture.messages().limit(3))).containsExactly(1L, 2L, 3L);
      assertThat(numbers(capture.messages().limit(3))).containsExactly(1L, 2L, 3L);
      assertThat(xids(capture.exchanges())).isEqualTo(xids(capture.exchanges())).isNotEmpty();
      assertThat(capture.connections()).hasSize(capture.summary().connections());
      assertThat(capture.connections()).hasSize(capture.summary().connections());
      assertThat(capture.findings().toList()).isEqualTo(capture.findings().toList());
    }
  }

  @Test
  void shouldReadSeveralStreamsAtATime() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      List<Long> all = numbers(capture.messages());
      List<Integer> pairs = xids(capture.exchanges());
      Iterator<RpcMessage> one = capture.messages().iterator();
      Iterator<RpcMessage> other = capture.messages().iterator();
      List<Long> ofOne = new ArrayList<>();
      List<Long> ofOther = new ArrayList<>();
      while (one.hasNext()) {
        ofOne.add(one.next().number());
        ofOther.add(other.next().number());
        if (ofOne.size() == 7) {
          assertThat(xids(capture.exchanges())).isEqualTo(pairs);
          assertThat(capture.match("nfs.op == GETATTR")).isPresent();
          assertThat(capture.summary().calls()).isEqualTo(pairs.size());
        }
      }

      assertThat(ofOne).isEqualTo(all);
      assertThat(ofOther).isEqualTo(all);
    }
  }

  @Test
  void shouldFindTheFirstMessageEachTime() throws IOException {
    String expression = "nfs.op == GETATTR && rpc.type == call";
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      RpcMessage first = capture.match(expression).orElseThrow();

      assertThat(capture.match(expression).orElseThrow().number()).isEqualTo(first.number());
      assertThat(capture.match(each -> each.number() == 5).orElseThrow().number()).isEqualTo(5);
      assertThat(capture.match("nfs.op == SETXATTR")).isEmpty();
      assertThat(numbers(capture.matchAll(expression))).startsWith(first.number()).hasSize(21);
    }
  }

  @Test
  void shouldChooseExchangesByFieldsOfBothMessages() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(IWARP)) {
      List<RpcExchange> writes =
          capture.matchAllExchanges("call.nfs.op == WRITE && reply.nfs.status == NFS3_OK").toList();

      assertThat(writes).isNotEmpty().allMatch(each -> each.reply().isPresent());
      assertThat(writes).extracting(RpcExchange::operation).allMatch(each -> each.isPresent());
      assertThat(capture.matchAllExchanges(each -> each.reply().isEmpty())).isEmpty();
    }
  }

  @Test
  void shouldTellAConnectionWhenAllIsKnownOfIt() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(SEVERAL)) {
      long calls = 0;
      for (ConnectionRecord each : capture.connections().toList()) {
        calls += each.calls() + each.callbacks();
        assertThat(capture.connection(each.index().orElseThrow()).orElseThrow().calls())
            .isEqualTo(each.calls());
      }

      assertThat(calls).isEqualTo(capture.summary().calls()).isPositive();
      assertThat(capture.connection(99)).isEmpty();
    }
  }

  @Test
  void shouldFindWhatIsWrongWithMessagesPacketsAndTheInput() throws IOException {
    byte[] whole = Files.readAllBytes(LOSS);
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 7));

    try (RdmaCapture capture = RdmaCapture.open(cut)) {
      List<CheckFinding> findings = capture.findings().toList();

      assertThat(findings).anyMatch(each -> each.message().isPresent());
      assertThat(findings).anyMatch(each -> each.message().isEmpty());
      assertThat(findings)
          .extracting(CheckFinding::finding)
          .filteredOn(each -> each.rule().equals(CaptureRules.CUT_SHORT))
          .singleElement()
          .satisfies(each -> assertThat(each.message()).startsWith(cut + ": cut short in frame "));
    }
  }

  @Test
  void shouldNotLetWhatItHandsOutBeChanged() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(LOSS)) {
      RpcExchange write = capture.matchAllExchanges("nfs.op == WRITE").findFirst().orElseThrow();
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
  void shouldHandOutPrivateDataToEachReaderFromItsBeginning() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      ConnectionRecord connection = capture.connections().findFirst().orElseThrow();
      ByteBuffer data = connection.privateData(Direction.FORWARD);
      assertThat(data.remaining()).isPositive();
      int first = data.getInt();

      assertThat(connection.privateData(Direction.FORWARD).getInt()).isEqualTo(first);
      assertThat(data.isReadOnly()).isTrue();
    }
  }

  @Test
  void shouldMergeFilesByTime() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(IWARP, ROCE)) {
      assertThat(capture.messages().count())
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

  /** All that makes a pass. */
  static List<Consumer<RdmaCapture>> passes() {
    return List.of(
        RdmaCapture::messages,
        RdmaCapture::exchanges,
        RdmaCapture::connections,
        RdmaCapture::findings,
        RdmaCapture::cursor,
        RdmaCapture::conformance,
        capture -> capture.match("nfs.op == READ"),
        capture -> capture.matchAll("nfs.op == READ"),
        capture -> capture.matchAllExchanges("nfs.op == READ"),
        capture -> capture.connection(1),
        capture -> capture.run(new MessageListener() {}));
  }

  @ParameterizedTest
  @MethodSource("passes")
  void shouldRefuseASecondPassOverASource(Consumer<RdmaCapture> pass) throws IOException {
    try (RdmaCapture capture = RdmaCapture.over(CaptureFile.open(ROCE))) {
      assertThat(capture.messages().count()).isEqualTo(62);

      assertThatThrownBy(() -> pass.accept(capture))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(READ_ONCE);
      assertThat(capture.summary().calls()).isEqualTo(31);
      assertThat(capture.problems()).isEmpty();
    }
  }

  /** Even one that nobody pulls. */
  @ParameterizedTest
  @MethodSource("passes")
  void shouldCountEveryKindOfPassOverASource(Consumer<RdmaCapture> pass) throws IOException {
    try (RdmaCapture capture = RdmaCapture.over(CaptureFile.open(ROCE))) {
      pass.accept(capture);

      assertThatThrownBy(capture::messages)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(READ_ONCE);
    }
  }

  /** Whatever the pass was for. */
  @ParameterizedTest
  @MethodSource("wholePasses")
  void shouldAnswerBehindEveryWholePass(Consumer<RdmaCapture> pass) throws IOException {
    AtomicInteger opened = new AtomicInteger();
    byte[] whole = Files.readAllBytes(ROCE);
    byte[] cut = Arrays.copyOf(whole, whole.length - 7);
    CaptureInput again =
        CaptureInput.of(
            () -> {
              opened.incrementAndGet();
              return new ByteArrayInputStream(cut);
            },
            "cut",
            cut.length);
    CaptureInput once = CaptureInput.of(new ByteArrayInputStream(cut), "cut");

    for (CaptureInput input : List.of(once, again)) {
      try (RdmaCapture capture = RdmaCapture.builder().input(input).open()) {
        pass.accept(capture);

        assertThat(capture.summary().calls()).isEqualTo(31);
        assertThat(capture.problems()).hasSize(1).first().asString().contains("cut short");
      }
    }
    assertThat(opened).hasValue(1);
  }

  private static Stream<Consumer<RdmaCapture>> wholePasses() {
    return Stream.of(
        capture -> capture.run(new MessageListener() {}),
        RdmaCapture::conformance,
        capture -> capture.showFrames(new PlainNfs()),
        capture -> capture.messages().forEach(each -> {}),
        capture -> capture.findings().forEach(each -> {}),
        RdmaCapture::problems);
  }

  /** A mistake in an expression is said before a source is read for it. */
  @Test
  void shouldNotSpendThePassOnAnExpressionThatIsWrong() throws IOException {
    try (RdmaCapture capture = RdmaCapture.over(CaptureFile.open(ROCE))) {
      assertThatThrownBy(() -> capture.matchAll("nfs.op == READD"))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> capture.matchAllExchanges("nfs.opp"))
          .isInstanceOf(IllegalArgumentException.class);

      assertThat(capture.messages().count()).isPositive();
    }
  }

  @Test
  @Timeout(60)
  @EnabledOnOs(OS.LINUX)
  void shouldReadAPipeOnce() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Thread writer =
        new Thread(
            () -> {
              try (OutputStream out = Files.newOutputStream(pipe)) {
                Files.copy(ROCE, out);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    writer.start();

    try (RdmaCapture capture = RdmaCapture.open(pipe)) {
      assertThat(capture.messages().count()).isEqualTo(62);
      assertThatThrownBy(capture::messages)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(READ_ONCE);
    }
    writer.join();
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

  /** As on the command line, which counts the same. */
  @Test
  void shouldAskForTheConnectionsOfRecords() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(SEVERAL)) {
      assertThat(capture.matchAll("connection.client_qp == 17")).hasSize(154);
      assertThat(capture.matchAllExchanges("connection.client_qp == 17")).hasSize(77);
      assertThat(capture.matchAllExchanges("connection.client_qp != 17")).hasSize(149);
      assertThat(
              capture.exchanges().filter(capture.exchangeCondition("connection.client_qp == 17")))
          .hasSize(77)
          .allSatisfy(
              each ->
                  assertThat(capture.connection(each.connection()).orElseThrow().client().number())
                      .hasValue(17));
      assertThat(capture.match("connection.traffic.client.retransmitted > 0")).isEmpty();
    }
    try (RdmaCapture capture = RdmaCapture.open(LOSS);
        CaptureCursor cursor = capture.cursor()) {
      assertThat(capture.matchAllExchanges("connection.traffic.client.retransmitted > 0"))
          .hasSize(63);
      assertThat(cursor.match("rpc.type == reply && connection.traffic.client.retransmitted > 0"))
          .isPresent();
    }
  }

  @Test
  void shouldFindWhatIsInMovedDataOnlyIfItsBytesAreKept() throws IOException {
    Path links = Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-basic.pcap");
    try (RdmaCapture without = RdmaCapture.open(links);
        RdmaCapture with = RdmaCapture.builder().file(links).keepBytes(true).open()) {
      assertThatThrownBy(() -> without.matchAll("nfs.symlink.to"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("open it with keepBytes(true)");
      assertThat(with.matchAll("nfs.symlink.to")).hasSize(2);
    }
  }

  @Test
  void shouldFindDigestsOnlyIfTheyAreComputed() throws IOException {
    try (RdmaCapture without = RdmaCapture.open(SEVERAL);
        RdmaCapture with = RdmaCapture.builder().file(SEVERAL).digest(true).open()) {
      assertThatThrownBy(() -> without.matchAll("rpc.sha256"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("open it with digest(true)");
      assertThat(with.matchAll("rpc.sha256")).isNotEmpty();
    }
  }

  @Test
  void shouldAskForNoConnectionsOfWhatCanBeReadOnce() throws IOException {
    try (RdmaCapture once = RdmaCapture.over(CaptureFile.open(SEVERAL))) {
      assertThatThrownBy(() -> once.matchAll("connection.client_qp == 17"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "fields connection.* are known at the end of a capture, so it is read twice, and this"
                  + " one can be read once");
      assertThat(once.matchAll("nfs.op == READ")).isNotEmpty();
    }
  }

  @Test
  void shouldSayWhichRecordsHaveAField() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      RpcMessage message = capture.match(each -> true).orElseThrow();
      String connections =
          "connection.client_qp is a field of connections, not of messages (match, matchAll and"
              + " matchAllExchanges of a capture know the connections of its records; otherwise ask"
              + " its connection(index))";
      String frames =
          "bth.psn is a field of frames, not of messages (showFrames of a capture has those)";

      shouldBeWrong(() -> RdmaCapture.filter("connection.client_qp == 17"), connections);
      shouldBeWrong(() -> RdmaCapture.field(message, "connection.client_qp"), connections);
      shouldBeWrong(() -> capture.matchAll("bth.psn == 1"), frames);
      shouldBeWrong(() -> RdmaCapture.field(message, "bth.psn"), frames);
      shouldBeWrong(
          () -> RdmaCapture.filter("call.nfs.offset == 0"),
          "call.nfs.offset is a field of exchanges, not of messages");
      shouldBeWrong(
          () -> capture.matchAllExchanges("connection.clint_qp == 17"),
          "no field connection.clint_qp; did you mean connection.client_qp?");
    }
  }

  private static void shouldBeWrong(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void shouldSayWhereAFileIsCut() throws IOException {
    byte[] whole = Files.readAllBytes(ROCE);
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 7));

    try (RdmaCapture capture = RdmaCapture.open(cut)) {
      assertThat(capture.problems()).hasSize(1).first().asString().contains("cut short in frame");
      assertThat(capture.messages().count()).isPositive();
    }
  }

  @Test
  void shouldSayWhatARunCouldNotRead() throws IOException {
    byte[] whole = Files.readAllBytes(ROCE);
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 7));
    Path none = folder.resolve("none");
    MessageListener listener = new MessageListener() {};

    assertThat(RdmaCapture.builder().file(ROCE).run(listener).problems()).isEmpty();
    assertThat(RdmaCapture.builder().file(cut).run(listener).problems())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("cut short in frame");
    assertThat(RdmaCapture.builder().file(IWARP).file(cut).file(none).run(listener).problems())
        .hasSize(2)
        .anyMatch(line -> line.startsWith(cut + ": cut short in frame"))
        .contains(none + ": no such file");
    try (FrameSource source = CaptureFile.open(cut);
        RdmaCapture capture = RdmaCapture.open(cut)) {
      List<String> problems = RdmaCapture.builder().run(source, listener).problems();
      assertThat(problems).isEqualTo(capture.problems()).hasSize(1);
      assertThat(capture.run(listener).problems()).isEqualTo(problems);
      assertThat(capture.conformance().summary().problems()).isEqualTo(problems);
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
  void shouldRefuseFilesThatItWouldNotRead() {
    CaptureBuilder builder = RdmaCapture.builder().file(ROCE).file(IWARP);
    String notRead =
        " reads only what it is given, not " + ROCE + ", which was added to the builder";

    assertThatThrownBy(() -> builder.follow(LOSS, () -> false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("follow" + notRead);
    assertThatThrownBy(() -> builder.over(CaptureFile.open(LOSS)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("over" + notRead);
    assertThatThrownBy(() -> builder.run(CaptureFile.open(LOSS), new MessageListener() {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("run" + notRead);
  }

  @Test
  void shouldNameWhatCannotBeRead() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "no capture at all");

    assertThatThrownBy(() -> RdmaCapture.open(text))
        .hasToString(
            "org.rdmadump.capture.NotACaptureException: "
                + text
                + ": not a pcap or pcapng capture (starts with 0x6e6f2063)");
    assertThatThrownBy(() -> RdmaCapture.open(folder)).hasMessage(folder + ": is a directory");
    try (RdmaCapture capture = RdmaCapture.open(ROCE, folder.resolve("none"))) {
      assertThat(capture.problems()).containsExactly(folder.resolve("none") + ": no such file");
    }
  }

  /** What delivers nothing can be asked any number of times. */
  @ParameterizedTest
  @ValueSource(strings = {"missing.pcap", "/dev/null", "."})
  void shouldReadAgainBesideWhatCannotBeRead(String name) throws IOException {
    Path unread = folder.resolve(name);
    try (RdmaCapture capture = RdmaCapture.open(unread, ROCE)) {
      List<String> problems = capture.run(new MessageListener() {}).problems();

      assertThat(problems).hasSize(1).first().asString().startsWith(unread + ": ");
      assertThat(capture.messages()).hasSize(62);
      assertThat(capture.run(new MessageListener() {}).problems()).isEqualTo(problems);
      assertThat(capture.matchAllExchanges("connection.service_port == 20049")).isNotEmpty();
    }
  }

  @Test
  void shouldSayHowMuchMemoryIsNeeded() {
    assertThatThrownBy(() -> RdmaCapture.builder().maxMemory(5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxMemory is 5 bytes, and needs more than 1048576");
  }

  @Test
  void shouldSayThatItIsClosed() throws IOException {
    RdmaCapture capture = RdmaCapture.open(ROCE);
    Iterator<RpcMessage> unfinished = capture.messages().iterator();
    RpcMessage first = unfinished.next();
    CaptureCursor cursor = capture.cursor();
    capture.close();
    capture.close();

    assertThat(first.content().rpc()).isPresent();
    for (Runnable each : List.<Runnable>of(capture::messages, cursor::next, unfinished::next)) {
      assertThatThrownBy(each::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the capture is closed");
    }
  }

  @Test
  void shouldEndARunWhoseListenerClosesTheCapture() throws IOException {
    List<Long> seen = new ArrayList<>();
    RdmaCapture capture = RdmaCapture.open(ROCE);
    MessageListener closing =
        new MessageListener() {
          @Override
          public void message(RpcMessage message) {
            seen.add(message.number());
            capture.close();
          }
        };

    assertThatThrownBy(() -> capture.run(closing))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the capture is closed");
    assertThat(seen).containsExactly(1L);
  }

  @Test
  void shouldSayThatAStreamIsClosed() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      Stream<RpcMessage> messages = capture.messages();
      Iterator<RpcMessage> unfinished = messages.iterator();
      assertThat(unfinished.next().number()).isEqualTo(1);
      messages.close();

      assertThatThrownBy(unfinished::next)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the stream is closed");
    }
  }
}
