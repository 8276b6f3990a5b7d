package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.NvmeData;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.NvmeRules;
import org.rdmadump.rpcrdma.build.NvmeCapsules;
import org.rdmadump.rpcrdma.build.NvmeDecoded;

/** Commands in flight that share memory, or a key: data goes to the command that it is of. */
class NvmeSharedMemoryTest {
  private static final int WRITE = 1;
  private static final int READ = 2;
  private static final int KEY = 0x1201;
  private static final long ADDRESS = 0x7000_0000L;
  private static final int PAGE = 4096;

  private final Conversation wire = Conversation.between("192.0.2.1", "192.0.2.2").port(4420);
  private final SplittableRandom random = new SplittableRandom(31);

  private byte[] data(int length) {
    byte[] data = new byte[length];
    random.nextBytes(data);
    return data;
  }

  private void connect() {
    wire.connect(NvmeCapsules.privateData(1), new byte[32]);
  }

  private void command(int opcode, int identifier, long address, int length) {
    wire.client()
        .send(
            NvmeCapsules.keyed(opcode, identifier, identifier, length / 512, address, length, KEY));
  }

  private void respond(int identifier) {
    wire.server().send(NvmeCapsules.response(identifier, 0, 0));
  }

  private List<NvmeExchange> decoded() {
    return NvmeDecoded.of(wire.capture().source()).commands();
  }

  private static List<String> rules(NvmeExchange exchange) {
    return exchange.findings().stream().map(Finding::rule).map(rule -> rule.name()).toList();
  }

  private static void shouldHave(NvmeExchange command, byte[] data) {
    assertThat(command.data().orElseThrow().missing()).isEmpty();
    assertThat(command.data().orElseThrow().sha256()).contains(NvmeTest.sha256(data));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReadOneBufferForEachOfItsCommands(boolean inOrder) {
    // given a host that writes one buffer to two places at a time
    byte[] data = data(PAGE);
    connect();
    command(WRITE, 1, ADDRESS, PAGE);
    command(WRITE, 2, ADDRESS, PAGE);
    for (int identifier : inOrder ? new int[] {1, 2} : new int[] {2, 1}) {
      wire.server().read(KEY, ADDRESS, data);
      respond(identifier);
    }

    // then each has the data and one transfer
    assertThat(decoded())
        .hasSize(2)
        .allSatisfy(
            command -> {
              shouldHave(command, data);
              assertThat(command.transfers()).hasSize(1);
              assertThat(command.findings()).isEmpty();
            });
  }

  @Test
  void shouldPutWhatIsReadForALaterPartOfABufferIntoThatPart() {
    // given two commands, the second of which has the second half of the memory of the first
    byte[] data = data(2 * PAGE);
    connect();
    command(WRITE, 1, ADDRESS, 2 * PAGE);
    command(WRITE, 2, ADDRESS + PAGE, PAGE);
    wire.server().read(KEY, ADDRESS, data);
    wire.server().read(KEY, ADDRESS + PAGE, Arrays.copyOfRange(data, PAGE, 2 * PAGE));
    respond(2);
    respond(1);

    List<NvmeExchange> seen = decoded();

    shouldHave(seen.get(0), Arrays.copyOfRange(data, PAGE, 2 * PAGE));
    shouldHave(seen.get(1), data);
  }

  @Test
  void shouldSayThatDataMayBeThatOfAnotherCommand() {
    // given two reads into the same memory at a time
    connect();
    command(READ, 1, ADDRESS, PAGE);
    command(READ, 2, ADDRESS, PAGE);
    wire.server().write(KEY, ADDRESS, data(PAGE));
    wire.server().write(KEY, ADDRESS, data(PAGE));
    respond(1);
    respond(2);

    List<NvmeExchange> seen = decoded();

    assertThat(seen).hasSize(2);
    assertThat(rules(seen.get(0))).containsExactly(NvmeRules.AMBIGUOUS_DATA.name());
    assertThat(seen.get(0).data().orElseThrow().sha256()).isEmpty();
  }

  @Test
  void shouldNotMixWhatABufferHeldBeforeItWasFilledAnew() {
    // given a write whose second half and response were not captured, and the next from its buffer
    byte[] old = data(PAGE);
    byte[] fresh = data(2 * PAGE);
    connect();
    command(WRITE, 1, ADDRESS, 2 * PAGE);
    wire.server().read(KEY, ADDRESS, old);
    command(WRITE, 2, ADDRESS, 2 * PAGE);
    wire.server().read(KEY, ADDRESS, Arrays.copyOf(fresh, PAGE));
    wire.server().read(KEY, ADDRESS + PAGE, Arrays.copyOfRange(fresh, PAGE, 2 * PAGE));
    respond(2);

    // then nothing that may be of both has a hash
    assertThat(decoded())
        .allSatisfy(
            each ->
                assertThat(each.data().flatMap(NvmeData::sha256))
                    .isIn(Optional.empty(), Optional.of(NvmeTest.sha256(fresh))));
  }

  @Test
  void shouldNotAccuseACommandWhoseMemoryIsShared() {
    // given one read of memory that two commands have
    byte[] data = data(PAGE);
    connect();
    command(WRITE, 1, ADDRESS, 2 * PAGE);
    command(WRITE, 2, ADDRESS + PAGE, PAGE);
    wire.server().read(KEY, ADDRESS, data);
    wire.server().read(KEY, ADDRESS + PAGE, data);
    respond(1);
    respond(2);

    NvmeExchange second = decoded().get(1);

    assertThat(rules(second)).doesNotContain(NvmeRules.MISSING_DATA.name());
    assertThat(second.data().orElseThrow().missing())
        .extracting(MissingRange::reason)
        .containsOnly(Absence.AMBIGUOUS);
  }

  @Test
  void shouldFollowAsManyCommandsWithOneKeyAsAQueueHas() {
    // given 1,024 commands in flight in memory with one key
    int count = 1024;
    connect();
    for (int i = 0; i < count; i++) {
      command(READ, i, ADDRESS + (long) i * PAGE, PAGE);
    }
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(data(PAGE));
      wire.server().write(KEY, ADDRESS + (long) i * PAGE, all.get(i));
      respond(i);
    }

    List<NvmeExchange> seen = decoded();

    assertThat(seen).hasSize(count);
    for (int i = 0; i < count; i++) {
      shouldHave(seen.get(i), all.get(i));
      assertThat(rules(seen.get(i))).isEmpty();
    }
  }

  @Test
  void shouldSayThatALimitMadeDataMissing() {
    // given more commands in flight with one key than are followed
    int count = 5000;
    connect();
    for (int i = 0; i < count; i++) {
      command(READ, i, ADDRESS + (long) i * 512, 512);
    }
    wire.server().write(KEY, ADDRESS, data(512));
    respond(0);

    NvmeExchange oldest = decoded().get(0);

    assertThat(rules(oldest)).isEmpty();
    assertThat(oldest.data().orElseThrow().missing())
        .extracting(MissingRange::reason)
        .containsExactly(Absence.EVICTED);
  }

  @Test
  void shouldGiveMemoryToTheNextCommandBehindTheResponse() {
    // given a host that uses memory again before it acknowledges the response, which lacks data
    byte[] data = data(PAGE);
    connect();
    command(READ, 1, ADDRESS, PAGE);
    wire.acks(false).server().send(NvmeCapsules.response(1, 0, 0));
    wire.client().send(NvmeCapsules.keyed(READ, 2, 2, 8, ADDRESS, PAGE, KEY));
    wire.server().write(KEY, ADDRESS, data);
    wire.acks(true);
    respond(2);

    List<NvmeExchange> seen = decoded();

    assertThat(rules(seen.get(0))).containsExactly(NvmeRules.MISSING_DATA.name());
    shouldHave(seen.get(1), data);
  }

  @Test
  void shouldKeepDataOfCommandsInAnyOrderThatOneBufferServes() {
    // given commands in any order on a few buffers, which writes share and reads do not
    for (int trial = 0; trial < 60; trial++) {
      shouldKeepData(new SplittableRandom(trial));
    }
  }

  private static void shouldKeepData(SplittableRandom random) {
    Conversation tried = Conversation.between("192.0.2.1", "192.0.2.2").port(4420).mtu(1024);
    tried.connect(NvmeCapsules.privateData(1), new byte[32]);
    byte[][] buffers = new byte[3][PAGE];
    for (byte[] each : buffers) {
      random.nextBytes(each);
    }
    List<Integer> inFlight = new ArrayList<>();
    int[] bufferOf = new int[64];
    for (int i = 0; i < 64 || !inFlight.isEmpty(); i++) {
      if (i < 64 && random.nextInt(3) > 0) {
        bufferOf[i] = random.nextInt(buffers.length);
        long address = ADDRESS + (long) bufferOf[i] * PAGE;
        tried.client().send(NvmeCapsules.keyed(WRITE, i, i, 8, address, PAGE, KEY));
        inFlight.add(i);
      } else if (!inFlight.isEmpty()) {
        int identifier = inFlight.remove(random.nextInt(inFlight.size()));
        int buffer = bufferOf[identifier];
        ReadRequest unused =
            tried.server().read(KEY, ADDRESS + (long) buffer * PAGE, buffers[buffer]);
        tried.server().send(NvmeCapsules.response(identifier, 0, 0));
      }
    }
    for (NvmeExchange each : NvmeDecoded.of(tried.capture().source()).commands()) {
      assertThat(each.findings()).isEmpty();
      shouldHave(each, buffers[bufferOf[each.identifier()]]);
    }
  }

  @Test
  void shouldNeverBlameTheControllerForWhatTheCaptureLacks() {
    // given frames that were not captured, of commands on the same memory one after the other
    for (int trial = 0; trial < 100; trial++) {
      SplittableRandom seed = new SplittableRandom(trial);
      Conversation tried = Conversation.between("192.0.2.1", "192.0.2.2").port(4420).mtu(1024);
      tried.connect(NvmeCapsules.privateData(1), new byte[32]);
      byte[] data = new byte[PAGE];
      for (int i = 0; i < 20; i++) {
        int identifier = i % 3;
        tried.client().send(NvmeCapsules.keyed(READ, identifier, i, 8, ADDRESS, PAGE, KEY));
        seed.nextBytes(data);
        tried.server().write(KEY, ADDRESS, data);
        tried.server().send(NvmeCapsules.response(identifier, 0, 0));
      }
      for (int lost = 0; lost < 3; lost++) {
        tried.capture().drop(3 + seed.nextInt(tried.capture().size() - 3));
      }

      for (NvmeExchange each : NvmeDecoded.of(tried.capture().source()).commands()) {
        assertThat(rules(each))
            .describedAs("trial %d", trial)
            .doesNotContain(NvmeRules.NO_RESPONSE.name(), NvmeRules.NO_ENTRY.name());
      }
    }
  }
}
