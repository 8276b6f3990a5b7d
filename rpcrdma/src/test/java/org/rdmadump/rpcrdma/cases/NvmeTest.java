package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.nvme.BlockRange;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.NvmeRules;
import org.rdmadump.rpcrdma.build.NvmeCapsules;
import org.rdmadump.rpcrdma.build.NvmeDecoded;

/** What no capture of the lab holds: losses, errors, and queues that begin before the capture. */
class NvmeTest {
  private static final int WRITE = 1;
  private static final int READ = 2;
  private static final int FLUSH = 0;
  private static final int KEY = 0x1201;
  private static final long ADDRESS = 0x7000_0000L;
  private static final int NVME_PORT = 4420;

  private final Conversation wire = Conversation.between("192.0.2.1", "192.0.2.2").port(NVME_PORT);
  private final byte[] data = new byte[8192];

  NvmeTest() {
    new SplittableRandom(4420).nextBytes(data);
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> rules(NvmeExchange exchange) {
    return exchange.findings().stream().map(Finding::rule).map(rule -> rule.name()).toList();
  }

  private void connectQueue(int queue) {
    wire.connect(NvmeCapsules.privateData(queue), new byte[32]);
  }

  @Test
  void shouldReadABlockRangeThatTheControllerWrites() {
    // given
    connectQueue(1);
    wire.client().send(NvmeCapsules.keyed(READ, 7, 1L << 33, 16, ADDRESS, data.length, KEY));
    wire.server().write(KEY, ADDRESS, data);
    wire.server().send(NvmeCapsules.response(7, 0, 0));

    // when
    NvmeExchange read = NvmeDecoded.of(wire.capture().source()).only();

    // then
    assertThat(read.queue()).isEqualTo(OptionalInt.of(1));
    assertThat(read.set()).isEqualTo(CommandSet.IO);
    assertThat(read.operation()).contains("Read");
    assertThat(read.status()).contains("Success");
    assertThat(read.command().orElseThrow().entry().blocks(read.set()))
        .contains(new BlockRange(1L << 33, 16));
    assertThat(read.data().orElseThrow().sha256()).contains(sha256(data));
    assertThat(read.data().orElseThrow().movedBy()).isEqualTo("write");
    assertThat(read.transfers()).hasSize(1);
    assertThat(read.timing()).isPresent();
    assertThat(read.findings()).isEmpty();
  }

  @Test
  void shouldReadTheDataThatACapsuleCarries() {
    connectQueue(2);
    wire.client().send(NvmeCapsules.withData(WRITE, 9, 5, data));
    wire.server().send(NvmeCapsules.response(9, 2, 0x80));

    NvmeExchange write = NvmeDecoded.of(wire.capture().source()).only();

    assertThat(write.status()).contains("Write Fault");
    assertThat(write.data().orElseThrow().inCapsule()).isTrue();
    assertThat(write.data().orElseThrow().sha256()).contains(sha256(data));
  }

  @Test
  void shouldSayWhichDataIsMissing() {
    // given a response to a read of which half was not captured
    connectQueue(1);
    wire.client().send(NvmeCapsules.keyed(READ, 7, 0, 16, ADDRESS, data.length, KEY));
    wire.server().write(KEY, ADDRESS, Arrays.copyOf(data, 4096));
    wire.server().send(NvmeCapsules.response(7, 0, 0));

    NvmeExchange read = NvmeDecoded.of(wire.capture().source()).only();

    assertThat(rules(read)).containsExactly(NvmeRules.MISSING_DATA.name());
    assertThat(read.data().orElseThrow().length()).isEqualTo(8192);
    assertThat(read.data().orElseThrow().missing())
        .singleElement()
        .satisfies(
            range -> {
              assertThat(range.offset()).isEqualTo(4096);
              assertThat(range.length()).isEqualTo(4096);
            });
    assertThat(read.data().orElseThrow().sha256()).isEmpty();
  }

  @Test
  void shouldNotMissDataOfACommandThatFailed() {
    connectQueue(1);
    wire.client().send(NvmeCapsules.keyed(READ, 7, 1L << 40, 16, ADDRESS, data.length, KEY));
    wire.server().send(NvmeCapsules.response(7, 0, 0x80));

    NvmeExchange read = NvmeDecoded.of(wire.capture().source()).only();

    assertThat(read.status()).contains("LBA Out of Range");
    assertThat(read.data()).isEmpty();
    assertThat(read.findings()).isEmpty();
  }

  @Test
  void shouldSayThatACommandHasNoResponse() {
    // given a command whose identifier is used again, and one that is in flight at the end
    connectQueue(1);
    wire.client().send(NvmeCapsules.bare(FLUSH, 3));
    wire.client().send(NvmeCapsules.bare(FLUSH, 3));
    wire.server().send(NvmeCapsules.response(3, 0, 0));
    wire.client().send(NvmeCapsules.bare(FLUSH, 4));

    List<NvmeExchange> seen = NvmeDecoded.of(wire.capture().source()).commands();

    assertThat(seen).hasSize(3);
    assertThat(rules(seen.get(0))).containsExactly(NvmeRules.RESPONSE_NOT_CAPTURED.name());
    // The response shows that none before it is missing.
    assertThat(rules(seen.get(1))).containsExactly(NvmeRules.NO_RESPONSE.name());
    assertThat(rules(seen.get(2))).containsExactly(NvmeRules.IN_FLIGHT_AT_END.name());
  }

  @Test
  void shouldNotSayThatACommandHasNoResponseWhereThatIsMissing() {
    connectQueue(1);
    wire.client().send(NvmeCapsules.bare(FLUSH, 3));
    int lost = wire.capture().size();
    wire.server().send(NvmeCapsules.response(3, 0, 0));
    int behind = wire.capture().size();
    wire.client().send(NvmeCapsules.bare(FLUSH, 3));
    wire.server().send(NvmeCapsules.response(3, 0, 0));
    for (int frame = lost; frame < behind; frame++) {
      wire.capture().drop(lost);
    }

    assertThat(NvmeDecoded.of(wire.capture().source()).commands())
        .flatExtracting(NvmeExchange::findings)
        .extracting(Finding::rule)
        .containsExactly(NvmeRules.RESPONSE_NOT_CAPTURED);
  }

  @Test
  void shouldPairAResponseWithTheCommandThatHadItsIdentifierWhenItCame() {
    // given a host that uses the identifier again before it acknowledges the response
    connectQueue(1);
    for (int i = 0; i < 3; i++) {
      wire.client().send(NvmeCapsules.keyed(READ, 7, i, 16, ADDRESS, data.length, KEY));
      wire.server().write(KEY, ADDRESS, data);
      wire.acks(false).server().send(NvmeCapsules.response(7, 0, 0));
      wire.acks(true);
    }

    List<NvmeExchange> seen = NvmeDecoded.of(wire.capture().source()).commands();

    assertThat(seen).hasSize(3).allSatisfy(each -> assertThat(rules(each)).isEmpty());
    for (int i = 0; i < seen.size(); i++) {
      assertThat(seen.get(i).command().orElseThrow().entry().blocks(CommandSet.IO))
          .contains(new BlockRange(i, 16));
      assertThat(seen.get(i).latencyNanos().orElseThrow()).isPositive();
    }
  }

  @Test
  void shouldNotAskForDataOfACommandThatNeedsNone() {
    // given a descriptor that a Flush has and its controller ignores
    connectQueue(1);
    wire.client().send(NvmeCapsules.keyed(FLUSH, 3, 0, 1, ADDRESS, data.length, KEY));
    wire.server().send(NvmeCapsules.response(3, 0, 0));

    NvmeExchange flush = NvmeDecoded.of(wire.capture().source()).only();

    assertThat(flush.data()).isEmpty();
    assertThat(flush.findings()).isEmpty();
  }

  @Test
  void shouldNotTakeALongSendForAResponse() {
    connectQueue(1);
    wire.server().send(new byte[64]);

    NvmeDecoded seen = NvmeDecoded.of(wire.capture().source());

    assertThat(seen.commands()).isEmpty();
    assertThat(seen.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.rule()).isEqualTo(NvmeRules.NO_ENTRY));
  }

  /** The response may have been the last thing sent, unless later commands were answered. */
  @ParameterizedTest
  @CsvSource({
    "0, nvme.response-not-captured",
    "1, nvme.response-not-captured",
    "2, nvme.no-response"
  })
  void shouldSayThatTheConnectionEndedWithoutResponse(int laterAnswers, String rule) {
    connectQueue(1);
    wire.client().send(NvmeCapsules.bare(FLUSH, 3));
    for (int later = 4; later < 4 + laterAnswers; later++) {
      wire.client().send(NvmeCapsules.bare(FLUSH, later));
      wire.server().send(NvmeCapsules.response(later, 0, 0));
    }
    wire.disconnect();
    wire.port(NVME_PORT).connect();

    List<NvmeExchange> seen = NvmeDecoded.of(wire.capture().source()).commands();

    assertThat(seen).hasSize(1 + laterAnswers);
    assertThat(rules(seen.get(laterAnswers))).containsExactly(rule);
  }

  @Test
  void shouldKeepAResponseWithoutItsCommand() {
    connectQueue(0);
    wire.server().send(NvmeCapsules.response(12, 1, 0x0f));

    NvmeExchange stray = NvmeDecoded.of(wire.capture().source()).only();

    assertThat(stray.command()).isEmpty();
    assertThat(stray.identifier()).isEqualTo(12);
    assertThat(stray.status()).contains("command specific status 0xf");
    assertThat(rules(stray)).containsExactly(NvmeRules.COMMAND_NOT_CAPTURED.name());
  }

  @Test
  void shouldNotTakeAShortSendForACapsule() {
    connectQueue(1);
    wire.client().send(NvmeCapsules.bare(FLUSH, 3));
    wire.server().send(NvmeCapsules.response(3, 0, 0));
    wire.client().send(new byte[63]);

    NvmeDecoded seen = NvmeDecoded.of(wire.capture().source());

    assertThat(seen.commands()).hasSize(1);
    assertThat(seen.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.rule()).isEqualTo(NvmeRules.NO_ENTRY));
  }

  @Test
  void shouldPairCommandsOfEachQueueAlone() {
    // given two queues with the same identifier
    connectQueue(1);
    wire.client().send(NvmeCapsules.keyed(READ, 7, 0, 16, ADDRESS, data.length, KEY));
    Conversation other =
        Conversation.between("192.0.2.7", "192.0.2.8")
            .on(wire.capture())
            .port(NVME_PORT)
            .communicationIds(77, 78);
    other.connect(NvmeCapsules.privateData(2), new byte[32]);
    other.client().send(NvmeCapsules.bare(FLUSH, 7));
    other.server().send(NvmeCapsules.response(7, 0, 0));
    wire.server().write(KEY, ADDRESS, data);
    wire.server().send(NvmeCapsules.response(7, 0, 0));

    List<NvmeExchange> seen = NvmeDecoded.of(wire.capture().source()).commands();

    assertThat(seen)
        .extracting(each -> each.queue().getAsInt() + " " + each.operation().orElseThrow())
        .containsExactly("2 Flush", "1 Read");
    assertThat(seen.get(1).data().orElseThrow().sha256()).contains(sha256(data));
  }

  @Test
  void shouldGuessTheSetOfAQueueWithoutANumber() {
    // given private data that was not captured
    wire.connect();
    wire.client().send(NvmeCapsules.bare(FLUSH, 1));
    wire.server().send(NvmeCapsules.response(1, 0, 0));
    wire.client().send(NvmeCapsules.keyed(READ, 7, 0, 16, ADDRESS, data.length, KEY));
    wire.server().write(KEY, ADDRESS, data);
    wire.server().send(NvmeCapsules.response(7, 0, 0));

    List<NvmeExchange> seen = NvmeDecoded.of(wire.capture().source()).commands();

    assertThat(seen)
        .extracting(each -> each.queue() + " " + each.operation().orElseThrow())
        .containsExactly("OptionalInt.empty Flush", "OptionalInt.empty Read");
  }
}
