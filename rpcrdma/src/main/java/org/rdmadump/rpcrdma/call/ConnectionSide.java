package org.rdmadump.rpcrdma.call;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rpcrdma.memory.CallOrder;
import org.rdmadump.rpcrdma.memory.CounterTable;
import org.rdmadump.rpcrdma.memory.MemoryUses;
import org.rdmadump.rpcrdma.memory.PagePool;
import org.rdmadump.rpcrdma.memory.RdmaInfo;
import org.rdmadump.rpcrdma.memory.Turn;
import org.rdmadump.rpcrdma.memory.Window;

/** What one side of a connection has under way: its calls, and the memory that they advertise. */
public final class ConnectionSide {
  private final PagePool pages;

  // Made when needed: of ten thousand connections most have one side that never calls.
  private @Nullable RdmaInfo memory;
  private @Nullable MemoryUses uses;
  private @Nullable CallOrder order;

  private @Nullable CounterTable<CallInFlight> calls;

  /** Answers to its calls that arrived. */
  private long answers;

  public ConnectionSide(PagePool pages) {
    this.pages = pages;
  }

  /** Whether it has advertised memory, or something moved as if it had. */
  public boolean hasMemory() {
    return memory != null;
  }

  /** The memory that it has advertised. */
  public RdmaInfo memory() {
    RdmaInfo known = memory;
    if (known == null) {
      known = new RdmaInfo(pages);
      memory = known;
    }
    return known;
  }

  /** When the memory was used, as far as is remembered. */
  public MemoryUses uses() {
    MemoryUses known = uses;
    if (known == null) {
      known = new MemoryUses();
      uses = known;
    }
    return known;
  }

  /** XID of the last call that had the memory of an operation, if one is known and answered. */
  public OptionalInt formerUse(RdmaOperation operation) {
    return uses == null ? OptionalInt.empty() : uses.last(operation.handle(), operation.address());
  }

  /** The order of its calls. */
  public CallOrder order() {
    CallOrder known = order;
    if (known == null) {
      known = new CallOrder();
      order = known;
    }
    return known;
  }

  public long answers() {
    return answers;
  }

  /** Takes note of an answer to one of its calls. */
  public void answered() {
    answers++;
  }

  public @Nullable CallInFlight call(int xid) {
    return calls == null ? null : calls.get(xid);
  }

  /** The call of a window; null if it is not in flight any more. */
  public @Nullable CallInFlight call(Window window) {
    return call(window.turn);
  }

  public void add(CallInFlight call) {
    if (calls == null) {
      calls = new CounterTable<>();
    }
    calls.put(call.xid, call);
  }

  /** Takes over what the other half of a connection, now joined, knows of this side. */
  public void join(ConnectionSide other) {
    if (other.memory != null) {
      memory().absorb(other.memory);
    }
    if (other.uses != null) {
      uses().join(other.uses);
    }
    if (other.order != null) {
      order().join(other.order);
    }
    answers += other.answers;
    for (CallInFlight call : other.all()) {
      add(call);
    }
  }

  @SuppressWarnings("ReferenceEquality") // Each is one call.
  public void remove(CallInFlight call) {
    if (calls != null && calls.get(call.xid) == call) {
      CallInFlight unused = calls.remove(call.xid);
    }
  }

  /** All of them, in the order in which they were made. */
  public List<CallInFlight> all() {
    return calls == null ? List.of() : calls.values();
  }

  /** One of them, by how many were made after it; null if it is not in flight any more. */
  public @Nullable CallInFlight latest(int back) {
    return calls == null ? null : calls.latest(back);
  }

  /** The call whose turn it is; null if it is not in flight any more. */
  @Nullable CallInFlight call(Turn turn) {
    CallInFlight call = call(turn.xid);
    return call != null && call.parsed.hasChunks() && call.memory().window().turn.equals(turn)
        ? call
        : null;
  }
}
