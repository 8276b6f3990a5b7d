package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;

/** What must not matter to the messages: how TCP carries the bytes of the streams. */
class StreamPropertiesTest {
  private static final int TRIALS = 60;

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
    for (int shift = 0; shift < 520; shift += 12) {
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
    }
  }

  private static int lengthOfFirst(AnyTraffic traffic) {
    return traffic.capture().frames().get(0).payload().length;
  }

  /** Any bit of any FPDU: the finding names its frame, and all other messages are told. */
  @Test
  void shouldLocateAWrongCrc() {
    for (int trial = 0; trial < 150; trial++) {
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
}
