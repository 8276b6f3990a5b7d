package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.testing.Cases;

/** What must not matter to the messages: how TCP carries the bytes of the streams. */
class StreamPropertiesTest {
  private static final int TRIALS = Cases.atLeast(60);

  private static IwarpConversation wire(SplittableRandom random) {
    return new IwarpConversation()
        .sequences(random.nextInt(), random.nextInt())
        .crc(random.nextBoolean())
        .markers(random.nextBoolean(), random.nextBoolean())
        .payload(1 + random.nextInt(random.nextBoolean() ? 100 : 9000));
  }

  @Test
  void shouldTellTheSameForEverySegmentation() {
    for (int trial = 0; trial < TRIALS; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      AnyTraffic traffic = AnyTraffic.on(wire(random).connect(), random).messages(20, 3000);
      traffic.wire.disconnect();
      int longest = random.nextBoolean() ? 1 + random.nextInt(40) : 1 + random.nextInt(4000);
      traffic.capture().resegment(random, longest);

      Told told = Told.of(traffic.capture());

      traffic.isAll(told, "trial " + trial);
      assertThat(told.rules()).as("trial %d", trial).isEmpty();
    }
  }

  @Test
  void shouldTellTheSameForEveryOrderAndRepeatOfSegments() {
    for (int trial = 0; trial < TRIALS; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      AnyTraffic traffic = AnyTraffic.on(wire(random).connect(), random).messages(20, 3000);
      traffic.wire.disconnect();
      traffic.capture().resegment(random, 50 + random.nextInt(3000));
      for (int round = random.nextInt(4); round >= 0; round--) {
        traffic.capture().shuffle(random);
      }

      Told told = Told.of(traffic.capture());

      traffic.isAll(told, "trial " + trial);
      assertThat(told.rules())
          .as("trial %d", trial)
          .isSubsetOf("tcp.out-of-order", "tcp.retransmission");
    }
  }

  @ParameterizedTest
  @CsvSource({"true,false", "false,true", "true,true"})
  void shouldTakeMarkersOutAtEveryPhaseOfAMessage(boolean fromClient, boolean fromServer) {
    for (int shift = 0; shift < 516; shift += 4) {
      SplittableRandom random = new SplittableRandom(shift);
      IwarpConversation wire =
          new IwarpConversation().markers(fromClient, fromServer).crc(true).connect();
      // Moves all FPDUs behind it.
      wire.client().send(new byte[shift + 2]);
      wire.server().send(new byte[shift + 2]);
      AnyTraffic traffic = AnyTraffic.on(wire, random).messages(12, 1500);
      traffic.capture().resegment(random, 700);

      Told told = Told.of(traffic.capture());

      traffic.isAllBut(told, 0, "shifted by " + shift, 1);
      assertThat(told.rules()).as("shifted by %d", shift).isEmpty();
    }
  }

  /** With the start-up frames gone, markers and CRCs are found out from the FPDUs. */
  @ParameterizedTest
  @CsvSource({
    "false,false,false",
    "false,false,true",
    "true,true,false",
    "true,true,true",
    "true,false,false",
    "false,true,true"
  })
  void shouldFindOutWhatTheStartUpFramesSaid(
      boolean clientMarkers, boolean serverMarkers, boolean crc) {
    for (int trial = 0; trial < TRIALS / 3; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      IwarpConversation wire =
          new IwarpConversation()
              .sequences(random.nextInt(), random.nextInt())
              .markers(clientMarkers, serverMarkers)
              .crc(crc)
              .payload(200 + random.nextInt(3000));
      AnyTraffic traffic = AnyTraffic.on(wire.framed(), random).messages(60, 2000);
      traffic.capture().resegment(random, 1460);

      Told told = Told.of(traffic.capture());

      traffic.isAll(told, "trial " + trial);
      assertThat(told.findings)
          .as("trial %d", trial)
          .noneMatch(each -> each.rule().severity() == Severity.ERROR);
    }
  }

  /** The capture begins with any byte of the stream: what comes later is told. */
  @ParameterizedTest
  @CsvSource({"false,false", "false,true", "true,false", "true,true"})
  void shouldFindFramingFromAnyByteOn(boolean markers, boolean crc) {
    for (int cut = 1; cut < 1500; cut += 19) {
      SplittableRandom random = new SplittableRandom(cut);
      IwarpConversation wire = new IwarpConversation().markers(markers, markers).crc(crc);
      wire.framed().client().send(new byte[1500]);
      AnyTraffic traffic = AnyTraffic.on(wire, random).messages(40, 900);
      traffic.capture().resegment(random, 1460);
      traffic.capture().split(0, Math.min(cut, lengthOfFirst(traffic))).drop(0);

      Told told = Told.of(traffic.capture());

      traffic.isAllBut(told, 3, "cut at " + cut, 1);
      assertThat(told.rules()).as("cut at %d", cut).doesNotContain("mpa.crc-mismatch");
    }
  }

  private static int lengthOfFirst(AnyTraffic traffic) {
    return traffic.capture().frames().get(0).payload().length;
  }

  /** Any bit of any FPDU: the finding names its frame, and all other messages are told. */
  @Test
  void shouldLocateAWrongCrc() {
    for (int trial = 0; trial < Cases.atLeast(150); trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      boolean markers = random.nextBoolean();
      IwarpConversation wire = new IwarpConversation().crc(true).markers(markers, markers);
      AnyTraffic traffic = AnyTraffic.on(wire.connect(), random).messages(40, 800);
      List<TcpFrame> frames = traffic.capture().frames();
      int hurt = frames.size() - 1 - random.nextInt(12);
      // As much as the greatest length that a bit can turn another into.
      for (int i = 0; i < 35; i++) {
        wire.client().send(new byte[2000]);
        wire.server().send(new byte[2000]);
      }
      TcpFrame frame = frames.get(hurt);
      byte[] bytes = frame.payload().clone();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      frames.set(hurt, frame.with(bytes));

      Told told = Told.of(traffic.capture());

      List<Finding> errors =
          told.findings.stream().filter(each -> each.rule().severity() == Severity.ERROR).toList();
      assertThat(errors)
          .as("trial %d", trial)
          .isNotEmpty()
          .allMatch(each -> each.frame() == hurt + 1)
          .anyMatch(each -> each.rule().equals(IwarpRules.BAD_CRC));
      assertThat(traffic.lacking(told)).as("trial %d", trial).isLessThanOrEqualTo(1);
    }
  }

  /**
   * An FPDU whose length is too great takes in the RDMA Read Request behind it, and the other side
   * answers before the CRC shows that.
   */
  @ParameterizedTest
  @CsvSource({"false,128", "true,128", "false,2048", "true,2048"})
  void shouldKeepTheOrderOfBothSidesInWhatAWrongLengthTookIn(boolean markers, int longer) {
    // given a Send, a Read of 8 bytes by the same side, and enough behind it
    IwarpConversation wire = new IwarpConversation().crc(true).markers(markers, markers).connect();
    for (int i = 0; i < 20; i++) {
      wire.client().send(new byte[24]);
    }
    List<TcpFrame> frames = wire.capture().frames();
    int hurt = frames.size();
    wire.client().send(new byte[24]);
    wire.client().read(0x77, 0x1000, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    for (int i = 0; i < 3; i++) {
      wire.client().send(new byte[longer]);
      wire.server().send(new byte[100]);
    }

    // when the length of that Send is another
    byte[] bytes = frames.get(hurt).payload().clone();
    bytes[0] ^= (byte) (longer >>> Byte.SIZE);
    bytes[1] ^= (byte) longer;
    frames.set(hurt, frames.get(hurt).with(bytes));
    Told told = Told.of(wire.capture());

    // then
    assertThat(told.rules()).contains("mpa.crc-mismatch").doesNotContain("rdmap.stray-response");
    assertThat(told.memory())
        .containsExactly("0 READ 00000077 @1000 " + Told.name(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
    assertThat(told.sends).hasSize(20 + 6);
  }

  /**
   * FPDUs that share segments or lie across several: the finding names the frame and the byte of it
   * where the damaged FPDU begins, wherever in the FPDU the damage is.
   */
  @ParameterizedTest
  @ValueSource(ints = {60, 400, 1460, 9000, 40_000})
  void shouldLocateTheFpduThatHasAWrongCrc(int longest) {
    for (int trial = 0; trial < TRIALS; trial++) {
      // given FPDUs in segments of any length
      SplittableRandom random = new SplittableRandom(trial);
      IwarpConversation wire = new IwarpConversation().crc(true).connect();
      AnyTraffic traffic = AnyTraffic.on(wire, random).messages(60, 1200);
      List<TcpFrame> fpdus = List.copyOf(traffic.capture().frames());
      TcpFrame hurt = fpdus.get(fpdus.size() - 1 - random.nextInt(20));
      traffic.capture().resegment(random, longest);
      List<TcpFrame> frames = traffic.capture().frames();

      // when any byte of one of them is another, but not one of its length
      int byteOfIt = 2 + random.nextInt(hurt.payload().length - 2);
      int damaged = indexOf(frames, hurt, byteOfIt);
      byte[] bytes = frames.get(damaged).payload().clone();
      int at = hurt.sequence() + byteOfIt - frames.get(damaged).sequence();
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      frames.set(damaged, frames.get(damaged).with(bytes));
      Told told = Told.of(traffic.capture());

      // then
      int first = indexOf(frames, hurt, 0);
      int offset = TcpFrame.HEADERS + hurt.sequence() - frames.get(first).sequence();
      assertThat(told.findings)
          .as("trial %d, byte %d of %s", trial, byteOfIt, hurt.label())
          .filteredOn(each -> each.rule().equals(IwarpRules.BAD_CRC))
          .extracting(Finding::frame, Finding::offset)
          .containsExactly(tuple(first + 1L, offset));
      assertThat(traffic.lacking(told)).as("trial %d", trial).isLessThanOrEqualTo(1);
    }
  }

  /** Which segment has a byte of what was an FPDU in a segment of its own. */
  private static int indexOf(List<TcpFrame> frames, TcpFrame fpdu, int byteOfIt) {
    int wanted = fpdu.sequence() + byteOfIt;
    for (int i = 0; i < frames.size(); i++) {
      TcpFrame each = frames.get(i);
      int at = wanted - each.sequence();
      if (each.source().equals(fpdu.source()) && at >= 0 && at < each.payload().length) {
        return i;
      }
    }
    throw new AssertionError("byte " + byteOfIt + " of " + fpdu.label() + " is in no segment");
  }
}
