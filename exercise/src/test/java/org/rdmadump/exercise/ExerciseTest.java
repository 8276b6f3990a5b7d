package org.rdmadump.exercise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.exercise.build.Fabric;
import org.rdmadump.exercise.journal.Exchange;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.journal.Pattern;
import org.rdmadump.exercise.journal.Row;
import org.rdmadump.exercise.journal.Side;
import org.rdmadump.exercise.journal.Transfer;
import org.rdmadump.exercise.proof.Proof;
import org.rdmadump.exercise.proof.ProofResult;
import org.rdmadump.exercise.proof.Verification;
import org.rdmadump.exercise.proof.Verified;
import org.rdmadump.ib.build.Packet;

/** What an exercise proves when all goes well, and what it says when something does not. */
final class ExerciseTest {
  private static final int ETHERNET_IP_UDP_BTH = 54;

  /** Where a header with a Write list alone has its first segment. */
  private static final int HANDLE = 28;

  private static final int NULL_CALL = 96;

  /** What is moved each time, because the seed is always the same. */
  private static final Moved MOVED = Moved.over(Fabric.ofAllAbilities());

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Pattern.class)
  void aWholeCaptureProvesEveryCaseWhateverThePattern(Pattern pattern) {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities(), pattern, 1);
    List<Proof> proofs = rehearsal.proofs(folder);
    assertThat(proofs)
        .hasSize(11 * 2 + 7)
        .allSatisfy(
            proof -> {
              assertThat(proof.outcome()).as(proof.toString()).isEqualTo(ProofResult.PROVEN);
              assertThat(proof.inMemory()).isEqualTo(proof.bytes());
              assertThat(proof.inCapture()).isEqualTo(proof.bytes());
              assertThat(proof.count()).isPositive();
            });
    assertThat(rehearsal.served).hasSize(4).allMatch(line -> line.endsWith(":"));
  }

  @Test
  void eachRoundHasConnectionsAndDataOfItsOwn() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities(), Pattern.RANDOM, 2);
    assertThat(rehearsal.served).hasSize(6);
    assertThat(rehearsal.proofs(folder))
        .allMatch(proof -> proof.outcome() == ProofResult.PROVEN)
        .allMatch(
            proof ->
                proof.row().of() == ExerciseCase.INVALIDATED
                    ? proof.count() == 1
                    : proof.count() > 1);
  }

  @Test
  void whatADeviceLacksIsNotOfferedAndNotPassed() {
    List<Proof> proofs = Rehearsal.over(Fabric.ofFewAbilities()).proofs(folder);
    for (Proof proof : proofs) {
      boolean lacking =
          proof.row().of().hasImmediate()
              || proof.row().of() == ExerciseCase.SEND_INVALIDATE
              || proof.row().of() == ExerciseCase.INVALIDATED;
      boolean single =
          proof.row().of() == ExerciseCase.READ_SCATTERED
              || proof.row().of() == ExerciseCase.SEND_GATHERED
              || proof.row().of() == ExerciseCase.WRITE_GATHERED;
      assertThat(proof.outcome())
          .as(proof.toString())
          .isEqualTo(lacking || single ? ProofResult.NOT_OFFERED : ProofResult.PROVEN);
      assertThat(proof.why().isEmpty()).isEqualTo(proof.outcome() == ProofResult.PROVEN);
    }
  }

  @ParameterizedTest
  @EnumSource(ExerciseCase.class)
  void aByteThatDiffersInTheCaptureOfACaseIsToldOfThatCase(ExerciseCase of) {
    long number = MOVED.numberOf(of);
    Fabric flawed = Fabric.ofAllAbilities().onTheWire(Rehearsal.flipping(number, 3, 4));
    List<Proof> proofs = Rehearsal.over(flawed).proofs(folder);
    List<Proof> differing = Rehearsal.differing(proofs);
    assertThat(differing).as(proofs.toString()).hasSize(1);
    Proof proof = differing.get(0);
    assertThat(proof.row().of()).isEqualTo(of);
    assertThat(proof.why()).contains("1 byte differs, the first at ");
    assertThat(proof.inMemory()).isEqualTo(proof.bytes());
    assertThat(proof.inCapture()).isEqualTo(proof.bytes() - 1);
  }

  @Test
  void aPacketThatTheCaptureLacksLeavesItsBytesNotProven() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    long before = missing(rehearsal.proofs(folder));
    int dropped = rehearsal.capture().find("client RC RDMA WRITE Middle");
    rehearsal.capture().drop(dropped);
    List<Proof> proofs = rehearsal.proofs(folder);
    assertThat(before).isZero();
    assertThat(missing(proofs)).isEqualTo(1024);
    Proof proof = proof(proofs, ExerciseCase.WRITE);
    assertThat(proof.outcome()).isEqualTo(ProofResult.NOT_PROVEN);
    assertThat(proof.why()).isEqualTo("1024 bytes were not captured");
  }

  @Test
  void anyOnePacketThatIsMissingIsNeverTakenForAMismatch() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    List<Packet> all = List.copyOf(rehearsal.capture().packets());
    for (int i = 3; i < all.size(); i += 499) {
      rehearsal.capture().packets().clear();
      rehearsal.capture().packets().addAll(all);
      String label = all.get(i).label();
      rehearsal.capture().drop(i);
      assertThat(rehearsal.proofs(folder))
          .as("without packet %d, %s", i, label)
          .allMatch(
              proof ->
                  proof.outcome() == ProofResult.PROVEN
                      || proof.outcome() == ProofResult.NOT_PROVEN);
    }
  }

  @Test
  void whateverIsMissingIsNeverTakenForAMismatch() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    rehearsal.shouldTakeNoLossForAMismatch(rehearsal.capture().packets(), folder);
  }

  @Test
  void aCaptureOfNothingProvesNothing() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    rehearsal.capture().packets().clear();
    assertThat(rehearsal.proofs(folder))
        .allMatch(proof -> proof.outcome() == ProofResult.NOT_PROVEN)
        .allMatch(proof -> proof.inCapture() == 0)
        .allMatch(proof -> proof.inMemory() == proof.bytes());
  }

  @Test
  void aByteThatArrivesWrongInMemoryIsToldThoughTheCaptureIsRight() {
    for (long number : List.of(5L, 40L, 200L, 400L, 700L)) {
      boolean[] done = new boolean[1];
      Fabric fabric =
          Fabric.ofAllAbilities()
              .inMemory(
                  (bytes, moved) -> {
                    // What the sides tell each other has to arrive.
                    if (!done[0] && moved >= number && bytes.length > 5000) {
                      bytes[bytes.length / 2] ^= 0x10;
                      done[0] = true;
                    }
                  });
      List<Proof> proofs = Rehearsal.over(fabric).proofs(folder);
      assertThat(done[0]).isTrue();
      List<Proof> differing = Rehearsal.differing(proofs);
      assertThat(differing).as("transfer %d", number).hasSize(1);
      assertThat(differing.get(0).why()).startsWith("the memory of the two sides differs");
      assertThat(differing.get(0).inMemory()).isLessThan(differing.get(0).bytes());
    }
  }

  @Test
  void aByteOfACallThatArrivesWrongInTheServersMemoryIsToldThoughItsReplyHasNoData() {
    long number = MOVED.numberOf(ExerciseCase.RPC_SEVERAL);
    Fabric flawed =
        Fabric.ofAllAbilities()
            .inMemory(
                (bytes, transfer) -> {
                  if (transfer == number) {
                    bytes[0] ^= 1;
                  }
                });
    Proof proof = proof(Rehearsal.over(flawed).proofs(folder), ExerciseCase.RPC_SEVERAL);
    assertThat(proof.outcome()).as(proof.toString()).isEqualTo(ProofResult.DIFFERS);
    assertThat(proof.why()).startsWith("the memory of the two sides differs");
  }

  @Test
  void aSendThatIsInTheCaptureAndWasNotSentIsAMismatch() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    Journal journal = new Journal();
    boolean[] left = new boolean[1];
    for (Transfer transfer : rehearsal.journal.transfers()) {
      if (!left[0] && transfer.of() == ExerciseCase.SEND && transfer.content().length() == 5) {
        left[0] = true;
      } else {
        journal.add(transfer);
      }
    }
    answer(journal, rehearsal.journal.exchanges());
    journal.ended(0, true);
    Proof proof = proof(rehearsal.proofs(folder, journal), ExerciseCase.CONTROL);
    assertThat(proof.outcome()).isEqualTo(ProofResult.DIFFERS);
    assertThat(proof.why()).isEqualTo("1 Sends more are captured than were sent");
  }

  @Test
  void aRowOfWhichOnlyAPartWasDoneIsNotProven() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    rehearsal.journal.planned(new Row(ExerciseCase.READ, Side.CLIENT));
    Proof proof = proof(rehearsal.proofs(folder), ExerciseCase.READ);
    assertThat(proof.outcome()).isEqualTo(ProofResult.NOT_DONE);
    assertThat(proof.why()).isEqualTo("30 of 31 were done");
  }

  @Test
  void memoryThatStaysOpenThoughASendTookItAwayIsAMismatch() {
    for (Fabric fabric :
        List.of(Fabric.ofAllAbilities().forgetful(), Fabric.ofIwarp().forgetful())) {
      List<Proof> proofs = Rehearsal.over(fabric).proofs(folder);
      List<Proof> closed =
          proofs.stream().filter(each -> each.row().of() == ExerciseCase.INVALIDATED).toList();
      assertThat(closed)
          .hasSize(2)
          .allMatch(proof -> proof.outcome() == ProofResult.DIFFERS)
          .allMatch(proof -> proof.why().startsWith("it could be read after the Send that took"));
      // That the second READ brought bytes stands in the capture, too.
      assertThat(Rehearsal.differing(proofs))
          .filteredOn(proof -> proof.row().of() == ExerciseCase.READ)
          .hasSize(2)
          .allMatch(proof -> proof.why().startsWith("1000 bytes are captured that nobody moved"));
    }
  }

  @Test
  void aConnectionThatIsLostByItselfSaysNothingOfMemoryThatWasTakenAway() {
    for (int side : new int[] {0, 1}) {
      List<Proof> roce = Rehearsal.over(Fabric.ofAllAbilities().losing(side)).proofs(folder);
      Proof unknown = closed(roce, side);
      assertThat(unknown.outcome()).as(unknown.toString()).isEqualTo(ProofResult.NOT_DONE);
      assertThat(unknown.why()).startsWith("what the RDMA READ after the Send comes to is not ");
      assertThat(roce).filteredOn(proof -> proof.outcome() == ProofResult.PROVEN).hasSize(28);

      List<Proof> iwarp = Rehearsal.over(Fabric.ofIwarp().losing(side)).proofs(folder);
      Proof unproven = closed(iwarp, side);
      assertThat(unproven.outcome()).as(unproven.toString()).isEqualTo(ProofResult.NOT_PROVEN);
      assertThat(unproven.why())
          .isEqualTo(
              "that the RDMA READ after the Send was refused for its handle is not captured");
      assertThat(Rehearsal.differing(iwarp)).isEmpty();
    }
  }

  @Test
  void thatMemoryIsClosedIsNotProvenWithoutTheRefusalInTheCapture() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    rehearsal.capture().packets().removeIf(packet -> isNak(packet.bytes()));
    List<Proof> proofs = rehearsal.proofs(folder);
    assertThat(closed(proofs, 0).outcome()).isEqualTo(ProofResult.NOT_PROVEN);
    assertThat(closed(proofs, 1).outcome()).isEqualTo(ProofResult.NOT_PROVEN);
    Rehearsal iwarp = Rehearsal.over(Fabric.ofIwarp());
    iwarp.tcpCapture().frames().removeIf(frame -> frame.label().contains("Terminate"));
    List<Proof> ofIwarp = iwarp.proofs(folder);
    assertThat(closed(ofIwarp, 0).outcome()).isEqualTo(ProofResult.NOT_PROVEN);
    assertThat(closed(ofIwarp, 1).outcome()).isEqualTo(ProofResult.NOT_PROVEN);
  }

  /** Whether a packet is a negative acknowledgement: RC ACKNOWLEDGE, AETH syndrome 011xxxxx. */
  private static boolean isNak(byte[] bytes) {
    return bytes[ETHERNET_IP_UDP_BTH - 12] == 17 && (bytes[ETHERNET_IP_UDP_BTH] & 0xe0) == 0x60;
  }

  private static Proof closed(List<Proof> proofs, int side) {
    return proofs.stream()
        .filter(proof -> proof.row().of() == ExerciseCase.INVALIDATED)
        .filter(proof -> proof.row().by() == (side == 0 ? Side.CLIENT : Side.SERVER))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void bytesThatAreCapturedBesideAllThatWasMovedAreAMismatch() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    Journal journal = new Journal();
    for (Transfer transfer : rehearsal.journal.transfers()) {
      if (transfer.of() != ExerciseCase.WRITE || transfer.content().length() != 63) {
        journal.add(transfer);
      }
    }
    journal.ended(0, true);
    assertThat(Rehearsal.differing(rehearsal.proofs(folder, journal)))
        .hasSize(2)
        .allMatch(proof -> proof.row().of() == ExerciseCase.WRITE)
        .allMatch(
            proof ->
                proof
                    .why()
                    .matches(
                        "63 bytes are captured that nobody moved, the first at 0x\\p{XDigit}+ of"
                            + " handle 0x\\p{XDigit}{8}"));
  }

  @Test
  void anRpcMessageThatIsCapturedAndWasNotSentIsAMismatch() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    Journal journal = new Journal();
    List<Exchange> exchanges = new ArrayList<>(rehearsal.journal.exchanges());
    Exchange left =
        exchanges.stream()
            .filter(exchange -> exchange.of() == ExerciseCase.RPC_SEVERAL)
            .findFirst()
            .orElseThrow();
    exchanges.remove(left);
    answer(journal, exchanges);
    journal.ended(1, true);
    Proof proof = proof(rehearsal.proofs(folder, journal), ExerciseCase.RPC_INLINE);
    assertThat(proof.outcome()).isEqualTo(ProofResult.DIFFERS);
    assertThat(proof.why()).isEqualTo("2 RPC messages more are captured than were sent");
  }

  @Test
  void immediateDataThatTheSnapLengthCutIsNoMismatch() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    List<Packet> packets = rehearsal.capture().packets();
    int cut = rehearsal.capture().find(packet -> packet.label().contains("Immediate"));
    packets.set(cut, packets.get(cut).cut(ETHERNET_IP_UDP_BTH));
    List<Proof> proofs = rehearsal.proofs(folder);
    assertThat(Rehearsal.differing(proofs)).isEmpty();
    assertThat(proof(proofs, ExerciseCase.SEND_IMMEDIATE).outcome())
        .isEqualTo(ProofResult.NOT_PROVEN);
  }

  @ParameterizedTest
  @ValueSource(ints = {HANDLE, HANDLE + 4, HANDLE + 8, HANDLE + 12})
  void aSegmentThatComesBackOtherwiseIsAMismatch(int place) {
    Set<Integer> called = new HashSet<>();
    boolean[] done = new boolean[1];
    Fabric fabric =
        Fabric.ofAllAbilities()
            .inMemory(
                (bytes, number) -> {
                  // A header with a Write list and nothing else; the second of an XID is a reply.
                  boolean writes =
                      bytes.length > HANDLE + 16
                          && bytes.length < 600
                          && Arrays.equals(bytes, 4, 8, new byte[] {0, 0, 0, 1}, 0, 4)
                          && Arrays.equals(
                              bytes,
                              12,
                              24,
                              new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                              0,
                              12);
                  if (writes && !called.add(ByteBuffer.wrap(bytes).getInt(0)) && !done[0]) {
                    bytes[place + 3] ^= 1;
                    done[0] = true;
                  }
                });
    Proof proof = proof(Rehearsal.over(fabric).proofs(folder), ExerciseCase.RPC_WRITE_CHUNK);
    assertThat(done[0]).isTrue();
    assertThat(proof.outcome()).isEqualTo(ProofResult.DIFFERS);
  }

  @Test
  void aByteOfANullCallThatArrivesWrongIsTold() {
    boolean[] done = new boolean[1];
    Fabric fabric =
        Fabric.ofAllAbilities()
            .inMemory(
                (bytes, number) -> {
                  String text = new String(bytes, StandardCharsets.ISO_8859_1);
                  int machine = text.indexOf("rdmadump");
                  if (!done[0] && machine > 0 && bytes.length == NULL_CALL) {
                    bytes[machine] ^= 1;
                    done[0] = true;
                  }
                });
    Proof proof = proof(Rehearsal.over(fabric).proofs(folder), ExerciseCase.RPC_INLINE);
    assertThat(done[0]).isTrue();
    assertThat(proof.outcome()).isEqualTo(ProofResult.DIFFERS);
    assertThat(proof.why()).startsWith("the memory of the two sides differs");
  }

  @Test
  void aServerThatSaysNothingOfItselfGetsNoSendAbove1024Bytes() {
    AtomicInteger longest = new AtomicInteger();
    Fabric fabric =
        Fabric.ofAllAbilities()
            .saying(new byte[0])
            .onTheWire(
                (bytes, number) -> {
                  // Sends of RPC-over-RDMA: version 1, credits 8.
                  if (bytes.length >= 28
                      && ByteBuffer.wrap(bytes).getLong(4) == (1L << Integer.SIZE | 8)) {
                    longest.accumulateAndGet(bytes.length, Math::max);
                  }
                });
    List<Proof> proofs = Rehearsal.over(fabric).proofs(folder);
    assertThat(proofs).allMatch(proof -> proof.outcome() == ProofResult.PROVEN);
    assertThat(longest.get()).isBetween(700, 1024);
    assertThat(proof(proofs, ExerciseCase.RPC_INLINE).count()).isEqualTo(14);
    assertThat(proof(proofs, ExerciseCase.RPC_INLINE).why())
        .isEqualTo("4 of each round do not fit into Sends of 1024 bytes with answers of 1024");
  }

  @Test
  void aCaptureThatIsCutSaysSoAndWhatIsBehindIsNotProven() throws Exception {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    Path file = rehearsal.capture().toPcap(folder.resolve("cut.pcap"));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    Verified verified =
        Verification.of(Rehearsal.RUN, rehearsal.journal, file, () -> false).orElseThrow();
    assertThat(verified.damage().orElseThrow().message()).startsWith("cut short in frame ");
    assertThat(Rehearsal.differing(verified.proofs())).isEmpty();
    assertThat(proof(verified.proofs(), ExerciseCase.RPC_SEVERAL).outcome())
        .isEqualTo(ProofResult.NOT_PROVEN);
  }

  @Test
  void verifyingEndsWhenTheUserDoesNotWantToWait() throws Exception {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    Path file = rehearsal.capture().toPcap(folder.resolve("whole.pcap"));
    for (int patience : List.of(0, 100, 9000, 12_000)) {
      AtomicInteger asked = new AtomicInteger();
      assertThat(
              Verification.of(
                  Rehearsal.RUN,
                  rehearsal.journal,
                  file,
                  () -> asked.getAndIncrement() >= patience))
          .isEmpty();
    }
  }

  @Test
  void whatIsNoCaptureIsAnErrorThatNamesNoProof() throws Exception {
    Path file = Files.write(folder.resolve("none.pcap"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    assertThatThrownBy(() -> Verification.of(1, new Journal(), file, () -> false))
        .isInstanceOf(IOException.class);
  }

  /** Has a journal hold these exchanges of one connection, and no others. */
  private static void answer(Journal journal, List<Exchange> exchanges) {
    int connection = exchanges.get(0).connection();
    journal.calls(connection, () -> exchanges.stream().map(Exchange::made).toList());
    for (int i = 0; i < exchanges.size(); i++) {
      journal.answered(connection, i, exchanges.get(i).inMemory());
    }
  }

  private static long missing(List<Proof> proofs) {
    return proofs.stream().mapToLong(proof -> proof.bytes() - proof.inCapture()).sum();
  }

  private static Proof proof(List<Proof> proofs, ExerciseCase of) {
    return proofs.stream().filter(proof -> proof.row().of() == of).findFirst().orElseThrow();
  }
}
