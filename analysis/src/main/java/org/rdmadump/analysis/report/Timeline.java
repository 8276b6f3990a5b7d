package org.rdmadump.analysis.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.rdmadump.analysis.stats.CountedCallListener;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * What happened when: bins of one length, counted from the first frame, or from before it if the
 * clock was set back, and spans of {@link #BINS_PER_SPAN} bins, in which operations and rules are
 * told apart. When there are too many bins, each becomes twice as long.
 */
public final class Timeline implements CountedCallListener {
  /** Bins of a span. */
  public static final int BINS_PER_SPAN = 8;

  private static final int MOST_BINS = 2000;
  private static final int MOST_SPANS = MOST_BINS / BINS_PER_SPAN;

  /** Operations that are told apart in spans. */
  private static final int MOST_OPERATIONS = 64;

  private static final long SHORTEST = 1000;

  private final LongSupplier firstNanos;
  private final SampledTraffic traffic = new SampledTraffic();
  private final Map<OperationKey, Integer> operations = new HashMap<>();
  private final List<OperationKey> keys = new ArrayList<>();
  private final Map<String, long[]> rules = new TreeMap<>();
  private List<Optional<TimeBin>> bins = new ArrayList<>();
  private List<Map<Integer, OperationSpan>> spans = new ArrayList<>();
  private long[] firstFrames = new long[MOST_SPANS];
  private long binNanos = SHORTEST;
  private int binsPerSpan = BINS_PER_SPAN;
  private long now;

  /** Calls of clients that were given up, and the time of the latest message by then. */
  private long givenUp;

  private long givenUpAt;

  /** How long before the first frame the first bin begins: the clock may have been set back. */
  private long before;

  /**
   * Nothing so far.
   *
   * @param firstNanos tells the time of the first frame, in nanoseconds since the epoch
   */
  Timeline(LongSupplier firstNanos) {
    this.firstNanos = firstNanos;
  }

  // ---- what happens

  /** Takes a connection, before its messages. */
  void opened(ConnectionRecord connection) {
    traffic.opened(connection);
  }

  /** Takes a message, for what passed below the messages of its connection. */
  void message(RpcMessage message) {
    now = Math.max(now, message.sendNanos());
    if (givenUp > 0 && now > givenUpAt) {
      bin(now).ended(givenUp);
      givenUp = 0;
    }
    // It may make bins longer, and puts them together then.
    int sent = index(message.sendNanos());
    int span = sent / BINS_PER_SPAN;
    boolean isOneTime = message.completedNanos() == message.sendNanos();
    TimeBin bin = isOneTime ? binAt(sent) : bin(message.completedNanos());
    long first = firstFrames[span];
    firstFrames[span] = first == 0 ? message.sendFrame() : Math.min(first, message.sendFrame());
    traffic.sample(message.connection(), bin);
  }

  /** Takes a call with its reply, for how long a client waited. */
  void exchange(RpcExchange exchange) {
    if (exchange.call().isEmpty() || exchange.call().get().direction() != Direction.FORWARD) {
      return;
    }
    bin(exchange.call().get().sendNanos()).begun();
    if (exchange.reply().isPresent()) {
      bin(exchange.reply().get().sendNanos()).ended(1);
    } else {
      // At the end of the capture nothing comes behind it, and it still waits.
      givenUp++;
      givenUpAt = now;
    }
  }

  /**
   * Goes on to a time, if there is something before it, so that all that happened has bins.
   *
   * @param since nanoseconds since {@link #begin}
   */
  public void reach(long since) {
    if (!bins.isEmpty()) {
      int last = index(begin() + since);
      while (bins.size() <= last) {
        bins.add(Optional.empty());
      }
    }
  }

  /** Takes the end of a connection. */
  void closed(ConnectionRecord connection) {
    traffic.closed(connection, bin(Math.max(now, firstNanos.getAsLong())));
  }

  @Override
  public void call(OperationKey key, RpcMessage call) {
    int index = index(call.sendNanos());
    TimeBin bin = binAt(index);
    bin.tally().call();
    bin.moved().add(call, call.stream().length());
    operation(key, index).tally().call();
  }

  @Override
  public void reply(OperationKey key, RpcExchange exchange, boolean isFailed) {
    RpcMessage reply = exchange.reply().orElseThrow();
    int index = index(reply.sendNanos());
    TimeBin bin = binAt(index);
    OperationSpan operation = operation(key, index);
    bin.tally().reply(isFailed);
    bin.moved().add(reply, reply.stream().length());
    operation.tally().reply(isFailed);
    OptionalLong latency = exchange.latencyNanos();
    if (latency.isPresent()) {
      bin.tally().latency(latency.getAsLong());
      operation.latency(latency.getAsLong(), exchange.timing());
    }
  }

  @Override
  public void refused(OperationKey key, RpcExchange exchange) {
    int index = index(exchange.reply().orElseThrow().sendNanos());
    binAt(index).tally().refused();
    operation(key, index).tally().refused();
  }

  /** Counts a finding at the time of the latest message. */
  void finding(String rule) {
    int span = span(Math.max(now, firstNanos.getAsLong()));
    rules.computeIfAbsent(rule, any -> new long[MOST_SPANS])[span]++;
  }

  // ---- bins

  /** {@return when the first bin begins, in nanoseconds since the epoch} */
  public long begin() {
    return firstNanos.getAsLong() - before;
  }

  /** {@return how long before the first frame that is, in nanoseconds} */
  public long beforeFirst() {
    return before;
  }

  /** Has the first bin begin at a time or before it, if there is something behind it. */
  public void reachBack(long nanos) {
    if (!bins.isEmpty() && nanos < begin()) {
      beginBefore(nanos);
    }
  }

  private void beginBefore(long nanos) {
    long more = spans(begin() - nanos);
    while (bins.size() + more * BINS_PER_SPAN > MOST_BINS) {
      lengthen();
      more = spans(begin() - nanos);
    }
    int added = (int) more;
    bins.addAll(0, Collections.<Optional<TimeBin>>nCopies(added * BINS_PER_SPAN, Optional.empty()));
    for (int i = 0; i < added; i++) {
      spans.add(0, new HashMap<>());
    }
    firstFrames = moved(firstFrames, added);
    rules.replaceAll((rule, counts) -> moved(counts, added));
    before += more * binNanos * BINS_PER_SPAN;
  }

  /** How many spans it takes for so long. */
  private long spans(long nanos) {
    return (nanos - 1) / (binNanos * BINS_PER_SPAN) + 1;
  }

  private static long[] moved(long[] counts, int by) {
    long[] later = new long[counts.length];
    System.arraycopy(counts, 0, later, by, counts.length - by);
    return later;
  }

  private int index(long nanos) {
    long since = nanos - begin();
    if (since < 0) {
      beginBefore(nanos);
      since = nanos - begin();
    }
    long index = since / binNanos;
    while (index >= MOST_BINS) {
      lengthen();
      index = since / binNanos;
    }
    return (int) index;
  }

  private TimeBin bin(long nanos) {
    return binAt(index(nanos));
  }

  private TimeBin binAt(int index) {
    while (bins.size() <= index) {
      bins.add(Optional.empty());
    }
    Optional<TimeBin> known = bins.get(index);
    if (known.isPresent()) {
      return known.get();
    }
    TimeBin fresh = new TimeBin();
    bins.set(index, Optional.of(fresh));
    return fresh;
  }

  private int span(long nanos) {
    return index(nanos) / BINS_PER_SPAN;
  }

  private OperationSpan operation(OperationKey key, int index) {
    int span = index / binsPerSpan;
    while (spans.size() <= span) {
      spans.add(new HashMap<>());
    }
    Map<Integer, OperationSpan> known = spans.get(span);
    Integer number = number(key);
    OperationSpan found = known.get(number);
    if (found == null) {
      found = new OperationSpan();
      known.put(number, found);
    }
    return found;
  }

  private Integer number(OperationKey key) {
    Integer known = operations.get(key);
    if (known != null) {
      return known;
    }
    if (keys.size() >= MOST_OPERATIONS && !key.equals(OperationKey.OTHERS)) {
      return number(OperationKey.OTHERS);
    }
    keys.add(key);
    operations.put(key, keys.size() - 1);
    return keys.size() - 1;
  }

  private void lengthen() {
    binNanos *= 2;
    List<Optional<TimeBin>> longer = new ArrayList<>();
    for (int i = 0; i < bins.size(); i += 2) {
      longer.add(joined(bins.get(i), i + 1 < bins.size() ? bins.get(i + 1) : Optional.empty()));
    }
    bins = longer;
    spans = joined(spans);
    long[] frames = new long[MOST_SPANS];
    for (int i = 0; i < MOST_SPANS / 2; i++) {
      long first = firstFrames[2 * i];
      long second = firstFrames[2 * i + 1];
      frames[i] = first == 0 || second == 0 ? first + second : Math.min(first, second);
    }
    firstFrames = frames;
    rules.replaceAll((rule, counts) -> joined(counts));
  }

  private static Optional<TimeBin> joined(Optional<TimeBin> one, Optional<TimeBin> next) {
    if (one.isPresent() && next.isPresent()) {
      one.get().append(next.get());
    }
    return one.isPresent() ? one : next;
  }

  /** Makes spans of operations twice as long. */
  public void joinSpans() {
    spans = joined(spans);
    binsPerSpan *= 2;
  }

  /** Makes spans of twice the length out of those given. */
  private static List<Map<Integer, OperationSpan>> joined(List<Map<Integer, OperationSpan>> spans) {
    List<Map<Integer, OperationSpan>> longer = new ArrayList<>();
    for (int i = 0; i < spans.size(); i += 2) {
      Map<Integer, OperationSpan> both = spans.get(i);
      longer.add(both);
      if (i + 1 < spans.size()) {
        spans.get(i + 1).forEach((operation, span) -> add(operation, span, both));
      }
    }
    return longer;
  }

  private static void add(Integer operation, OperationSpan span, Map<Integer, OperationSpan> to) {
    OperationSpan before = to.putIfAbsent(operation, span);
    if (before != null) {
      before.add(span);
    }
  }

  private static long[] joined(long[] counts) {
    long[] sums = new long[counts.length];
    for (int i = 0; i < counts.length; i++) {
      sums[i / 2] += counts[i];
    }
    return sums;
  }

  // ---- what came of it

  /** {@return nanoseconds of a bin} */
  public long binNanos() {
    return binNanos;
  }

  /** {@return the bins from {@link #begin} on; those without a message are empty} */
  public List<Optional<TimeBin>> bins() {
    return bins;
  }

  /** {@return the operations that spans tell apart; spans know them by their place here} */
  public List<OperationKey> operations() {
    return keys;
  }

  /** {@return bins of a span of operations} */
  public int binsPerSpan() {
    return binsPerSpan;
  }

  /** {@return of each span, calls by operation} */
  public List<Map<Integer, OperationSpan>> spans() {
    return spans;
  }

  /** {@return of each span, the lowest frame that ended a Send; 0 if there is none} */
  public long[] firstFrames() {
    return firstFrames.clone();
  }

  /** {@return how many findings of a rule each span has} */
  public long[] findings(String rule) {
    long[] counts = rules.get(rule);
    return counts == null ? new long[MOST_SPANS] : counts.clone();
  }
}
