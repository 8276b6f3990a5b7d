package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rpcrdma.memory.CallOrder;
import org.rdmadump.rpcrdma.memory.CounterTable;
import org.rdmadump.rpcrdma.memory.MemoryUses;
import org.rdmadump.rpcrdma.memory.PagePool;
import org.rdmadump.rpcrdma.memory.RdmaInfo;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.Turn;
import org.rdmadump.rpcrdma.memory.Window;

/** What one side of a connection has under way: its calls, and the memory that they advertise. */
public final class ConnectionSide {
  /** Segments of other calls in which a call that was captured late may find its bytes. */
  private static final int MOST_APART = 64;

  /** Calls that had the memory of one after it, in which it may find its bytes. */
  private static final int MOST_BEHIND = 16;

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

  /** Segments of other calls that may hold bytes of a call. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  public List<RdmaSegment> keptApart(CallInFlight call) {
    List<RdmaSegment> found = new ArrayList<>(0);
    for (CallInFlight other : all()) {
      if (other != call) {
        addApart(other, found);
      }
    }
    return found;
  }

  /** The same of the calls that had memory of it anew, and memory of these. */
  public List<RdmaSegment> keptBehind(CallInFlight call) {
    if (call.replacedBy().isEmpty()) {
      return List.of();
    }
    List<RdmaSegment> found = new ArrayList<>(0);
    List<Turn> behind = new ArrayList<>(call.replacedBy());
    for (int i = 0; i < behind.size(); i++) {
      CallInFlight other = call(behind.get(i));
      if (other != null) {
        addApart(other, found);
        for (Turn each : other.replacedBy()) {
          if (behind.size() < MOST_BEHIND && !behind.contains(each)) {
            behind.add(each);
          }
        }
      }
    }
    return found;
  }

  /** The call whose turn it is; null if it is not in flight any more. */
  private @Nullable CallInFlight call(Turn turn) {
    CallInFlight call = call(turn.xid);
    return call != null && call.parsed.hasChunks() && call.memory().window().turn.equals(turn)
        ? call
        : null;
  }

  private static void addApart(CallInFlight call, List<RdmaSegment> found) {
    if (found.size() < MOST_APART) {
      for (RdmaSegment segment : call.memory().segments()) {
        if (segment.keepsApart() && found.size() < MOST_APART) {
          found.add(segment);
        }
      }
    }
  }
}
