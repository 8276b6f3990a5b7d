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

  /** Immutable and empty until the first call, as one side of most connections never calls. */
  private Map<Integer, CallInFlight> calls = Map.of();

  ConnectionSide(PagePool pages) {
    this.memory = new RdmaInfo(pages);
  }

  @Nullable CallInFlight call(int xid) {
    return calls.get(CounterHash.of(xid));
  }

  void add(CallInFlight call) {
    if (calls.isEmpty()) {
      calls = new LinkedHashMap<>(FEW);
    }
    calls.put(CounterHash.of(call.xid), call);
  }

  void remove(CallInFlight call) {
    if (!calls.isEmpty()) {
      calls.remove(CounterHash.of(call.xid), call);
    }
  }

  /** All of them, in the order in which they were made. */
  List<CallInFlight> all() {
    return new ArrayList<>(calls.values());
  }
}
