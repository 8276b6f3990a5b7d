package org.rdmadump.iwarp.mpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.iwarp.build.MpaStream;
import org.rdmadump.tcp.StreamBytes;
import org.rdmadump.tcp.StreamMemory;

/** Both sides of a connection, as TCP passes their bytes and holes on. */
class MpaStreamsTest {
  private static final int CRC = 0x40;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final StreamMemory memory = new StreamMemory(1 << 20);
  private final Side client = new Side();
  private final Side server = new Side();
  private final List<Side> sides = List.of(client, server);
  private MpaStreams streams = streams(Beginning.START_UP, Beginning.START_UP);
  private long frames;

  private MpaStreams streams(Beginning clients, Beginning servers) {
    return new MpaStreams(client, clients, server, servers, memory);
  }

  /** What one side sends, and what is told of it. */
  private static final class Side implements FpduSink {
    private final List<Integer> sequences = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final MpaStream writer = new MpaStream(false, true);
    private long position = 1 << 20;
    private int nextSequence = 1;
    private boolean isMpa = true;
    private Runnable whenNotMpa = () -> {};

    @Override
    public void startUp(MpaStartUp frame, ByteBuffer privateData, long frameNumber) {}

    @Override
    public void fpdu(Fpdu fpdu) {
      if (!fpdu.isDamaged()) {
        sequences.add(fpdu.bytes().getInt(fpdu.offset() + 10));
      }
    }

    @Override
    public void interrupted() {}

    @Override
    public void framingFound() {}

    @Override
    public void notMpa() {
      isMpa = false;
      whenNotMpa.run();
    }

    @Override
    public void acknowledged(long position, long epochNanos) {}

    @Override
    public void repeated(long from, long to, long frame, long epochNanos) {}

    @Override
    public void finding(Finding finding) {
      findings.add(finding);
    }

    /** The next Send as an FPDU. */
    byte[] send(int length) {
      return writer.fpdu(
          DdpSegments.untagged(DdpSegments.SEND, true, 0, 0, nextSequence++, 0, new byte[length]));
    }
  }

  private void pass(Side side, byte[] bytes) {
    frames++;
    streams
        .inlet(sides.indexOf(side))
        .bytes(StreamBytes.of(bytes, 0, bytes.length, bytes.length, side.position, frames, 0, 54));
    side.position += bytes.length;
  }

  private void lose(Side side, int length) {
    streams.inlet(sides.indexOf(side)).missing(side.position, length);
    side.position += length;
  }

  private void agree() {
    pass(client, MpaStream.startUp(true, CRC, 1, new byte[0]));
    pass(server, MpaStream.startUp(false, CRC, 1, new byte[0]));
  }

  /** Right CRCs enough that a wrong one counts. */
  private void talk() {
    for (int i = 0; i < 20; i++) {
      pass(client, client.send(20));
      pass(server, server.send(20));
    }
  }

  @Test
  void shouldLookAtWhatWaitsAFewTimesHoweverManyHolesItHas() {
    agree();
    talk();
    lose(client, 100);
    lose(server, 100);
    int rounds = 3000;
    for (int i = 0; i < rounds; i++) {
      // May begin FPDUs that are longer than what waits.
      pass(client, words(100, 0x8140));
      lose(client, 100);
      pass(server, words(8, 0x8140));
    }
    streams.finish();

    assertThat(streams.looks()).isBetween(2L * rounds, 4L * 2 * rounds);
  }

  private static byte[] words(int bytes, int word) {
    ByteBuffer all = ByteBuffer.allocate(bytes);
    while (all.remaining() >= Short.BYTES) {
      all.putShort((short) word);
    }
    return all.array();
  }

  @Test
  void shouldSearchOnBehindAHoleInWhatWaits() {
    agree();
    talk();
    client.sequences.clear();
    // The server's framing is lost, so that the client has to wait.
    lose(server, 100);
    pass(server, new byte[40]);
    // The client's will be, too: a wrong CRC, the start of an FPDU, a hole, and more behind it.
    byte[] wrong = client.send(40);
    wrong[3] ^= 0x40;
    pass(client, wrong);
    byte[] torn = client.send(1000);
    pass(client, Arrays.copyOf(torn, 300));
    lose(client, 200);
    pass(client, Arrays.copyOfRange(torn, 500, torn.length));
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          pass(server, server.send(20));
          pass(client, client.send(60));
          pass(client, client.send(70));
          streams.finish();
        });

    assertThat(client.sequences).containsExactly(23, 24);
    assertThat(client.findings)
        .extracting(Finding::rule)
        .contains(IwarpRules.BAD_CRC, IwarpRules.LOST_FRAMING);
  }

  @Test
  void shouldLetBothSidesWaitUntilFramingIsFound() {
    agree();
    talk();
    client.sequences.clear();
    server.sequences.clear();
    lose(server, 100);
    pass(server, new byte[40]);
    for (int i = 0; i < 5; i++) {
      pass(client, client.send(20));
    }
    assertThat(client.sequences).isEmpty();

    pass(server, server.send(20));

    assertThat(server.sequences).containsExactly(21);
    assertThat(client.sequences).containsExactly(21, 22, 23, 24, 25);
  }

  @Test
  void shouldNotWaitForEver() {
    agree();
    talk();
    client.sequences.clear();
    lose(server, 100);
    pass(server, new byte[40]);
    int sent = 0;
    while (client.sequences.isEmpty() && sent < 1000) {
      pass(client, client.send(1000));
      sent++;
    }

    // As soon as 256 KiB wait; then half of it is let go.
    assertThat(sent).isBetween(200, 260);
    assertThat(client.sequences).hasSizeBetween(90, 140);
    streams.finish();
    assertThat(client.sequences).hasSize(sent);
  }

  /** What the client begins with is no FPDU: nothing of the server has to go with it. */
  @Test
  void shouldLookForTheFirstFramingOfASideThatWaitedForTheOther() {
    streams = streams(Beginning.ANYWHERE, Beginning.ANYWHERE);
    pass(client, new byte[40]);
    int sent = 0;
    while (server.sequences.isEmpty() && sent < 1000) {
      pass(server, server.send(1000));
      sent++;
    }
    streams.finish();

    assertThat(sent).isBetween(200, 260);
    assertThat(server.sequences).hasSize(sent).startsWith(1);
    assertThat(server.findings).isEmpty();
    assertThat(memory.evicted()).isZero();
  }

  /** In one go: a run of places that look like FPDUs by chance, and FPDUs behind it. */
  @Test
  void shouldLookBehindMoreCandidatesThanAreFollowedAtOnce() {
    streams = streams(Beginning.ANYWHERE, Beginning.ANYWHERE);
    MpaStream without = new MpaStream(false, false);
    pass(client, client.send(20));
    ByteBuffer all = ByteBuffer.allocate(1 << 13);
    for (int i = 0; i < 40; i++) {
      // Where the next header would be, there is none.
      all.putShort((short) 30).putShort((short) 0xc140).put(new byte[12]);
    }
    for (int i = 1; i <= 4; i++) {
      all.put(
          without.fpdu(DdpSegments.untagged(DdpSegments.SEND, true, 0, 0, i, 0, new byte[600])));
    }
    pass(server, Arrays.copyOf(all.array(), all.position()));
    streams.finish();

    assertThat(server.sequences).containsExactly(1, 2, 3, 4);
  }

  @Test
  void shouldTellWhatItGaveUpOnceFramingIsFound() {
    streams = streams(Beginning.ANYWHERE, Beginning.ANYWHERE);
    byte[] noise = new byte[1400];
    for (int i = 0; i < 300; i++) {
      new SplittableRandom(i).nextBytes(noise);
      pass(client, noise);
    }
    assertThat(memory.evicted()).isZero();
    for (int i = 0; i < 3; i++) {
      pass(client, client.send(700));
    }

    assertThat(client.sequences).containsExactly(1, 2, 3);
    assertThat(client.findings)
        .extracting(Finding::message)
        .containsExactly("skipped 420000 bytes of the stream to find the next FPDU");
    assertThat(memory.evicted()).isEqualTo(1);
  }

  @Test
  void shouldGiveUpAStreamWithoutAnyFpdu() {
    streams = streams(Beginning.ANYWHERE, Beginning.ANYWHERE);
    byte[] noise = new byte[1400];
    for (int i = 0; i < 2000 && client.isMpa; i++) {
      new SplittableRandom(i).nextBytes(noise);
      pass(client, noise);
    }

    assertThat(client.isMpa).isFalse();
    assertThat(client.position - (1 << 20)).isBetween(1L << 20, (1L << 20) + 200_000);
    assertThat(client.sequences).isEmpty();
    streams.finish();
  }

  @Test
  void shouldEndWhileItGivesUp() {
    streams = streams(Beginning.FPDU, Beginning.ANYWHERE);
    // As a connection does that nothing is known to be MPA on.
    client.whenNotMpa = () -> streams.finish();
    pass(client, Arrays.copyOf(client.send(1000), 100));
    streams.finish();

    assertThat(client.isMpa).isFalse();
    assertThat(client.sequences).isEmpty();
  }

  /** What looks like FPDUs by chance has no right CRC; what is there later has. */
  @Test
  void shouldNotBelieveForEverThatNoCrcsAreInUse() {
    streams = streams(Beginning.ANYWHERE, Beginning.ANYWHERE);
    MpaStream without = new MpaStream(false, false);
    for (int i = 1; i < 30; i++) {
      pass(
          client,
          without.fpdu(DdpSegments.untagged(DdpSegments.SEND, true, 0, 0, i, 0, new byte[100])));
    }
    assertThat(client.sequences).isNotEmpty();
    talk();
    client.findings.clear();
    byte[] wrong = client.send(40);
    wrong[30] ^= 1;
    pass(client, wrong);

    assertThat(client.findings).extracting(Finding::rule).containsExactly(IwarpRules.BAD_CRC);
  }

  /**
   * The first FPDU that was captured has no marker, so that nothing tells of any before the next.
   */
  @Test
  void shouldNotTakeTheFirstMarkerForAWrongCrc() {
    streams = streams(Beginning.ANYWHERE, Beginning.ANYWHERE);
    MpaStream marked = new MpaStream(true, true);
    marked.fpdu(new byte[78]);
    for (int i = 1; i < 10; i++) {
      pass(
          client,
          marked.fpdu(
              DdpSegments.untagged(
                  DdpSegments.SEND, true, 0, 0, i, 0, new byte[i == 1 ? 100 : 700])));
    }

    assertThat(client.sequences).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(client.findings).isEmpty();
  }

  /** The same without markers: the CRC is wrong, and that is told once it is known. */
  @Test
  void shouldTellOfAWrongCrcWhereMarkersWerePossible() {
    streams = streams(Beginning.ANYWHERE, Beginning.ANYWHERE);
    pass(client, client.send(100));
    byte[] wrong = client.send(700);
    wrong[100] ^= 1;
    pass(client, wrong);
    for (int i = 0; i < 5; i++) {
      pass(client, client.send(700));
    }
    streams.finish();

    assertThat(client.sequences).containsExactly(1, 3, 4, 5, 6, 7);
    assertThat(client.findings).extracting(Finding::rule).containsExactly(IwarpRules.BAD_CRC);
  }

  /** What was given up is what waited, not the stream from its beginning on. */
  @Test
  void shouldLoseFramingWhereItHadToGiveUp() {
    agree();
    talk();
    client.findings.clear();
    byte[] torn = client.send(1000);
    pass(client, Arrays.copyOf(torn, 300));
    giveAllUp();
    pass(client, Arrays.copyOfRange(torn, 300, torn.length));
    pass(client, client.send(20));

    assertThat(client.sequences).endsWith(22);
    assertThat(client.findings)
        .extracting(Finding::message)
        .containsExactly("skipped " + torn.length + " bytes of the stream to find the next FPDU");
    assertThat(memory.evicted()).isEqualTo(1);
  }

  /** Room that is only kept for the next FPDU is given back, and nobody has lost anything. */
  @Test
  void shouldNotCountRoomThatIsGivenBack() {
    agree();
    talk();
    byte[] torn = client.send(1000);
    pass(client, Arrays.copyOf(torn, 300));
    pass(client, Arrays.copyOfRange(torn, 300, torn.length));
    giveAllUp();
    pass(client, client.send(20));

    assertThat(client.sequences).endsWith(21, 22);
    assertThat(memory.evicted()).isZero();
  }

  private void giveAllUp() {
    memory.take(() -> {}, 1 << 20);
    memory.enforce();
    memory.give(1 << 20);
  }

  @Test
  void shouldKeepNothingAtTheEnd() {
    agree();
    talk();
    lose(server, 100);
    pass(server, new byte[40]);
    pass(client, client.send(1000));
    streams.finish();

    List<Integer> given = new ArrayList<>();
    // Nothing is charged any more, so that nobody has to give up.
    memory.take(() -> given.add(1), 1 << 20);
    memory.enforce();
    assertThat(given).isEmpty();
  }
}
