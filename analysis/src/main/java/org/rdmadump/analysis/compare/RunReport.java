package org.rdmadump.analysis.compare;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * What is kept of a run to compare it with another.
 *
 * @param files the captures
 * @param whole whether they were read to their ends
 * @param transports of its connections
 * @param operations by protocol and name
 * @param amounts what calls and replies moved, by operation
 * @param settings values of connections, by setting
 * @param rules findings by rule, those without any left out; empty where they are not compared
 * @param summary the counts of the run
 */
public record RunReport(
    List<String> files,
    boolean whole,
    Set<Transport> transports,
    List<OperationStats> operations,
    Map<OperationKey, CallAmounts> amounts,
    Map<ConnectionSetting, List<Long>> settings,
    Map<String, Long> rules,
    CaptureSummary summary) {}
