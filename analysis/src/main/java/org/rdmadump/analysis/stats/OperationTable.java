package org.rdmadump.analysis.stats;

import java.util.List;
import java.util.Map;
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
    boolean hasRoom = calls.size() < MOST || calls.containsKey(key);
    return calls.computeIfAbsent(hasRoom ? key : OperationKey.OTHERS, OperationStats::new);
  }

  /** Whether calls of a kind have a place of their own. */
  boolean has(OperationKey key) {
    return calls.containsKey(key);
  }

  /** Counts what a call asks for, of a compound each operation. */
  void asked(OperationKey key, RpcMessage call) {
    operations(call).forEach(each -> inside(key, each.name()).asked());
  }

  /** Counts what a reply says was done, of a compound each operation. */
  void executed(OperationKey key, RpcMessage reply) {
    operations(reply).forEach(each -> inside(key, each.name()).executed(each.isFailed()));
  }

  private static List<Nfs4Operation> operations(RpcMessage message) {
    return message.content().compound().map(Nfs4Compound::operations).orElse(List.of());
  }

  private CompoundOperationStats inside(OperationKey key, String operation) {
    String name = key.protocol() + " " + operation;
    if (compounds.size() < MOST || compounds.containsKey(name)) {
      return compounds.computeIfAbsent(
          name, any -> new CompoundOperationStats(key.protocol(), operation));
    }
    return compounds.computeIfAbsent(
        OperationKey.OTHERS.program(), others -> new CompoundOperationStats(others, ""));
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
