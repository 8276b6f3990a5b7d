package org.rdmadump.analysis.overview;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckListener;
import org.rdmadump.analysis.check.FindingSubject;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.analysis.check.Silence;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Of the findings of a run, those about what a filter chooses; all of them without a filter. A
 * finding of a message waits until its exchange shows whether it is chosen.
 */
final class ChosenFindings implements CheckListener {
  /** Chosen calls without a reply that are known at a time. */
  private static final int MOST_CALLS = 1 << 14;

  private final boolean everything;
  private final Consumer<CheckFinding> noticed;
  private final FoldedFindings chosen = new FoldedFindings();

  /** The same as {@code chosen} without a filter. */
  private final FoldedFindings all;

  private final FindingsAside ofConnections = new FindingsAside(this::add);

  private final WaitingFindings ofMessages = new WaitingFindings();

  /** Numbers of chosen calls that have no reply: they may wait in silence at the end. */
  private final Map<Long, Boolean> unanswered = new RecentMap<>(MOST_CALLS);

  /** Number of the message by which findings of the latest exchange go. */
  private long latest;

  private boolean isLatestChosen;
  private Optional<Silence> longest = Optional.empty();
  private long silences;

  /**
   * Nothing noticed yet.
   *
   * @param everything whether no filter chooses
   * @param noticed takes each finding that is chosen
   */
  ChosenFindings(boolean everything, Consumer<CheckFinding> noticed) {
    this.everything = everything;
    this.all = everything ? chosen : new FoldedFindings();
    this.noticed = noticed;
  }

  /** Of connections with RPC-over-RDMA, has only findings in some frames chosen. */
  void within(LongPredicate frames) {
    ofConnections.within(frames);
  }

  @Override
  public void finding(FindingSubject subject) {
    CheckFinding finding = subject.finding();
    if (everything) {
      add(finding);
      return;
    }
    all.add(finding);
    if (subject.nvme().isPresent()) {
      add(finding);
    } else if (subject.connection().isPresent()) {
      ofConnections.add(finding, subject.connection().get());
    } else if (finding.message().isPresent() && subject.call().isPresent()) {
      ofMessage(finding, finding.message().getAsLong(), subject.call().get());
    }
  }

  @Override
  public void silence(Silence silence) {
    if (everything || isChosen(silence.call().number())) {
      silences++;
      if (longest.isEmpty() || silence.nanos() > longest.get().nanos()) {
        longest = Optional.of(silence);
      }
    }
  }

  private void add(CheckFinding finding) {
    chosen.add(finding);
    noticed.accept(finding);
  }

  private void ofMessage(CheckFinding finding, long number, RpcMessage message) {
    if (isChosen(number)) {
      add(finding);
    } else if (number != latest) {
      ofMessages.add(finding, message);
    }
  }

  /** Whether a message is known to be of a chosen exchange. */
  private boolean isChosen(long number) {
    return number == latest ? isLatestChosen : unanswered.containsKey(number);
  }

  /** Takes an exchange, behind the findings of its messages and before its own. */
  void exchange(RpcExchange exchange, boolean isChosen) {
    if (everything) {
      return;
    }
    Optional<RpcMessage> call = exchange.call();
    Optional<RpcMessage> reply = exchange.reply();
    latest = call.isPresent() ? call.get().number() : reply.isPresent() ? reply.get().number() : -1;
    isLatestChosen = isChosen;
    if (isChosen) {
      ofConnections.choose(exchange.connection());
      if (reply.isEmpty()) {
        unanswered.put(latest, true);
      }
    }
    List<CheckFinding> known = ofMessages.take(exchange);
    if (isChosen) {
      known.forEach(this::add);
    }
  }

  /** A connection without RPC-over-RDMA is chosen. */
  void choose(ConnectionRecord connection) {
    ofConnections.choose(connection);
  }

  /** Takes a connection that may have an index by now. */
  void opened(ConnectionRecord connection) {
    ofConnections.opened(connection);
  }

  /** Takes a connection that ended, behind its findings. */
  void closed(ConnectionRecord connection) {
    ofConnections.closed(connection);
  }

  /** {@return what was noticed, whatever is chosen} */
  FoldedFindings all() {
    return all;
  }

  /** {@return what was noticed of what is chosen} */
  FoldedFindings chosen() {
    return chosen;
  }

  /** {@return the longest silence in which a chosen call waited} */
  Optional<LongSilence> longestSilence(AnsweredAgain repeats) {
    return longest.map(it -> LongSilence.of(it, silences, repeats));
  }
}
