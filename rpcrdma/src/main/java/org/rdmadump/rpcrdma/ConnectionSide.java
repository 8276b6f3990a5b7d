package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one side of a connection has under way: its calls, and the memory that they advertise. */
final class ConnectionSide {
  private static final int FEW = 2;

  final RdmaInfo memory;

  /** When the memory was used, as far as is remembered. */
  final MemoryUses uses = new MemoryUses();

  /** The order of its calls. */
  final CallOrder order = new CallOrder();

  /** Immutable and empty until the first call, as one side of most connections never calls. */
  private Map<Integer, CallInFlight> calls = Map.of();

  ConnectionSide(PagePool pages) {
    this.memory = new RdmaInfo(pages);
  }

  @Nullable CallInFlight call(int xid) {
    return calls.get(CounterHash.of(xid));
  }

  /** The call of a window; null if it is not in flight any more. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  @Nullable CallInFlight call(Window window) {
    CallInFlight call = call(window.turn.xid);
    return call != null && call.window == window ? call : null;
  }

  void add(CallInFlight call) {
    if (calls.isEmpty()) {
      calls = new LinkedHashMap<>(FEW);
    }
    calls.put(CounterHash.of(call.xid), call);
  }

  /** Takes over what the other half of a connection, now joined, knows of this side. */
  void join(ConnectionSide other) {
    memory.absorb(other.memory);
    uses.join(other.uses);
    order.join(other.order);
    for (CallInFlight call : other.all()) {
      add(call);
    }
  }

  void remove(CallInFlight call) {
    if (!calls.isEmpty()) {
      calls.remove(CounterHash.of(call.xid), call);
    }
  }

  /** All of them, in the order in which they were made. */
  List<CallInFlight> all() {
    return calls.isEmpty() ? List.of() : new ArrayList<>(calls.values());
  }
}
