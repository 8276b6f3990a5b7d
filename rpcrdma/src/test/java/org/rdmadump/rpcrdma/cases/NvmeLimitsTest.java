package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.RocePacket;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.NvmeRules;
import org.rdmadump.rpcrdma.build.NvmeCapsules;
import org.rdmadump.rpcrdma.build.NvmeDecoded;

/** What is cut, refused, missed or given up is said to be that, and accuses nobody. */
class NvmeLimitsTest {
  private static final int FLUSH = 0;
  private static final int WRITE = 1;
  private static final int READ = 2;
  private static final int KEY = 0x1201;
  private static final long ADDRESS = 0x7000_0000L;
  private static final int PAGE = 4096;

  private final Conversation wire =
      Conversation.between("192.0.2.1", "192.0.2.2")
          .port(4420)
          .connect(NvmeCapsules.privateData(1), new byte[32]);

  private NvmeDecoded decoded() {
    return NvmeDecoded.of(wire.capture().source());
  }

  private static List<String> rules(NvmeExchange exchange) {
    return exchange.findings().stream().map(Finding::rule).map(rule -> rule.name()).toList();
  }

  private void read(int identifier) {
    wire.client().send(NvmeCapsules.keyed(READ, identifier, 0, 8, ADDRESS, PAGE, KEY));
    wire.server().write(KEY, ADDRESS, new byte[PAGE]);
    wire.server().send(NvmeCapsules.response(identifier, 0, 0));
  }

  /** Cuts all packets but those of connection management. */
  private void cut(int snapLength) {
    wire.capture()
        .packets()
        .replaceAll(packet -> packet.label().contains("CM") ? packet : packet.cut(snapLength));
  }

  @Test
  void shouldSayThatTheSnapLengthCutData() {
    // given a capture that has whole entries, and of data only the beginning
    read(7);
    wire.client().send(NvmeCapsules.withData(WRITE, 8, 0, new byte[512]));
    wire.server().send(NvmeCapsules.response(8, 0, 0));
    cut(200);

    List<NvmeExchange> seen = decoded().commands();

    assertThat(seen).hasSize(2);
    for (NvmeExchange each : seen) {
      assertThat(rules(each)).isEmpty();
      assertThat(each.data().orElseThrow().missing())
          .extracting(MissingRange::reason)
          .containsOnly(Absence.TRUNCATED);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {55, 60, 100})
  void shouldSayThatTheSnapLengthCutEntries(int snapLength) {
    // given entries of commands that are cut in front of, or behind their identifiers
    read(7);
    read(8);
    cut(snapLength);

    NvmeDecoded seen = decoded();

    assertThat(seen.summary().rules().keySet())
        .contains(NvmeRules.TRUNCATED_CAPSULE.name())
        .doesNotContain(NvmeRules.NO_ENTRY.name(), NvmeRules.NO_RESPONSE.name());
  }

  @Test
  void shouldSayThatTheCommandOfAResponseWasCut() {
    // given a command of which only the beginning is there
    wire.client().send(NvmeCapsules.bare(FLUSH, 7));
    cut(100);
    wire.server().send(NvmeCapsules.response(7, 0, 0));

    assertThat(rules(decoded().only()))
        .containsExactly(NvmeRules.TRUNCATED_CAPSULE.name(), NvmeRules.TRUNCATED_CAPSULE.name());
  }

  @Test
  void shouldGiveUpCommandsForLackOfMemoryAndSaySo() {
    // given more data in the capsules of commands in flight than a run may hold
    int count = 600;
    for (int i = 0; i < count; i++) {
      wire.client().send(NvmeCapsules.withData(WRITE, i, 0, new byte[2 * PAGE]));
    }
    for (int i = 0; i < count; i++) {
      wire.server().send(NvmeCapsules.response(i, 0, 0));
    }

    List<NvmeExchange> seen =
        NvmeDecoded.of(wire.capture().source(), new CaptureOptions(false, false, 2L << 20))
            .commands();

    // then the oldest are handed out early, and their responses do not say that they are unknown
    List<NvmeExchange> givenUp = seen.stream().filter(each -> each.response().isEmpty()).toList();
    List<NvmeExchange> stray = seen.stream().filter(each -> each.command().isEmpty()).toList();
    assertThat(givenUp).hasSizeGreaterThan(count / 2).hasSameSizeAs(stray);
    assertThat(givenUp).allSatisfy(each -> assertThat(rules(each)).containsExactly(given()));
    assertThat(stray).allSatisfy(each -> assertThat(rules(each)).containsExactly(given()));
    assertThat(seen).hasSize(count + stray.size());
  }

  private static String given() {
    return NvmeRules.GIVEN_UP.name();
  }

  @Test
  void shouldExcuseOnlyTheCommandsBeforeAnythingWasMissed() {
    // given a response that is not in the capture, and a later command without a response
    wire.client().send(NvmeCapsules.bare(FLUSH, 1));
    wire.server().send(NvmeCapsules.response(1, 0, 0));
    int lost = wire.capture().size() - 2;
    wire.client().send(NvmeCapsules.bare(FLUSH, 2));
    wire.server().send(NvmeCapsules.response(2, 0, 0));
    wire.client().send(NvmeCapsules.bare(FLUSH, 3));
    for (int later = 4; later < 7; later++) {
      wire.client().send(NvmeCapsules.bare(FLUSH, later));
      wire.server().send(NvmeCapsules.response(later, 0, 0));
    }
    wire.disconnect();
    wire.connect();
    wire.capture().drop(lost);

    List<NvmeExchange> seen = decoded().commands();

    assertThat(seen)
        .extracting(NvmeExchange::identifier, each -> rules(each))
        .contains(
            tuple(1, List.of(NvmeRules.RESPONSE_NOT_CAPTURED.name())),
            tuple(3, List.of(NvmeRules.NO_RESPONSE.name())));
  }

  @Test
  void shouldCountAllThatBelongsToNoCommand() {
    // given more Sends that are no capsules than a command tells of
    wire.client().send(NvmeCapsules.bare(FLUSH, 1));
    wire.server().send(NvmeCapsules.response(1, 0, 0));
    for (int i = 0; i < 100; i++) {
      wire.client().send(new byte[63]);
    }

    NvmeDecoded seen = decoded();

    assertThat(seen.findings()).hasSize(100);
    assertThat(seen.summary().rules()).containsEntry(NvmeRules.NO_ENTRY.name(), 100L);
  }

  @Test
  void shouldSayOfWhichConnectionAFindingIs() {
    // given a connection with a number, as commands were seen on it
    wire.client().send(NvmeCapsules.bare(FLUSH, 1));
    wire.server().send(NvmeCapsules.response(1, 0, 0));
    wire.client().send(new byte[63]);

    assertThat(decoded().connectionsOfFindings()).containsExactly(OptionalInt.of(1));
  }

  @Test
  void shouldSayThatACommandWasNotDelivered() {
    // given a host whose controller refuses a command
    wire.acks(false);
    int psn = wire.client().send(NvmeCapsules.bare(FLUSH, 1));
    wire.server().nak(psn, NakCode.INVALID_REQUEST);

    NvmeExchange refused = decoded().only();

    assertThat(rules(refused)).contains(NvmeRules.NOT_DELIVERED.name());
    assertThat(refused.response()).isEmpty();
  }

  @Test
  void shouldSayThatAResponseWasNotDelivered() {
    wire.client().send(NvmeCapsules.bare(FLUSH, 1));
    wire.acks(false);
    int psn = wire.server().send(NvmeCapsules.response(1, 0, 0));
    wire.client().nak(psn, NakCode.INVALID_REQUEST);

    NvmeExchange unanswered = decoded().only();

    assertThat(rules(unanswered)).contains(NvmeRules.NOT_DELIVERED.name());
    assertThat(unanswered.response()).isEmpty();
  }

  @Test
  void shouldSayThatDataWasLostIfItsReadWasRefused() {
    // given a Read of the controller that the host refuses, and a success all the same
    wire.client().send(NvmeCapsules.keyed(WRITE, 1, 0, 8, ADDRESS, PAGE, KEY));
    int psn = wire.server().nextPsn();
    wire.server().readRequest(KEY, ADDRESS, PAGE);
    wire.client().nak(psn, NakCode.REMOTE_ACCESS_ERROR);
    wire.server().send(NvmeCapsules.response(1, 0, 0));

    NvmeExchange write = decoded().only();

    assertThat(rules(write)).contains(NvmeRules.MISSING_DATA.name());
    assertThat(write.data().orElseThrow().missing())
        .extracting(MissingRange::reason)
        .containsOnly(Absence.LOST);
  }

  @Test
  void shouldNotTakeDataThatCameDamaged() {
    // given data with a wrong check sum, which is not sent again
    wire.client().send(NvmeCapsules.keyed(READ, 1, 0, 8, ADDRESS, PAGE, KEY));
    wire.traits(RocePacket::badIcrc).server().write(KEY, ADDRESS, new byte[PAGE]);
    wire.traits(packet -> packet).server().send(NvmeCapsules.response(1, 0, 0));

    NvmeExchange read = decoded().only();

    assertThat(rules(read)).contains(NvmeRules.MISSING_DATA.name());
    assertThat(read.data().orElseThrow().sha256()).isEmpty();
  }
}
