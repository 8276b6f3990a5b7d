package org.rdmadump.exercise.proof;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.exercise.Exercise;
import org.rdmadump.exercise.journal.Exchange;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.rpc.NfsMessages;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * The RPC messages of a capture, each held against what was in memory as it is rebuilt, so that no
 * more than one is held, and connections let go of as they are done.
 */
final class RpcCapture implements MessageListener {
  private static final CaptureOptions OPTIONS =
      new CaptureOptions(/* digest= */ false, /* keepBytes= */ true, 64L << 20);

  /** Connections that may lack messages and are waited for: one follows the other. */
  private static final int MOST_OPEN = 4;

  /** Where verdicts are added up. */
  interface Tallies {
    /** The row of a case. */
    Tally of(ExerciseCase of);
  }

  private final long run;
  private final Journal journal;
  private final Tallies tallies;
  private final SortedMap<Integer, RpcRound> open = new TreeMap<>();
  private final Set<Integer> done = new HashSet<>();

  /** Numbers that connections have in the run, by those that they have in the capture. */
  private final Map<Integer, Integer> ours = new HashMap<>();

  /** Messages that nobody sent, by the number that their connection has in the capture. */
  private final Map<Integer, Integer> strange = new HashMap<>();

  private RpcCapture(long run, Journal journal, Tallies tallies) {
    this.run = run;
    this.journal = journal;
    this.tallies = tallies;
  }

  /**
   * Decodes a capture, as every run of {@code rdmadump} does.
   *
   * @param tallies get what it says of each exchange of the journal
   * @param stop whether to give up
   * @return false if it was given up
   */
  static boolean decode(
      FrameSource source, long run, Journal journal, Tallies tallies, BooleanSupplier stop)
      throws IOException {
    RpcCapture capture = new RpcCapture(run, journal, tallies);
    CaptureDecoder decoder = new CaptureDecoder(source, OPTIONS, capture);
    boolean more = true;
    while (more) {
      if (stop.getAsBoolean()) {
        return false;
      }
      more = decoder.decodeNext();
    }
    CaptureSummary unused = decoder.finish();
    capture.finish();
    return true;
  }

  private void finish() {
    for (int connection : journal.connections()) {
      if (!done.contains(connection) && journal.hasExchanges(connection)) {
        round(connection).addTo(tallies);
      }
    }
    strange.forEach(
        (captured, count) -> {
          Integer connection = ours.get(captured);
          // Of a connection that came to its end, all that was sent is known.
          if (connection != null && journal.agreement(connection).isPresent()) {
            tallies
                .of(ExerciseCase.RPC_INLINE)
                .tooMuch(count + " RPC messages more are captured than were sent");
          }
        });
  }

  private RpcRound round(int connection) {
    return open.computeIfAbsent(connection, number -> new RpcRound(journal.exchanges(connection)));
  }

  @Override
  public boolean takesNames() {
    return false;
  }

  @Override
  public void message(RpcMessage message) {
    if (message.rpc().isEmpty() || !message.delivered()) {
      return;
    }
    RpcSummary rpc = message.rpc().get();
    int xid = message.header().xid();
    int connection = Exercise.connectionOf(run, xid);
    if (done.contains(connection)) {
      again(connection, xid);
      return;
    }
    Optional<Exchange> exchange =
        journal.hasExchanges(connection) ? round(connection).find(xid) : Optional.empty();
    if (exchange.isEmpty()) {
      strange.merge(message.connection(), 1, Integer::sum);
      return;
    }
    ours.put(message.connection(), connection);
    RpcRound round = round(connection);
    round.take(exchange.get(), rpc.call(), verdict(message, rpc, exchange.get()));
    if (round.isComplete()) {
      end(connection, round);
    } else if (open.size() > MOST_OPEN) {
      int oldest = open.firstKey();
      end(oldest, round(oldest));
    }
  }

  private void end(int connection, RpcRound round) {
    round.addTo(tallies);
    open.remove(connection);
    done.add(connection);
  }

  private static Verdict verdict(RpcMessage message, RpcSummary rpc, Exchange exchange) {
    byte[] inMemory = rpc.call() ? NfsMessages.call(exchange) : NfsMessages.reply(exchange);
    Rope rebuilt = message.stream();
    boolean whole = rebuilt.isComplete() && rpc.program().isPresent();
    if (!whole && (!rebuilt.has(0, 1) || isNotPlaced(message))) {
      // Where the rest belongs follows from what is not there, or from a call that is not.
      return Verdict.missing(inMemory.length);
    }
    // With bytes missing, its length is not known either.
    return rebuilt.isComplete()
        ? Compared.of(rebuilt, inMemory)
        : Compared.beginning(rebuilt, inMemory);
  }

  /** Whether bytes of chunks stand behind the message, since it does not say where they belong. */
  private static boolean isNotPlaced(RpcMessage message) {
    return message.findings().stream()
        .anyMatch(finding -> finding.rule().equals(RpcRdmaRules.CHUNK_NOT_PLACED));
  }

  /** A message of a connection of which all were seen. */
  private void again(int connection, int xid) {
    Optional<Exchange> exchange = new RpcRound(journal.exchanges(connection)).find(xid);
    tallies
        .of(exchange.isPresent() ? exchange.get().of() : ExerciseCase.RPC_INLINE)
        .tooMuch("a message is captured twice, and was sent once");
  }
}
