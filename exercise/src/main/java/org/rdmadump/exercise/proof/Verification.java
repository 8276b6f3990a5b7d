package org.rdmadump.exercise.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.exercise.ExerciseCase;
import org.rdmadump.exercise.Journal;
import org.rdmadump.exercise.Row;
import org.rdmadump.exercise.Side;
import org.rdmadump.exercise.plain.Transfer;
import org.rdmadump.exercise.rpc.Exchange;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;

/** Holds a capture against a journal. */
public final class Verification {
  private final Map<Row, Tally> tallies = new LinkedHashMap<>();
  private final long run;
  private final Journal journal;

  private Verification(long run, Journal journal) {
    this.run = run;
    this.journal = journal;
  }

  /**
   * {@return the table: a proof for each case and side, in order}
   *
   * @param run the number that the run has in the private data of its connections
   * @param journal what was done
   * @param capture file that was written meanwhile
   * @throws IOException if it cannot be read as a capture
   */
  public static List<Proof> of(long run, Journal journal, Path capture) throws IOException {
    Verification verification = new Verification(run, journal);
    try (FrameSource source = CaptureFile.open(capture)) {
      verification.plain(PlainCapture.of(source));
    }
    try (FrameSource source = CaptureFile.open(capture)) {
      verification.rpc(RpcCapture.of(source, journal.exchanges()));
    }
    return verification.proofs();
  }

  private Tally tally(ExerciseCase of, Side by) {
    return tallies.computeIfAbsent(new Row(of, by), Tally::new);
  }

  private void plain(PlainCapture capture) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (Transfer transfer : journal.transfers()) {
      numbers.add(transfer.connection());
    }
    for (int number : numbers) {
      Optional<CapturedConnection> connection = capture.connection(run, number);
      for (Side side : Side.values()) {
        sends(number, side, connection);
      }
      for (Transfer transfer : journal.transfers()) {
        if (transfer.connection() == number && !transfer.of().isSend()) {
          tally(transfer.of(), transfer.by())
              .add(
                  transfer.content().length(),
                  transfer.inMemory(),
                  connection.isPresent()
                      ? moved(transfer, connection.get())
                      : Verdict.missing(transfer.content().length()));
        }
      }
    }
  }

  private void sends(int number, Side side, Optional<CapturedConnection> connection) {
    List<Transfer> sent = new ArrayList<>();
    List<byte[]> contents = new ArrayList<>();
    for (Transfer transfer : journal.transfers()) {
      if (transfer.connection() == number && transfer.by() == side && transfer.of().isSend()) {
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

  private static Verdict with(
      Verdict verdict, OptionalInt expected, OptionalInt captured, boolean seen) {
    if (expected.equals(captured)) {
      return verdict;
    }
    if (!seen) {
      return verdict.butMissing();
    }
    return verdict.butWrong("the immediate data differs");
  }

  private static Verdict moved(Transfer transfer, CapturedConnection connection) {
    RdmaOperation.Kind kind =
        transfer.of().isRead() ? RdmaOperation.Kind.READ : RdmaOperation.Kind.WRITE;
    MemoryImage image = connection.image(transfer.by(), kind, transfer.handle());
    byte[] content = transfer.content().bytes();
    Verdict verdict = Compared.of(image, transfer.address(), content);
    if (image.isContradicted()) {
      return verdict.butWrong("packets have different bytes for one address");
    }
    if (transfer.immediate().isEmpty()) {
      return verdict;
    }
    OptionalInt psn = image.psnEndingAt(transfer.address() + content.length);
    OptionalInt captured =
        psn.isPresent() ? connection.immediate(transfer.by(), psn.getAsInt()) : OptionalInt.empty();
    return with(verdict, transfer.immediate(), captured, psn.isPresent());
  }

  private void rpc(RpcCapture capture) {
    for (Exchange exchange : journal.exchanges()) {
      Tally tally = tally(exchange.of(), Side.CLIENT);
      int call = exchange.call().length();
      int reply = exchange.reply().length();
      tally.add(call, exchange.inMemory(), capture.call(exchange.xid(), call));
      tally.addReply(reply, exchange.inMemory(), capture.reply(exchange.xid(), reply));
    }
  }

  private List<Proof> proofs() {
    Map<Row, String> notOffered = new HashMap<>(journal.notOffered());
    List<Proof> proofs = new ArrayList<>();
    for (ExerciseCase of : ExerciseCase.values()) {
      for (Side by : Side.values()) {
        Row row = new Row(of, by);
        Tally tally = tallies.get(row);
        String why = notOffered.get(row);
        if (tally != null) {
          proofs.add(tally.proof(journal.plannedOf(row)));
        } else if (why != null) {
          proofs.add(new Proof(row, Outcome.NOT_OFFERED, 0, 0, 0, 0, why));
        } else if (by == Side.CLIENT || !of.isRpc()) {
          proofs.add(new Proof(row, Outcome.NOT_DONE, 0, 0, 0, 0, "the run ended before"));
        }
      }
    }
    return proofs;
  }
}
