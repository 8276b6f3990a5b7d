package org.rdmadump.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.exercise.build.Fabric;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.proof.Proof;
import org.rdmadump.exercise.proof.ProofResult;
import org.rdmadump.iwarp.build.TcpFrame;

/** What an exercise over iWARP proves when all goes well, and what it says of a wrong byte. */
final class IwarpExerciseTest {
  /** What is moved each time, because the seed is always the same. */
  private static final Moved MOVED = Moved.over(Fabric.ofIwarp());

  @TempDir private Path folder;

  @Test
  void overIwarpAllIsProvenButWhatItDoesNotHave() {
    List<Proof> proofs = Rehearsal.over(Fabric.ofIwarp()).proofs(folder);
    for (Proof proof : proofs) {
      boolean lacking =
          proof.row().of().hasImmediate() || proof.row().of() == ExerciseCase.READ_SCATTERED;
      assertThat(proof.outcome())
          .as(proof.toString())
          .isEqualTo(lacking ? ProofResult.NOT_OFFERED : ProofResult.PROVEN);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ExerciseCase.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SEND_IMMEDIATE", "WRITE_IMMEDIATE", "READ_SCATTERED"})
  void aByteThatDiffersInACaptureOfIwarpIsToldOfItsCase(ExerciseCase of) {
    long number = MOVED.numberOf(of);
    Fabric flawed = Fabric.ofIwarp().onTheWire(Rehearsal.flipping(number, 3, 4));
    List<Proof> differing = Rehearsal.differing(Rehearsal.over(flawed).proofs(folder));
    assertThat(differing).hasSize(1);
    assertThat(differing.get(0).row().of()).isEqualTo(of);
    assertThat(differing.get(0).why()).contains("1 byte differs, the first at ");
  }

  @Test
  void anyOneSegmentOfIwarpThatIsMissingIsNeverTakenForAMismatch() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofIwarp());
    List<TcpFrame> all = List.copyOf(rehearsal.tcpCapture().frames());
    for (int i = 3; i < all.size(); i += 499) {
      rehearsal.tcpCapture().frames().clear();
      rehearsal.tcpCapture().frames().addAll(all);
      rehearsal.tcpCapture().drop(i);
      assertThat(Rehearsal.differing(rehearsal.proofs(folder)))
          .as("without segment %d, %s", i, all.get(i).label())
          .isEmpty();
    }
  }

  @Test
  void whateverIsMissingOfIwarpIsNeverTakenForAMismatch() {
    Rehearsal rehearsal = Rehearsal.over(Fabric.ofIwarp());
    rehearsal.shouldTakeNoLossForAMismatch(rehearsal.tcpCapture().frames(), folder);
  }
}
