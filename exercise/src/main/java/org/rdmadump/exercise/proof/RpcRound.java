package org.rdmadump.exercise.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.exercise.journal.Exchange;
import org.rdmadump.exercise.rpc.NfsMessages;

/** The exchanges of a connection with what the capture said of their messages so far. */
final class RpcRound {
  private final List<Exchange> exchanges;
  private final Map<Integer, Integer> places = new HashMap<>();
  private final List<Optional<Verdict>> calls;
  private final List<Optional<Verdict>> replies;
  private int seen;

  RpcRound(List<Exchange> exchanges) {
    this.exchanges = exchanges;
    this.calls = new ArrayList<>(Collections.nCopies(exchanges.size(), Optional.empty()));
    this.replies = new ArrayList<>(calls);
    for (int i = 0; i < exchanges.size(); i++) {
      places.put(exchanges.get(i).xid(), i);
    }
  }

  /** The exchange with that XID. */
  Optional<Exchange> find(int xid) {
    Integer place = places.get(xid);
    return place == null ? Optional.empty() : Optional.of(exchanges.get(place));
  }

  /** Takes what the capture says of a message. */
  void take(Exchange exchange, boolean call, Verdict verdict) {
    List<Optional<Verdict>> known = call ? calls : replies;
    int place = places.getOrDefault(exchange.xid(), 0);
    Optional<Verdict> first = known.get(place);
    String again =
        verdict.differs()
            ? "a second message of the XID has other bytes"
            : "it is captured twice, and was sent once";
    known.set(place, Optional.of(first.isEmpty() ? verdict : first.get().butWrong(again)));
    seen += first.isEmpty() ? 1 : 0;
  }

  /** Whether all messages were seen, each once or more. */
  boolean isComplete() {
    return seen == 2 * exchanges.size();
  }

  /** Adds all exchanges to the rows that they belong to. */
  void addTo(RpcCapture.Tallies tallies) {
    for (int i = 0; i < exchanges.size(); i++) {
      Exchange exchange = exchanges.get(i);
      int length = NfsMessages.call(exchange).length;
      int replied = NfsMessages.reply(exchange).length;
      Tally tally = tallies.of(exchange.of());
      tally.add(length, exchange.inMemory(), calls.get(i).orElseGet(() -> Verdict.missing(length)));
      tally.addReply(
          replied, exchange.inMemory(), replies.get(i).orElseGet(() -> Verdict.missing(replied)));
    }
  }
}
