package org.rdmadump.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.rdmadump.exercise.build.Fabric;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.journal.Pattern;
import org.rdmadump.exercise.proof.Proof;
import org.rdmadump.exercise.proof.ProofResult;
import org.rdmadump.exercise.proof.Verification;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.iwarp.build.TcpCapture;

/** An exercise over a fabric, client and server, with the capture of it to be changed. */
final class Rehearsal {
  static final long RUN = 0x0123_4567_89ab_cdefL;
  static final Duration PATIENCE = Duration.ofSeconds(20);

  final Journal journal = new Journal();
  final List<String> served = Collections.synchronizedList(new ArrayList<>());
  private final Fabric fabric;

  private Rehearsal(Fabric fabric) {
    this.fabric = fabric;
  }

  /** Goes through all cases. */
  static Rehearsal over(Fabric fabric, Pattern pattern, int rounds) {
    Rehearsal rehearsal = new Rehearsal(fabric);
    Thread server = new Thread(rehearsal::serve, "server");
    server.start();
    try {
      ExerciseOptions options =
          new ExerciseOptions("10.0.0.1", 7471, pattern, 42, rounds, PATIENCE);
      new Exercise(options, RUN, rehearsal.journal).run(fabric);
    } catch (EndpointException e) {
      throw new AssertionError(e);
    } finally {
      fabric.close();
      try {
        server.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return rehearsal;
  }

  static Rehearsal over(Fabric fabric) {
    return over(fabric, Pattern.RANDOM, 1);
  }

  private void serve() {
    try {
      long unused =
          new ExerciseServer(
                  PATIENCE,
                  Long.MAX_VALUE,
                  (peer, what, failure) -> served.add(what + ":" + failure))
              .run(fabric);
    } catch (EndpointException e) {
      served.add(e.text());
    }
  }

  Capture capture() {
    return fabric.capture();
  }

  TcpCapture tcpCapture() {
    return fabric.tcpCapture();
  }

  /** What the capture proves as it is now. */
  List<Proof> proofs(Path folder) {
    return proofs(folder, journal);
  }

  /** What it proves of another journal. */
  List<Proof> proofs(Path folder, Journal other) {
    try {
      return Verification.of(
              RUN, other, fabric.toPcap(folder.resolve("exercise.pcap")), () -> false)
          .orElseThrow()
          .proofs();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes a bit of the transfer with that number, a part {@code of} all on. */
  static Fabric.Fault flipping(long number, int part, int of) {
    return (bytes, transfer) -> {
      if (transfer == number) {
        bytes[bytes.length * part / of] ^= 0x10;
      }
    };
  }

  /**
   * Checks that no loss is told as a mismatch.
   *
   * @param captured the packets of its capture, which are changed
   */
  <P> void shouldTakeNoLossForAMismatch(List<P> captured, Path folder) {
    List<P> all = List.copyOf(captured);
    for (long seed = 0; seed < 40; seed++) {
      captured.clear();
      captured.addAll(withLosses(all, seed));
      assertThat(differing(proofs(folder))).as("losses %d", seed).isEmpty();
    }
  }

  /** What is left of packets when some were lost, mostly several in a row. */
  private static <P> List<P> withLosses(List<P> packets, long seed) {
    Random random = new Random(seed);
    int mostKept = 1 + random.nextInt(64);
    int mostLost = 1 + random.nextInt(64);
    List<P> left = new ArrayList<>();
    for (int at = 0; at < packets.size(); at += 1 + random.nextInt(mostLost)) {
      int end = Math.min(packets.size(), at + 1 + random.nextInt(mostKept));
      left.addAll(packets.subList(at, end));
      at = end;
    }
    return left;
  }

  /** Those that tell of a mismatch. */
  static List<Proof> differing(List<Proof> proofs) {
    return proofs.stream().filter(proof -> proof.outcome() == ProofResult.DIFFERS).toList();
  }
}
