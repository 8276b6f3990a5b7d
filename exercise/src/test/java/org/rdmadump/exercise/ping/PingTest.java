package org.rdmadump.exercise.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.exercise.build.ScriptedServer;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.rpc.InlineSizes;

/** What a ping says of every way in which a server can answer. */
final class PingTest {
  private static final int XID = 0x1000;
  private static final byte[] NOTHING = {};

  @Test
  void aServerThatAnswersIsCalledAsOftenAsWasAsked() throws Exception {
    ScriptedServer server = answering(0, 0);
    Heard heard = new Heard(Integer.MAX_VALUE);
    PingSummary summary = ping(server, 5, heard);
    assertThat(heard.replies)
        .hasSize(5)
        .allSatisfy(
            reply -> {
              assertThat(reply.status()).isEqualTo("SUCCESS");
              assertThat(reply.isSuccess()).isTrue();
              assertThat(reply.credits()).hasValue(32);
              assertThat(reply.nanos().getAsLong()).isPositive();
            });
    assertThat(heard.replies).extracting(PingReply::number).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(heard.replies).extracting(PingReply::xid).startsWith(XID, XID + 1);
    assertThat(summary.isGood()).isTrue();
    assertThat(summary.answered()).isEqualTo(5);
    assertThat(summary.latencies().count()).isEqualTo(5);
    assertThat(summary.credits()).hasValue(32);
  }

  @Test
  void theCallIsNullWithoutCredentialsBehindAHeaderWithoutChunks() throws Exception {
    ScriptedServer server =
        new ScriptedServer(
            NOTHING,
            message -> {
              assertThat(ints(message))
                  .containsExactly(XID, 1, 8, 0, 0, 0, 0, XID, 0, 2, 100_003, 4, 0, 0, 0, 0, 0);
              return List.of(reply(message, 0, 0));
            });
    assertThat(ping(server, 1, new Heard(9)).isGood()).isTrue();
  }

  @Test
  void theServersPrivateDataSaysWhatIsInlineAndWhetherItInvalidates() throws Exception {
    ScriptedServer server =
        new ScriptedServer(
            InlineSizes.privateData(2048, /* invalidation= */ true),
            message -> List.of(reply(message, 0, 0)));
    Heard heard = new Heard(1);
    PingSummary summary = ping(server, 1, heard);
    PingConnection connection = summary.connection().orElseThrow();
    assertThat(connection.theirs().orElseThrow().remoteInvalidation()).isTrue();
    assertThat(connection.inlineToServer()).isEqualTo(2048);
    assertThat(connection.inlineToClient()).isEqualTo(2048);
    assertThat(InlineSizes.said(server.said())).isPresent();
    assertThat(connection.ours().sendSize()).isEqualTo(4096);
  }

  @Test
  void aServerThatSaysNothingOfItselfGetsTheSizesThatAllTake() throws Exception {
    PingConnection connection = ping(answering(0, 0), 1, new Heard(1)).connection().orElseThrow();
    assertThat(connection.theirs()).isEmpty();
    assertThat(connection.inlineToServer()).isEqualTo(1024);
    assertThat(connection.inlineToClient()).isEqualTo(1024);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("PROG_UNAVAIL", "the server has no program 100003", words(0, 0, 0, 1)),
        Arguments.of(
            "PROG_MISMATCH",
            "the server has no program 100003 version 4; it has version 2 to 3",
            words(0, 0, 0, 2, 2, 3)),
        Arguments.of(
            "PROC_UNAVAIL", "program 100003 version 4 has no procedure 0", words(0, 0, 0, 3)),
        Arguments.of("GARBAGE_ARGS", "the server could not read the call", words(0, 0, 0, 4)),
        Arguments.of("SYSTEM_ERR", "the server failed", words(0, 0, 0, 5)),
        Arguments.of("RPC_MISMATCH", "the server speaks RPC version 3, not 2", words(1, 0, 3, 3)),
        Arguments.of(
            "AUTH_ERROR",
            "the server wants other credentials than none (auth_stat 5)",
            words(1, 1, 5)));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whatRpcRefusesIsSaidInWords(String status, String words, byte[] body) throws Exception {
    ScriptedServer server =
        new ScriptedServer(
            NOTHING, message -> List.of(header(message, 0, concat(words(xid(message), 1), body))));
    Heard heard = new Heard(9);
    PingSummary summary = ping(server, 1, heard);
    assertThat(heard.replies).hasSize(1);
    assertThat(heard.replies.get(0).status()).isEqualTo(status);
    assertThat(heard.replies.get(0).words()).isEqualTo(words);
    assertThat(summary.refused()).isEqualTo(1);
    assertThat(summary.isGood()).isFalse();
  }

  static Stream<Arguments> rdmaErrors() {
    return Stream.of(
        Arguments.of(
            "ERR_VERS",
            "RDMA_ERROR: the server speaks RPC-over-RDMA version 2 to 3, not version 1",
            words(1, 2, 3)),
        Arguments.of(
            "ERR_CHUNK", "RDMA_ERROR: the server could not understand the header", words(2)),
        Arguments.of("RDMA_ERROR", "RDMA_ERROR 77", words(77)));
  }

  @ParameterizedTest
  @MethodSource("rdmaErrors")
  void anRdmaErrorIsSaidInWords(String status, String words, byte[] error) throws Exception {
    ScriptedServer server =
        new ScriptedServer(
            NOTHING, message -> List.of(concat(words(xid(message), 1, 32, 4), error)));
    Heard heard = new Heard(9);
    PingSummary summary = ping(server, 1, heard);
    assertThat(heard.replies.get(0).status()).isEqualTo(status);
    assertThat(heard.replies.get(0).words()).isEqualTo(words);
    assertThat(summary.refused()).isEqualTo(1);
  }

  @Test
  void aReplyThatIsCutIsMalformedAndTheNextCallIsMadeAllTheSame() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    ScriptedServer server =
        new ScriptedServer(
            NOTHING,
            message ->
                List.of(
                    calls.getAndIncrement() == 0
                        ? header(message, 0, words(xid(message), 1))
                        : reply(message, 0, 0)));
    Heard heard = new Heard(9);
    PingSummary summary = ping(server, 2, heard);
    assertThat(heard.replies.get(0).status()).isEqualTo("MALFORMED");
    assertThat(heard.replies.get(1).status()).isEqualTo("SUCCESS");
    assertThat(summary.answered()).isEqualTo(1);
  }

  @Test
  void whatIsNoRpcOverRdmaEndsTheRunWithWords() throws Exception {
    ScriptedServer server =
        new ScriptedServer(NOTHING, message -> List.of(words(xid(message), 9, 0, 0)));
    PingSummary summary = ping(server, 3, new Heard(9));
    assertThat(summary.calls()).isEqualTo(1);
    assertThat(summary.failure())
        .isEqualTo("10.0.0.1 sent no RPC-over-RDMA: RPC-over-RDMA version 9, not 1");
  }

  @Test
  void aCallWithoutAnswerIsLostAndALateAnswerIsNotTakenForAnother() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    ScriptedServer server =
        new ScriptedServer(
            NOTHING,
            message ->
                switch (calls.getAndIncrement()) {
                  case 0 -> List.of(reply(message, 0, 0));
                  case 1 -> List.of();
                  default ->
                      List.of(reply(words(xid(message) - 1, 0, 0, 0), 0, 0), reply(message, 0, 0));
                });
    Heard heard = new Heard(9);
    PingSummary summary = ping(server, 3, heard);
    assertThat(heard.replies.get(1).status()).isEqualTo("TIMEOUT");
    assertThat(heard.replies.get(1).words()).isEqualTo("no answer in 100 ms");
    assertThat(heard.replies.get(1).nanos()).isEmpty();
    assertThat(heard.replies.get(2).isSuccess()).isTrue();
    assertThat(summary.lost()).isEqualTo(1);
    assertThat(summary.isGood()).isFalse();
  }

  @Test
  void aConnectionThatIsLostEndsTheRunAndTheSummarySaysSo() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    ScriptedServer server =
        new ScriptedServer(
            NOTHING,
            message -> {
              if (calls.getAndIncrement() == 2) {
                throw new EndpointException(Reason.DISCONNECTED, "the connection ended");
              }
              return List.of(reply(message, 0, 0));
            });
    Heard heard = new Heard(99);
    PingSummary summary = ping(server, 9, heard);
    assertThat(summary.calls()).isEqualTo(3);
    assertThat(summary.answered()).isEqualTo(2);
    assertThat(summary.lost()).isEqualTo(1);
    assertThat(summary.failure()).isEqualTo("the connection ended");
    assertThat(heard.replies).hasSize(3);
    assertThat(heard.replies.get(2).status()).isEqualTo("DISCONNECTED");
    assertThat(heard.replies.get(2).words()).isEqualTo("the connection ended");
    assertThat(summary.isGood()).isFalse();
  }

  @Test
  void withoutAConnectionThereIsNoSummary() {
    ScriptedServer server = ScriptedServer.refusing(Reason.REFUSED, "10.0.0.1 refused: REJ 8");
    assertThatThrownBy(() -> ping(server, 1, new Heard(1)))
        .isInstanceOf(EndpointException.class)
        .hasMessage("10.0.0.1 refused: REJ 8");
  }

  @Test
  void theUserCanStopItAtAnyTime() throws Exception {
    Heard heard = new Heard(3);
    PingSummary summary = ping(answering(0, 0), Long.MAX_VALUE, heard);
    assertThat(heard.replies).hasSize(3);
    assertThat(summary.calls()).isEqualTo(3);
    assertThat(summary.isGood()).isTrue();
  }

  @Test
  void percentilesAreThoseOfAllAnswers() {
    Latencies latencies = new Latencies();
    for (int i = 200; i >= 1; i--) {
      latencies.add(i);
    }
    assertThat(latencies.least()).isEqualTo(1);
    assertThat(latencies.percentile(50)).hasValue(100);
    assertThat(latencies.percentile(90)).hasValue(180);
    assertThat(latencies.percentile(99)).hasValue(198);
    assertThat(latencies.most()).isEqualTo(200);
    assertThat(latencies.mean()).isEqualTo(100);
  }

  @Test
  void aPercentileThatWouldBeTheLargestIsNotSaid() {
    Latencies latencies = new Latencies();
    for (int i = 1; i < 100; i++) {
      latencies.add(i);
    }
    assertThat(latencies.percentile(90)).hasValue(90);
    assertThat(latencies.percentile(99)).isEmpty();
  }

  @Test
  void ofVeryManyAnswersTheLastAreKeptAndAllAreCounted() {
    Latencies latencies = new Latencies();
    latencies.add(7_000_000);
    for (int i = 0; i < 2 * Latencies.MOST; i++) {
      latencies.add(5);
    }
    assertThat(latencies.count()).isEqualTo(2L * Latencies.MOST + 1);
    assertThat(latencies.most()).isEqualTo(7_000_000);
    assertThat(latencies.percentile(99)).hasValue(5);
  }

  @Test
  void theReplyIsTakenBeforeTheCompletionOfTheSendIsWaitedFor() throws Exception {
    ScriptedServer server = answering(0, 0);
    assertThat(ping(server, 2, new Heard(9)).isGood()).isTrue();
    assertThat(server.order())
        .containsExactly("post", "receive", "finish", "post", "receive", "finish");
  }

  @Test
  void warmingUpSendsNothingAndCountsNothing() throws Exception {
    for (int version : new int[] {0, 3, -1}) {
      List<byte[]> sent = new ArrayList<>();
      ScriptedServer server =
          new ScriptedServer(
              NOTHING,
              message -> {
                sent.add(message);
                return List.of(reply(message, 0, 0));
              });
      Heard heard = new Heard(9);
      PingOptions options =
          new PingOptions(
              "10.0.0.1", 20049, -1, version, 1, Duration.ofNanos(1), Duration.ofMillis(100));
      PingSummary summary = new Ping(options, XID, heard).run(server);
      assertThat(sent).hasSize(1);
      assertThat(xid(sent.get(0))).isEqualTo(XID);
      assertThat(summary.latencies().count()).isEqualTo(1);
      assertThat(heard.replies).hasSize(1);
    }
  }

  @Test
  void noMoreCallsAreOutstandingThanTheServerGrants() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    ScriptedServer server =
        new ScriptedServer(
            NOTHING,
            message -> {
              sent.incrementAndGet();
              return List.of();
            });
    Heard heard = new Heard(9);
    PingSummary summary = ping(server, 2, heard);
    assertThat(sent).hasValue(1);
    assertThat(heard.replies).extracting(PingReply::status).containsExactly("TIMEOUT", "NO_CREDIT");
    assertThat(heard.replies.get(1).words())
        .isEqualTo("not sent: no credit is left, 1 call has no answer yet");
    assertThat(summary.lost()).isEqualTo(2);
  }

  @Test
  void aLateAnswerGivesItsCreditBack() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    byte[] silence = ScriptedServer.SILENCE;
    ScriptedServer server =
        new ScriptedServer(
            NOTHING,
            message ->
                sent.getAndIncrement() == 0
                    ? List.of(silence, silence, silence, reply(message, 0, 0))
                    : List.of(reply(message, 0, 0)));
    Heard heard = new Heard(9);
    assertThat(ping(server, 2, heard).answered()).isEqualTo(1);
    assertThat(heard.replies).extracting(PingReply::status).containsExactly("TIMEOUT", "SUCCESS");
  }

  @Test
  void anRdmaErrorWithoutTheXidIsThatOfTheOnlyCall() throws Exception {
    ScriptedServer server = new ScriptedServer(NOTHING, message -> List.of(words(0, 1, 32, 4, 2)));
    Heard heard = new Heard(9);
    PingSummary summary = ping(server, 1, heard);
    assertThat(heard.replies.get(0).status()).isEqualTo("ERR_CHUNK");
    assertThat(summary.refused()).isEqualTo(1);
  }

  @Test
  void aReplyThatIsNeitherAcceptedNorDeniedIsMalformed() throws Exception {
    for (byte[] body : List.of(words(2, 0, 0, 0), words(1, 2, 5))) {
      ScriptedServer server =
          new ScriptedServer(
              NOTHING,
              message -> List.of(header(message, 0, concat(words(xid(message), 1), body))));
      Heard heard = new Heard(9);
      assertThat(ping(server, 1, heard).refused()).isEqualTo(1);
      assertThat(heard.replies.get(0).status()).isEqualTo("MALFORMED");
    }
  }

  private static PingSummary ping(ScriptedServer server, long count, Heard heard)
      throws EndpointException, IOException {
    PingOptions options =
        new PingOptions(
            "10.0.0.1",
            PingOptions.NFS_PORT,
            PingOptions.NFS,
            4,
            count,
            Duration.ofNanos(1),
            Duration.ofMillis(100));
    return new Ping(options, XID, heard).run(server);
  }

  private static ScriptedServer answering(int replyStatus, int acceptStatus) {
    return new ScriptedServer(
        NOTHING, message -> List.of(reply(message, replyStatus, acceptStatus)));
  }

  private static byte[] reply(byte[] call, int replyStatus, int acceptStatus) {
    return header(call, 0, words(xid(call), 1, replyStatus, 0, 0, acceptStatus));
  }

  private static byte[] header(byte[] call, int procedure, byte[] message) {
    return concat(words(xid(call), 1, 32, procedure, 0, 0, 0), message);
  }

  private static int xid(byte[] message) {
    return ByteBuffer.wrap(message).getInt(0);
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

  private static byte[] concat(byte[] one, byte[] other) {
    return ByteBuffer.allocate(one.length + other.length).put(one).put(other).array();
  }
}
