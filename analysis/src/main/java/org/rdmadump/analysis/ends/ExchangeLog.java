package org.rdmadump.analysis.ends;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Exchanges of one capture in bounded memory: all, or if there are too many, those with some XIDs.
 * Both captures keep the same XIDs.
 */
final class ExchangeLog {
  /** Exchanges that are kept at most. */
  static final int MOST = 1 << 18;

  /** What has no reply has no latency. */
  static final long UNKNOWN = -1;

  private static final int FIRST = 1 << 10;
  private static final int OPERATIONS = 1 << 10;

  private final Map<OperationKey, Integer> operations = new HashMap<>();
  private final List<OperationKey> names = new ArrayList<>();

  private int[] xids = new int[FIRST];
  private int[] about = new int[FIRST];
  private int[] queuePairs = new int[FIRST];
  private SentBetween ends = new SentBetween();
  private int[] between = new int[FIRST];
  private long[] nanos = new long[FIRST];
  private long[] latencies = new long[FIRST];
  private long[] reads = new long[FIRST];
  private long[] frames = new long[FIRST];
  private int size;
  private int bits;
  private long seen;

  /** Takes an exchange, if its call was captured and is no repeat. */
  void add(RpcExchange exchange) {
    if (exchange.call().isEmpty()
        || exchange.call().get().rpc().isEmpty()
        || exchange.call().get().isRepeat()) {
      return;
    }
    seen++;
    while (size == MOST || ends.isFull()) {
      bits++;
      halve();
    }
    if (!keeps(exchange.xid(), bits)) {
      return;
    }
    if (size == xids.length) {
      // Few steps, because what is left behind of each stays in memory for a while.
      resize(4 * size);
    }
    RpcMessage call = exchange.call().get();
    boolean ports = call.transport().hasPorts();
    xids[size] = exchange.xid();
    about[size] = operation(OperationKey.of(call, call.rpc().orElseThrow()));
    queuePairs[size] = ports ? TapPacket.NO_QUEUE_PAIR : call.destination().number().orElse(0);
    between[size] =
        ends.of(
            end(call.source(), ports),
            end(call.destination(), ports),
            end(call.source(), /* ports= */ false),
            end(call.destination(), /* ports= */ false));
    nanos[size] = call.sendBeginNanos();
    latencies[size] = exchange.latencyNanos().orElse(UNKNOWN);
    reads[size] = readNanos(exchange.transfers());
    frames[size] = call.sendFrame();
    size++;
  }

  private static long end(Endpoint end, boolean ports) {
    return EndPairs.key(end.address(), ports ? end.number() : OptionalInt.empty());
  }

  private int operation(OperationKey key) {
    Integer known = operations.get(key);
    if (known == null) {
      OperationKey counted = operations.size() < OPERATIONS ? key : OperationKey.OTHERS;
      known = operations.getOrDefault(counted, names.size());
      if (known == names.size()) {
        operations.put(counted, known);
        names.add(counted);
      }
    }
    return known;
  }

  /** How long at least one RDMA Read was under way. */
  private static long readNanos(List<RdmaTransfer> transfers) {
    List<RdmaTransfer> inOrder = new ArrayList<>(transfers.size());
    for (int i = 0; i < transfers.size(); i++) {
      if (transfers.get(i).kind() == RdmaTransfer.Kind.READ) {
        inOrder.add(transfers.get(i));
      }
    }
    if (inOrder.isEmpty()) {
      return 0;
    }
    inOrder.sort(Comparator.comparingLong(RdmaTransfer::firstNanos));
    long sum = 0;
    long until = Long.MIN_VALUE;
    for (RdmaTransfer each : inOrder) {
      long from = Math.max(until, each.firstNanos());
      if (each.lastNanos() > from) {
        sum += each.lastNanos() - from;
        until = each.lastNanos();
      }
    }
    return sum;
  }

  private static boolean keeps(int xid, int bits) {
    return bits == 0 || KeyHash.of(xid, 0) >>> (Long.SIZE - bits) == 0;
  }

  private void halve() {
    SentBetween before = ends;
    ends = new SentBetween();
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (keeps(xids[i], bits)) {
        between[i] = ends.of(before, between[i]);
        move(i, kept++);
      }
    }
    size = kept;
  }

  private void move(int from, int to) {
    xids[to] = xids[from];
    about[to] = about[from];
    queuePairs[to] = queuePairs[from];
    between[to] = between[from];
    nanos[to] = nanos[from];
    latencies[to] = latencies[from];
    reads[to] = reads[from];
    frames[to] = frames[from];
  }

  /** Gives back memory that nothing came for; the run is over. */
  void end() {
    resize(size);
  }

  private void resize(int length) {
    xids = Arrays.copyOf(xids, length);
    about = Arrays.copyOf(about, length);
    queuePairs = Arrays.copyOf(queuePairs, length);
    between = Arrays.copyOf(between, length);
    nanos = Arrays.copyOf(nanos, length);
    latencies = Arrays.copyOf(latencies, length);
    reads = Arrays.copyOf(reads, length);
    frames = Arrays.copyOf(frames, length);
  }

  int size() {
    return size;
  }

  /** One of two to the power of this many XIDs is kept. */
  int bits() {
    return bits;
  }

  /** Calls in the capture. */
  long seen() {
    return seen;
  }

  boolean isAmong(int index, int upperBits) {
    return keeps(xids[index], upperBits);
  }

  int xid(int index) {
    return xids[index];
  }

  OperationKey about(int index) {
    return names.get(about[index]);
  }

  /** What the call went over and its XID, with addresses as B has them. */
  long key(int index, AddressMap map, Tap tap) {
    long caller = ends.source(between[index]);
    long server = ends.destination(between[index]);
    if (tap == Tap.A) {
      caller = map.inB(caller);
      server = map.inB(server);
    }
    return KeyHash.of(TapPacket.flow(caller, server, queuePairs[index]), xids[index]);
  }

  long callerHost(int index) {
    return ends.sourceHost(between[index]);
  }

  long serverHost(int index) {
    return ends.destinationHost(between[index]);
  }

  long nanos(int index) {
    return nanos[index];
  }

  long latency(int index) {
    return latencies[index];
  }

  long reads(int index) {
    return reads[index];
  }

  long frame(int index) {
    return frames[index];
  }
}
