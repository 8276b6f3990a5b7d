package org.rdmadump.exercise.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.exercise.rpc.Exchange;

/** The exchanges of a connection with what the capture said of their messages so far. */
final class RpcRound {
  private static final Verdict NOT_SEEN = Verdict.missing(0);

  private final List<Exchange> exchanges;
  private final Map<Integer, Integer> places = new HashMap<>();
  private final List<Verdict> calls;
  private final List<Verdict> replies;
  private int seen;

  RpcRound(List<Exchange> exchanges) {
    this.exchanges = exchanges;
    this.calls = new ArrayList<>(Collections.nCopies(exchanges.size(), NOT_SEEN));
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
    List<Verdict> known = call ? calls : replies;
    int place = places.getOrDefault(exchange.xid(), 0);
    Verdict first = known.get(place);
    if (first == NOT_SEEN) {
      known.set(place, verdict);
      seen++;
    } else {
      known.set(
          place,
          first.butWrong(
              verdict.differs()
                  ? "a second message of the XID has other bytes"
                  : "it is captured twice, and was sent once"));
    }
  }

  /** Whether all messages were seen, each once or more. */
  boolean isComplete() {
    return seen == 2 * exchanges.size();
  }

  /** Adds all exchanges to the rows that they belong to. */
  void addTo(RpcCapture.Tallies tallies) {
    for (int i = 0; i < exchanges.size(); i++) {
      Exchange exchange = exchanges.get(i);
      Verdict call = calls.get(i);
      Verdict reply = replies.get(i);
      int length = exchange.call().length;
      int replied = exchange.reply().length;
      Tally tally = tallies.of(exchange.of());
      tally.add(length, exchange.inMemory(), call == NOT_SEEN ? Verdict.missing(length) : call);
      tally.addReply(
          replied, exchange.inMemory(), reply == NOT_SEEN ? Verdict.missing(replied) : reply);
    }
  }
}
