package org.rdmadump.exercise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.exercise.build.ClosingAcceptor;
import org.rdmadump.exercise.build.Fabric;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.journal.Pattern;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.exercise.plain.PlainClient;
import org.rdmadump.exercise.plain.Refusal;
import org.rdmadump.exercise.rpc.InlineSizes;
import org.rdmadump.exercise.rpc.NullCall;

/** What the server does with clients that are not as they should be: others are served. */
final class ServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int SILENCE_MILLIS = 300;

  private final Fabric fabric = Fabric.ofAllAbilities();
  private final List<String> served = Collections.synchronizedList(new ArrayList<>());
  private final Thread server = new Thread(this::serve, "server");

  @BeforeEach
  void start() {
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    fabric.close();
    server.join();
  }

  private void serve() {
    try {
      long unused = server(Long.MAX_VALUE).run(fabric);
    } catch (EndpointException e) {
      served.add(e.text());
    }
  }

  private ExerciseServer server(long most) {
    return new ExerciseServer(
        PATIENCE, most, (peer, what, failure) -> served.add(what + ": " + failure));
  }

  @Test
  void aServerOfTwoClientsEndsWithTheSecond() throws Exception {
    Fabric own = Fabric.ofAllAbilities();
    FutureTask<Long> clients = new FutureTask<>(() -> server(2).run(own));
    Thread thread = new Thread(clients, "server of two");
    thread.start();
    exercise(own, 1);
    assertThat(clients.isDone()).isFalse();
    exercise(own, 2);
    assertThat(clients.get(10, TimeUnit.SECONDS)).isEqualTo(2);
    assertThat(served).hasSize(8).allMatch(line -> line.endsWith(": "));
  }

  @Test
  void aClientThatDoesNotComeBackIsTheLastOneAllTheSame() throws Exception {
    Fabric own = Fabric.ofAllAbilities();
    ExerciseServer impatient =
        new ExerciseServer(Duration.ofMillis(SILENCE_MILLIS), 1, (peer, what, failure) -> {});
    FutureTask<Long> clients = new FutureTask<>(() -> impatient.run(own));
    new Thread(clients, "server of one").start();
    try (Endpoint first = connect(own, hello(Hello.Kind.TRANSFERS, 1))) {
      say(first, bye());
      assertThat(first.receive(PATIENCE).bytes()).hasSize(64);
    }
    assertThat(clients.get(10, TimeUnit.SECONDS)).isEqualTo(1);
  }

  @Test
  void theClientEndsAConnectionWhoseTransfersAreDone() throws Exception {
    try (Endpoint client = connect(fabric, hello(Hello.Kind.TRANSFERS, 1))) {
      say(client, bye());
      assertThat(client.receive(PATIENCE).bytes()).hasSize(64);
      assertThatThrownBy(() -> client.receive(Duration.ofMillis(SILENCE_MILLIS)))
          .isInstanceOfSatisfying(
              EndpointException.class,
              e -> assertThat(e.reason()).isEqualTo(EndpointException.Reason.TIMED_OUT));
      assertThat(served).isEmpty();
    }
    stop();
    assertThat(served).containsExactly("0 transfers: ");
  }

  @Test
  void aServerOfOneClientTakesNoOtherOneInItsPlace() throws Exception {
    Turn turn = new Turn(Duration.ofMillis(SILENCE_MILLIS), 1);
    assertThat(turn.busyFor(OptionalLong.of(1), false)).isEmpty();
    turn.begin("10.0.0.2");
    turn.end(/* early= */ false);
    assertThat(turn.isOver()).isFalse();
    assertThat(turn.busyFor(OptionalLong.of(2), false))
        .contains(new Refusal(Refusal.Reason.BUSY, "10.0.0.2"));
    Thread.sleep(2 * SILENCE_MILLIS);
    assertThat(turn.isOver()).isTrue();
    assertThat(turn.busyFor(OptionalLong.of(2), false).orElseThrow().words("x port 1"))
        .isEqualTo("x port 1 has served as many clients as it was to, and ends");
    assertThat(turn.clients()).isEqualTo(1);
  }

  @Test
  void aClientThatComesAgainAndAgainBesideItsOwnConnectionIsWaitedForOnce() throws Exception {
    Turn turn = new Turn(Duration.ofSeconds(1), 2);
    assertThat(turn.busyFor(OptionalLong.of(1), false)).isEmpty();
    turn.begin("10.0.0.2");
    assertThat(turn.busyFor(OptionalLong.of(1), false)).isPresent();
    long start = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      assertThat(turn.busyFor(OptionalLong.of(1), false)).isPresent();
    }
    assertThat(System.nanoTime() - start).isLessThan(500_000_000L);
  }

  @Test
  void aConnectionThatIsClosedUnderItsServerIsToldAsInterrupted() throws Exception {
    ClosingAcceptor closing = new ClosingAcceptor();
    assertThat(server(1).run(closing)).isEqualTo(1);
    assertThat(served).containsExactly("transfers: interrupted");
  }

  @Test
  void aSecondClientIsRefusedAtOnceAndToldWhomTheServerIsBusyWith() throws Exception {
    try (Endpoint first = connect(hello(Hello.Kind.TRANSFERS, 1))) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> exercise(2))
          .isInstanceOf(EndpointException.class)
          .hasMessage("10.0.0.1 port 7471 is busy with 10.0.0.1; try again when that has ended");
      assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
      assertThat(first.peerName()).isEqualTo("10.0.0.1");
    }
  }

  @Test
  void betweenTwoConnectionsOfAClientNobodyElseIsServed() throws Exception {
    try (Endpoint first = connect(hello(Hello.Kind.TRANSFERS, 1))) {
      say(first, bye());
      assertThat(first.receive(PATIENCE).bytes()).hasSize(64);
    }
    assertThatThrownBy(() -> exercise(2)).hasMessageContaining(" is busy with 10.0.0.1;");
    try (Endpoint last = connect(rpcHello(1))) {
      assertThat(call(last, nullCall(7))).startsWith(0, 0, 0, 7);
    }
    exercise(2);
    assertThat(served).contains("1 calls: ");
  }

  @Test
  void aClientThatLeftBeforeItsTimeIsNotWaitedFor() throws Exception {
    connect(hello(Hello.Kind.TRANSFERS, 1)).close();
    exercise(2);
    assertThat(served.get(0)).startsWith("transfers: ").contains("ended");
  }

  @Test
  void aClientOfAnotherVersionIsToldThatOfTheServer() throws Exception {
    byte[] said = hello(Hello.Kind.TRANSFERS, 1);
    said[4] = 1;
    assertThat(refusal(said).reason()).isEqualTo(Refusal.Reason.OTHER_VERSION);
    assertThat(refusal(said).words("10.0.0.1 port 7471"))
        .isEqualTo(
            "10.0.0.1 port 7471 runs another version of `rdmadump exercise server`: the same is"
                + " needed on both machines");
    byte[] region = hello(Hello.Kind.TRANSFERS, 1);
    region[31]++;
    assertThat(refusal(region).reason()).isEqualTo(Refusal.Reason.OTHER_VERSION);
    exercise(2);
  }

  @Test
  void whoSaysNothingOfAnExerciseIsRefused() throws Exception {
    for (byte[] said :
        List.of(new byte[0], new byte[56], "hello".getBytes(StandardCharsets.US_ASCII))) {
      assertThat(refusal(said).reason()).isEqualTo(Refusal.Reason.NO_EXERCISE);
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200; i++) {
      byte[] said = new byte[random.nextInt(57)];
      random.nextBytes(said);
      assertThat(refusal(said).words("x")).isNotEmpty();
    }
    exercise(2);
  }

  @Test
  void aRefusalThatIsCutOrHasOddBytesIsNone() {
    byte[] busy = new Refusal(Refusal.Reason.BUSY, "fd00:77::2").bytes();
    assertThat(Refusal.of(busy)).contains(new Refusal(Refusal.Reason.BUSY, "fd00:77::2"));
    assertThat(Refusal.of(Arrays.copyOf(busy, 148)))
        .contains(new Refusal(Refusal.Reason.BUSY, "fd00:77::2"));
    for (int length = 0; length < busy.length; length++) {
      assertThat(Refusal.of(Arrays.copyOf(busy, length))).isEmpty();
    }
    busy[10] = 27;
    assertThat(Refusal.of(busy)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6, 7, 12, 13, 24, 27})
  void aControlMessageThatMakesNoSenseEndsOnlyItsConnection(int place) throws Exception {
    for (int value : new int[] {1, 2, 3, 9, 10, 40, 127, 255}) {
      byte[] command = command();
      command[place] = (byte) value;
      sayAndLeave(hello(Hello.Kind.TRANSFERS, 1), command);
    }
    exercise(2);
  }

  @Test
  void whatIsNoControlMessageEndsOnlyItsConnection() throws Exception {
    SplittableRandom random = new SplittableRandom(2);
    for (Hello.Kind kind : List.of(Hello.Kind.TRANSFERS, Hello.Kind.INVALIDATION)) {
      for (int i = 0; i < 60; i++) {
        byte[] bytes = i % 2 == 0 ? command() : new byte[random.nextInt(200)];
        if (i % 2 == 0) {
          bytes[4 + random.nextInt(60)] = (byte) random.nextInt();
        } else {
          random.nextBytes(bytes);
        }
        sayAndLeave(hello(kind, 1), bytes);
      }
    }
    exercise(2);
  }

  @Test
  void anotherVersionOfRpcOverRdmaIsAnsweredWithErrVers() throws Exception {
    byte[] call = nullCall(9);
    call[7] = 2;
    try (Endpoint client = connect(rpc())) {
      assertThat(ints(call(client, call))).containsExactly(9, 1, 8, 4, 1, 1, 1);
      assertThat(ints(call(client, nullCall(10)))).startsWith(10, 1, 8, 0);
    }
  }

  @Test
  void chunksThatCannotBeUsedAreAnsweredWithErrChunk() throws Exception {
    int[] errChunk = {9, 1, 8, 4, 2};
    try (Endpoint client = connect(rpc())) {
      // A Position-Zero Read chunk beside an inline message, and none where it is needed.
      assertThat(ints(call(client, words(9, 1, 8, 0, 1, 0, 5, 100, 0, 0, 0, 0, 0, 1, 2))))
          .containsExactly(errChunk);
      assertThat(ints(call(client, words(9, 1, 8, 1, 0, 0, 0)))).containsExactly(errChunk);
      // A procedure that is none, a list that does not end, a segment of 2 GB.
      assertThat(ints(call(client, words(9, 1, 8, 2, 0, 0, 0)))).containsExactly(errChunk);
      assertThat(ints(call(client, words(9, 1, 8, 0, 1, 0)))).containsExactly(errChunk);
      assertThat(ints(call(client, words(9, 1, 8, 1, 1, 0, 5, -1, 0, 0, 0, 0, 0))))
          .containsExactly(errChunk);
      assertThat(ints(call(client, words(9, 1, 8, 1, 1, 0, 5, 1 << 30, 0, 0, 0, 0, 0))))
          .containsExactly(errChunk);
      assertThat(ints(call(client, nullCall(10)))).startsWith(10, 1, 8, 0);
    }
  }

  @Test
  void aReplyThatFitsNeitherIntoASendNorIntoChunksIsAnsweredWithErrChunk() throws Exception {
    byte[] handle =
        ByteBuffer.allocate(32).putLong(0x72646d6164756d70L).putLong(1).putInt(1).array();
    ByteBuffer call = ByteBuffer.allocate(28 + 40 + 36 + 12);
    call.put(words(9, 1, 8, 0, 0, 0, 0, 9, 0, 2, 100_003, 3, 6, 0, 0, 0, 0, 32)).put(handle);
    call.putLong(0).putInt(5000);
    try (Endpoint client = connect(rpc())) {
      assertThat(ints(call(client, call.array()))).containsExactly(9, 1, 8, 4, 2);
    }
  }

  @Test
  void callsThatRpcDoesNotKnowAreAnsweredByRpc() throws Exception {
    try (Endpoint client = connect(rpc())) {
      assertThat(ints(call(client, inline(9, 0, 3, 100_003, 3, 0))))
          .startsWith(9, 1, 8, 0, 0, 0, 0, 9, 1, 1, 0, 2, 2);
      assertThat(ints(call(client, inline(9, 0, 2, 100_005, 3, 0, 0, 0, 0, 0))))
          .endsWith(9, 1, 0, 0, 0, 1);
      assertThat(ints(call(client, inline(9, 0, 2, 100_003, 9, 0, 0, 0, 0, 0))))
          .endsWith(9, 1, 0, 0, 0, 2, 3, 4);
      assertThat(ints(call(client, inline(9, 0, 2, 100_003, 3, 21, 0, 0, 0, 0))))
          .endsWith(9, 1, 0, 0, 0, 3);
      assertThat(ints(call(client, inline(9, 0, 2, 100_003, 3, 6, 0, 0, 0, 0, 77))))
          .endsWith(9, 1, 0, 0, 0, 4);
    }
  }

  @Test
  void nothingAnswersAnError() throws Exception {
    try (Endpoint client = connect(rpc())) {
      say(client, words(9, 1, 8, 4, 2));
      assertThatThrownBy(() -> client.receive(Duration.ofMillis(SILENCE_MILLIS)))
          .hasMessage("no answer");
    }
  }

  @Test
  void rpcMessagesOfAnyKindEndNothingButTheirConnection() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = i % 3 == 0 ? new byte[random.nextInt(100)] : nullCall(i);
      if (i % 3 == 0) {
        random.nextBytes(bytes);
      } else {
        bytes[4 * (3 + random.nextInt(14)) + 3] = (byte) random.nextInt();
      }
      sayAndLeave(rpc(), bytes);
    }
    exercise(2);
  }

  private void exercise(long run) throws EndpointException {
    exercise(fabric, run);
  }

  private static void exercise(Fabric over, long run) throws EndpointException {
    ExerciseOptions options = new ExerciseOptions("10.0.0.1", 7471, Pattern.RANDOM, 1, 1, PATIENCE);
    new Exercise(options, run, new Journal()).run(over);
  }

  private static byte[] hello(Hello.Kind kind, long run) {
    return new Hello(kind, false, run, 0, Pattern.COUNT, 1, PlainClient.region()).bytes();
  }

  private static byte[] rpc() {
    return InlineSizes.privateData(InlineSizes.BYTES, /* invalidation= */ false);
  }

  /** What the last connection of a run says. */
  private static byte[] rpcHello(long run) {
    byte[] hello =
        new Hello(Hello.Kind.CALLS, true, run, 1, Pattern.COUNT, 1, PlainClient.region()).bytes();
    return ByteBuffer.allocate(8 + hello.length).put(rpc()).put(hello).array();
  }

  private Endpoint connect(byte[] privateData) throws EndpointException {
    return connect(fabric, privateData);
  }

  private static Endpoint connect(Fabric over, byte[] privateData) throws EndpointException {
    return over.connect("10.0.0.1", 7471, new ConnectOptions(privateData, 8, 4096, PATIENCE));
  }

  private Refusal refusal(byte[] privateData) {
    try (Endpoint unexpected = connect(privateData)) {
      throw new AssertionError("connected with " + unexpected.peerName());
    } catch (EndpointException e) {
      assertThat(e.reason()).isEqualTo(Reason.REFUSED);
      return Refusal.of(e.said()).orElseThrow();
    }
  }

  private static void say(Endpoint endpoint, byte[] bytes) throws EndpointException {
    Memory memory = endpoint.register(Math.max(1, bytes.length));
    memory.put(0, bytes);
    endpoint.send(List.of(memory.slice(0, bytes.length)), OptionalInt.empty(), OptionalInt.empty());
  }

  private static byte[] call(Endpoint endpoint, byte[] bytes) throws EndpointException {
    say(endpoint, bytes);
    return endpoint.receive(PATIENCE).bytes();
  }

  private void sayAndLeave(byte[] privateData, byte[] bytes) throws EndpointException {
    try (Endpoint endpoint = connect(privateData)) {
      say(endpoint, bytes);
    }
  }

  private static byte[] nullCall(int xid) {
    byte[] call = NullCall.bytes(xid, 100_003, 3);
    return ByteBuffer.allocate(28 + call.length)
        .put(words(xid, 1, 8, 0, 0, 0, 0))
        .put(call)
        .array();
  }

  private static byte[] inline(int... rpc) {
    return ByteBuffer.allocate(28 + 4 * rpc.length)
        .put(words(9, 1, 8, 0, 0, 0, 0))
        .put(words(rpc))
        .array();
  }

  /** A command: the client writes 4 bytes into the server's memory at 64. */
  private static byte[] command() {
    return ByteBuffer.allocate(64)
        .putInt(0x52445843)
        .put((byte) 1)
        .put((byte) ExerciseCase.WRITE.code())
        .put((byte) 0)
        .put((byte) 1)
        .putInt(0)
        .putInt(4)
        .putInt(0)
        .putInt(0)
        .putLong(64)
        .array();
  }

  private static byte[] bye() {
    byte[] bye = command();
    bye[4] = 5;
    return bye;
  }

  private static byte[] words(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  private static int[] ints(byte[] bytes) {
    int[] values = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).asIntBuffer().get(values);
    return values;
  }
}
