package org.rdmadump.analysis.overview;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.rpcrdma.ConnectionRecord;

/** Puts what was counted in the order in which people want to know it. */
final class OverviewBuilder {
  // What Comparator makes of keys is in no archive of classes, and takes a millisecond each.

  private static int byWaiting(OperationStats one, OperationStats other) {
    int order = Boolean.compare(one.key().isCallback(), other.key().isCallback());
    if (order == 0) {
      order = Long.compare(other.latency().sum(), one.latency().sum());
    }
    return order == 0 ? one.key().compareTo(other.key()) : order;
  }

  private static int byWeight(FoldedFindings.OfRule one, FoldedFindings.OfRule other) {
    int order = other.rule().severity().compareTo(one.rule().severity());
    return order == 0 ? Long.compare(other.count(), one.count()) : order;
  }

  /** The procedure of all versions of all programs that does nothing. */
  private static final String NULL = "NULL";

  private OverviewBuilder() {}

  static List<ConnectionRecord> connections(StatsReport stats) {
    List<ConnectionRecord> connections = new ArrayList<>();
    for (ConnectionStats each : stats.connections()) {
      if (each.record().index().isPresent()) {
        connections.add(each.record());
      }
    }
    return connections;
  }

  static List<OperationStats> operations(StatsReport stats) {
    List<OperationStats> operations = new ArrayList<>(stats.operations());
    operations.sort(OverviewBuilder::byWaiting);
    return operations;
  }

  static List<FoldedFindings.OfRule> findings(FoldedFindings findings) {
    List<FoldedFindings.OfRule> rules = new ArrayList<>(findings.rules());
    rules.sort(OverviewBuilder::byWeight);
    return rules;
  }

  /** A NULL call of version 4 has no minor version: it counts to the only one that there is. */
  static Map<String, Long> protocols(List<OperationStats> operations) {
    Map<String, Long> calls = new TreeMap<>();
    boolean hasCalls = operations.stream().anyMatch(each -> each.calls() > 0);
    long nulls = 0;
    for (OperationStats each : operations) {
      // Of a capture of one direction, replies tell what was called.
      long count = hasCalls ? each.calls() : each.replies();
      boolean isNull =
          each.key().protocol().equals("NFS v4") && each.key().operation().equals(NULL);
      nulls += isNull ? count : 0;
      if (!isNull && count > 0) {
        calls.merge(each.key().protocol(), count, Long::sum);
      }
    }
    if (nulls > 0) {
      List<String> minor = calls.keySet().stream().filter(it -> it.startsWith("NFS v4.")).toList();
      calls.merge(minor.size() == 1 ? minor.get(0) : "NFS v4", nulls, Long::sum);
    }
    List<Map.Entry<String, Long>> most = new ArrayList<>(calls.entrySet());
    most.sort((one, other) -> Long.compare(other.getValue(), one.getValue()));
    Map<String, Long> sorted = new LinkedHashMap<>();
    for (Map.Entry<String, Long> each : most) {
      sorted.put(each.getKey(), each.getValue());
    }
    return sorted;
  }
}
