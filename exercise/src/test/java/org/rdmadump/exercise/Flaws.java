package org.rdmadump.exercise;

import java.nio.file.Path;
import java.util.List;
import org.rdmadump.exercise.proof.Outcome;
import org.rdmadump.exercise.proof.Proof;
import org.rdmadump.ib.build.Packet;

/** Changes a capture so that one byte of one case is another. */
final class Flaws {
  private Flaws() {}

  /**
   * Changes a byte of the first packet that makes one byte of the client's row of the case differ,
   * found by trying; the check sum is made right again.
   *
   * @return index of the packet, -1 if there is none
   */
  static int changeOneByteOf(ExerciseCase of, Rehearsal rehearsal, Path folder) {
    List<Packet> packets = rehearsal.capture().packets();
    for (int i = 3; i < packets.size(); i += 1 + i / 40) {
      Packet original = packets.get(i);
      packets.set(i, original);
      List<Proof> proofs = rehearsal.proofs(folder);
      boolean differs =
          proofs.stream()
              .anyMatch(
                  proof -> proof.row().of() == of && proof.outcome() == Outcome.DIFFERS);
      if (differs) {
        return i;
      }
      packets.set(i, original);
    }
    return -1;
  }
}
