package org.rdmadump.analysis.stats;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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

  /** What was found in both tables, which compare the texts of their keys. */
  private final Map<OperationKey, Row> rows = new HashMap<>();

  /** Operations that rows know. */
  private int knownInside;

  /** What was found last: a call is counted in several places, one after the other. */
  private @Nullable Row last;

  /**
   * A kind of call.
   *
   * @param inside the operations of its protocol by their names
   * @param isKept whether it is found again; else it keeps none of them
   */
  private record Row(
      OperationStats stats,
      String protocol,
      Map<String, CompoundOperationStats> inside,
      boolean isKept) {}

  /** What is counted of a kind of call. */
  OperationStats of(OperationKey key) {
    return row(key).stats;
  }

  @SuppressWarnings("ReferenceEquality") // It is what the row itself is counted under.
  private Row row(OperationKey key) {
    Row row = last;
    if (row == null || row.stats.key() != key || key == OperationKey.OTHERS) {
      row = find(key);
      last = row;
    }
    return row;
  }

  private Row find(OperationKey key) {
    Row row = rows.get(key);
    if (row == null) {
      boolean hasRoom = calls.size() < MOST || calls.containsKey(key);
      OperationStats stats =
          calls.computeIfAbsent(hasRoom ? key : OperationKey.OTHERS, OperationStats::new);
      boolean isKept = rows.size() < MOST;
      row = new Row(stats, key.protocol(), new HashMap<>(), isKept);
      if (isKept) {
        rows.put(key, row);
      }
    }
    return row;
  }

  /** Counts what a call asks for, of a compound each operation. */
  void asked(OperationKey key, RpcMessage call) {
    Nfs4Compound compound = call.content().compound().orElse(null);
    if (compound != null) {
      Row row = row(key);
      for (int i = 0; i < compound.count(); i++) {
        inside(row, compound.operation(i).name()).asked();
      }
    }
  }

  /** Counts what a reply says was done, of a compound each operation. */
  void executed(OperationKey key, RpcMessage reply) {
    Nfs4Compound compound = reply.content().compound().orElse(null);
    if (compound != null) {
      Row row = row(key);
      for (int i = 0; i < compound.count(); i++) {
        Nfs4Operation each = compound.operation(i);
        inside(row, each.name()).executed(each.isFailed());
      }
    }
  }

  private CompoundOperationStats inside(Row row, String operation) {
    CompoundOperationStats known = row.inside.get(operation);
    if (known == null) {
      known = inside(row.protocol, operation);
      if (knownInside < MOST && row.isKept) {
        row.inside.put(operation, known);
        knownInside++;
      }
    }
    return known;
  }

  private CompoundOperationStats inside(String protocol, String operation) {
    String name = protocol + " " + operation;
    if (compounds.size() < MOST || compounds.containsKey(name)) {
      return compounds.computeIfAbsent(
          name, any -> new CompoundOperationStats(protocol, operation));
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
