package org.rdmadump.analysis.stats;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * What is counted by kind of call, and by operation inside of compounds. What there is no room for
 * is counted in one.
 */
final class OperationTable {
  private static final int MOST = 1024;

  private final Map<OperationKey, OperationStats> calls = new TreeMap<>();
  private final Map<String, CompoundOperationStats> compounds = new TreeMap<>();

  /** What is counted of a kind of call. */
  OperationStats of(OperationKey key) {
    OperationStats stats = calls.get(key);
    if (stats == null) {
      OperationKey room = calls.size() < MOST ? key : OperationKey.OTHERS;
      stats = calls.get(room);
      if (stats == null) {
        stats = new OperationStats(room);
        calls.put(room, stats);
      }
    }
    return stats;
  }

  /** Counts what a call asks for, of a compound each operation. */
  void asked(OperationKey key, RpcMessage call) {
    Optional<Nfs4Compound> compound = call.content().compound();
    if (compound.isPresent()) {
      for (Nfs4Operation each : compound.get().operations()) {
        inside(key, each.name()).asked();
      }
    }
  }

  /** Counts what a reply says was done, of a compound each operation. */
  void executed(OperationKey key, RpcMessage reply) {
    Optional<Nfs4Compound> compound = reply.content().compound();
    if (compound.isPresent()) {
      for (Nfs4Operation each : compound.get().operations()) {
        inside(key, each.name()).executed(each.isFailed());
      }
    }
  }

  private CompoundOperationStats inside(OperationKey key, String operation) {
    String name = key.protocol() + " " + operation;
    CompoundOperationStats stats = compounds.get(name);
    if (stats == null) {
      boolean room = compounds.size() < MOST;
      String place = room ? name : OperationKey.OTHERS.program();
      stats = compounds.get(place);
      if (stats == null) {
        stats =
            room
                ? new CompoundOperationStats(key.protocol(), operation)
                : new CompoundOperationStats(place, "");
        compounds.put(place, stats);
      }
    }
    return stats;
  }

  /** {@return the kinds of call, sorted} */
  List<OperationStats> calls() {
    return List.copyOf(calls.values());
  }

  /** {@return the operations of compounds, sorted} */
  List<CompoundOperationStats> insideCompounds() {
    return List.copyOf(compounds.values());
  }
}
