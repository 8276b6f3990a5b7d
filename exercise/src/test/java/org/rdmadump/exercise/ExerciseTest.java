package org.rdmadump.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.exercise.build.Fabric;
import org.rdmadump.exercise.plain.Transfer;
import org.rdmadump.exercise.rpc.Exchange;
import org.rdmadump.exercise.proof.Outcome;
import org.rdmadump.exercise.proof.Proof;
import org.rdmadump.ib.build.Packet;

/** What an exercise proves when all goes well, and what it says when something does not. */
final class ExerciseTest {
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
              assertThat(proof.outcome()).as(proof.toString()).isEqualTo(Outcome.PROVEN);
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
        .allMatch(proof -> proof.outcome() == Outcome.PROVEN)
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
          .isEqualTo(lacking || single ? Outcome.NOT_OFFERED : Outcome.PROVEN);
      assertThat(proof.why().isEmpty()).isEqualTo(proof.outcome() == Outcome.PROVEN);
    }
  }

  @ParameterizedTest
  @EnumSource(ExerciseCase.class)
  void aByteThatDiffersInTheCaptureOfACaseIsToldOfThatCase(ExerciseCase of) {
    Moved moved = new Moved();
    Rehearsal whole = Rehearsal.over(Fabric.ofAllAbilities().onTheWire(moved));
    long number = moved.numberOf(of, whole.journal);
    Fabric flawed =
        Fabric.ofAllAbilities()
            .onTheWire(
                (bytes, transfer) -> {
                  if (transfer == number) {
                    bytes[bytes.length * 3 / 4] ^= 0x10;
                  }
                });
    List<Proof> proofs = Rehearsal.over(flawed).proofs(folder);
    List<Proof> differing =
        proofs.stream().filter(proof -> proof.outcome() == Outcome.DIFFERS).toList();
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
    assertThat(proof.outcome()).isEqualTo(Outcome.NOT_PROVEN);
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
              proof -> proof.outcome() == Outcome.PROVEN || proof.outcome() == Outcome.NOT_PROVEN);
    }
  }

  @Test
  void aCaptureOfNothingProvesNothing() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    rehearsal.capture().packets().clear();
    assertThat(rehearsal.proofs(folder))
        .allMatch(proof -> proof.outcome() == Outcome.NOT_PROVEN)
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
      List<Proof> differing =
          proofs.stream().filter(proof -> proof.outcome() == Outcome.DIFFERS).toList();
      assertThat(differing).as("transfer %d", number).hasSize(1);
      assertThat(differing.get(0).why()).startsWith("the memory of the two sides differs");
      assertThat(differing.get(0).inMemory()).isLessThan(differing.get(0).bytes());
    }
  }

  @Test
  void aByteOfACallThatArrivesWrongInTheServersMemoryIsToldThoughItsReplyHasNoData() {
    Moved moved = new Moved();
    Rehearsal whole = Rehearsal.over(Fabric.ofAllAbilities().onTheWire(moved));
    long number = moved.numberOf(ExerciseCase.RPC_SEVERAL, whole.journal);
    Fabric flawed =
        Fabric.ofAllAbilities()
            .inMemory(
                (bytes, transfer) -> {
                  if (transfer == number) {
                    bytes[0] ^= 1;
                  }
                });
    Proof proof = proof(Rehearsal.over(flawed).proofs(folder), ExerciseCase.RPC_SEVERAL);
    assertThat(proof.outcome()).as(proof.toString()).isEqualTo(Outcome.DIFFERS);
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
    for (Exchange exchange : rehearsal.journal.exchanges()) {
      journal.add(exchange);
    }
    journal.ended(0, true);
    Proof proof = proof(rehearsal.proofs(folder, journal), ExerciseCase.CONTROL);
    assertThat(proof.outcome()).isEqualTo(Outcome.DIFFERS);
    assertThat(proof.why()).isEqualTo("1 Sends more are captured than were sent");
  }

  @Test
  void aRowOfWhichOnlyAPartWasDoneIsNotProven() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofAllAbilities());
    rehearsal.journal.planned(new Row(ExerciseCase.READ, Side.CLIENT));
    Proof proof = proof(rehearsal.proofs(folder), ExerciseCase.READ);
    assertThat(proof.outcome()).isEqualTo(Outcome.NOT_DONE);
    assertThat(proof.why()).isEqualTo("30 of 31 were done");
  }

  private static long missing(List<Proof> proofs) {
    return proofs.stream().mapToLong(proof -> proof.bytes() - proof.inCapture()).sum();
  }

  private static Proof proof(List<Proof> proofs, ExerciseCase of) {
    return proofs.stream().filter(proof -> proof.row().of() == of).findFirst().orElseThrow();
  }
}
