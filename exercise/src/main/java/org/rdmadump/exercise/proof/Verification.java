package org.rdmadump.exercise.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.journal.Row;
import org.rdmadump.exercise.journal.Side;
import org.rdmadump.exercise.journal.Transfer;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;

/** Holds a capture against a journal. */
public final class Verification {
  private final Map<Row, Tally> tallies = new LinkedHashMap<>();
  private final Set<Integer> seen = new HashSet<>();
  private final Journal journal;

  private Verification(Journal journal) {
    this.journal = journal;
  }

  /**
   * {@return what the capture says; empty if that was given up}
   *
   * @param run the number that the run has in the private data of its connections
   * @param journal what was done
   * @param capture file that was written meanwhile
   * @param stop whether to give up; asked often
   * @throws IOException if it cannot be read as a capture
   */
  public static Optional<Verified> of(long run, Journal journal, Path capture, BooleanSupplier stop)
      throws IOException {
    Verification verification = new Verification(journal);
    try (FrameSource source = CaptureFile.open(capture)) {
      if (!PlainCapture.decode(source, run, verification::plain, stop)) {
        return Optional.empty();
      }
    }
    verification.notCaptured();
    try (FrameSource source = CaptureFile.open(capture)) {
      return RpcCapture.decode(source, run, journal, verification::rpc, stop)
          ? Optional.of(new Verified(verification.proofs(), source.damage()))
          : Optional.empty();
    }
  }

  private Tally rpc(ExerciseCase of) {
    return tally(of, Side.CLIENT);
  }

  private Tally tally(ExerciseCase of, Side by) {
    return tallies.computeIfAbsent(new Row(of, by), Tally::new);
  }

  /** Holds a connection against the journal, once. */
  private void plain(CapturedConnection connection) {
    Optional<Integer> number = connection.number();
    if (number.isPresent() && seen.add(number.get())) {
      plain(number.get(), Optional.of(connection));
    }
  }

  /** Connections that the capture does not have. */
  private void notCaptured() {
    for (int number : journal.connections()) {
      if (!seen.contains(number)) {
        plain(number, Optional.empty());
      }
    }
  }

  private void plain(int number, Optional<CapturedConnection> connection) {
    List<Transfer> transfers = journal.transfers(number);
    for (Side side : Side.values()) {
      sends(number, side, transfers, connection);
    }
    for (Transfer transfer : transfers) {
      if (!transfer.of().isSend()) {
        tally(transfer.of(), transfer.by())
            .add(
                transfer.content().length(),
                transfer.inMemory(),
                connection
                    .map(captured -> refused(transfer, captured, moved(transfer, captured)))
                    .orElseGet(() -> Verdict.missing(transfer.content().length())));
      }
    }
    // Of a connection that came to its end, all that was moved is known.
    if (connection.isPresent() && journal.agreement(number).isPresent()) {
      beside(transfers, connection.get());
    }
  }

  /** Looks for bytes that no transfer moved. */
  private void beside(List<Transfer> transfers, CapturedConnection connection) {
    Map<CapturedConnection.Place, ByteRanges> moved = new HashMap<>();
    for (Transfer transfer : transfers) {
      if (!transfer.of().isSend()) {
        long unused =
            moved
                .computeIfAbsent(place(transfer), place -> new ByteRanges())
                .add(transfer.address(), transfer.address() + transfer.content().length());
      }
    }
    connection.forEachImage(
        (place, image) ->
            image.beside(
                moved.getOrDefault(place, new ByteRanges()),
                (from, to) ->
                    tally(
                            place.kind() == RdmaOperation.Kind.READ
                                ? ExerciseCase.READ
                                : ExerciseCase.WRITE,
                            place.initiator())
                        .tooMuch(
                            String.format(
                                Locale.ROOT,
                                "%d bytes are captured that nobody moved, the first at 0x%x of"
                                    + " handle 0x%08x",
                                to - from,
                                from,
                                place.handle()))));
  }

  private void sends(
      int number, Side side, List<Transfer> all, Optional<CapturedConnection> connection) {
    List<Transfer> sent = new ArrayList<>();
    List<byte[]> contents = new ArrayList<>();
    for (Transfer transfer : all) {
      if (transfer.by() == side && transfer.of().isSend()) {
        sent.add(transfer);
        contents.add(transfer.content().bytes());
      }
    }
    List<Send> captured = connection.isPresent() ? connection.get().sends(side) : List.of();
    List<Rope> payloads = new ArrayList<>();
    for (Send send : captured) {
      payloads.add(send.payload());
    }
    int[] pairs = Alignment.of(contents, payloads);
    for (int i = 0; i < pairs.length; i++) {
      Transfer transfer = sent.get(i);
      Verdict verdict = Verdict.missing(contents.get(i).length);
      if (pairs[i] != Alignment.NONE && connection.isPresent()) {
        Send send = captured.get(pairs[i]);
        verdict = sent(transfer, send, contents.get(i), connection.get());
      }
      boolean control = transfer.of() == ExerciseCase.CONTROL;
      Optional<Boolean> agreed = journal.agreement(number);
      boolean right = control ? agreed.orElse(true) : transfer.inMemory();
      if (control && agreed.isEmpty()) {
        verdict = verdict.butMissing();
      }
      tally(transfer.of(), side).add(contents.get(i).length, right, verdict);
    }
    // Of a connection that came to its end, all that was sent is known.
    int more = captured.size() - sent.size();
    if (more > 0 && journal.agreement(number).isPresent()) {
      tally(ExerciseCase.CONTROL, side).tooMuch(more + " Sends more are captured than were sent");
    }
  }

  private static Verdict sent(
      Transfer transfer, Send send, byte[] content, CapturedConnection connection) {
    Verdict verdict = Compared.of(send.payload(), content);
    if (!send.endSeen()) {
      // Its length is an upper bound.
      verdict = Compared.beginning(send.payload(), content);
    }
    verdict =
        with(
            verdict,
            transfer.immediate(),
            connection.immediate(transfer.by(), send),
            send.endSeen());
    return send.endSeen() && !send.invalidates().equals(transfer.invalidates())
        ? verdict.butWrong("another handle is invalidated")
        : verdict;
  }

  /**
   * What is to be said with immediate data.
   *
   * @param seen whether the packet was captured that has it
   */
  private static Verdict with(
      Verdict verdict,
      OptionalInt expected,
      Optional<Immediates.Immediate> captured,
      boolean seen) {
    if (captured.isEmpty()
        ? expected.isEmpty()
        : captured.get().captured() && expected.equals(OptionalInt.of(captured.get().data()))) {
      return verdict;
    }
    boolean cut = captured.isPresent() && !captured.get().captured();
    return !seen || (cut && expected.isPresent())
        ? verdict.butMissing()
        : verdict.butWrong("the immediate data differs");
  }

  private static CapturedConnection.Place place(Transfer transfer) {
    return new CapturedConnection.Place(
        transfer.by(),
        transfer.of().isRead() ? RdmaOperation.Kind.READ : RdmaOperation.Kind.WRITE,
        transfer.handle());
  }

  private static Verdict moved(Transfer transfer, CapturedConnection connection) {
    MemoryImage image = connection.image(place(transfer));
    byte[] content = transfer.content().bytes();
    Verdict verdict = Compared.of(image.bytes(transfer.address(), content.length), content);
    if (image.isContradicted()) {
      return verdict.butWrong("packets have different bytes for one address");
    }
    if (transfer.immediate().isEmpty()) {
      return verdict;
    }
    OptionalInt psn = image.psnEndingAt(transfer.address() + content.length);
    Optional<Immediates.Immediate> captured =
        psn.isPresent() ? connection.immediate(transfer.by(), psn.getAsInt()) : Optional.empty();
    return with(verdict, transfer.immediate(), captured, psn.isPresent());
  }

  /** What is to be said of memory that is closed: an RDMA READ of it is refused for that reason. */
  private static Verdict refused(
      Transfer transfer, CapturedConnection connection, Verdict verdict) {
    return transfer.of() != ExerciseCase.INVALIDATED
            || !transfer.inMemory()
            || connection.image(place(transfer)).isDenied()
        ? verdict
        : verdict.butMissing();
  }

  private List<Proof> proofs() {
    List<Proof> proofs = new ArrayList<>();
    for (ExerciseCase of : ExerciseCase.values()) {
      for (Side by : Side.values()) {
        Row row = new Row(of, by);
        Tally tally = tallies.get(row);
        String lacking = journal.notOffered(row);
        if (tally != null) {
          Proof proof = tally.proof(journal.plannedOf(row), journal.undone(row));
          boolean whole = lacking.isEmpty() || proof.outcome() != ProofResult.PROVEN;
          proofs.add(whole ? proof : proof.but(lacking));
        } else if (!lacking.isEmpty()) {
          proofs.add(new Proof(row, ProofResult.NOT_OFFERED, 0, 0, 0, 0, lacking));
        } else if (by == Side.CLIENT || !of.isRpc()) {
          proofs.add(new Proof(row, ProofResult.NOT_DONE, 0, 0, 0, 0, "the run ended before"));
        }
      }
    }
    return proofs;
  }
}
