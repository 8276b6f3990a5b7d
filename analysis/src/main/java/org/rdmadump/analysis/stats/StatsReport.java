package org.rdmadump.analysis.stats;

import java.util.List;
import java.util.Optional;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.NvmeExchange;

/**
 * The statistics of a run.
 *
 * @param connections in the order in which they were found; those that carried no message last
 * @param otherConnections connections that are not among them, because there were too many
 * @param withoutRpc what carried no message of RPC-over-RDMA; nothing if a filter chooses calls
 * @param nvme NVMe commands by set, in the order in which these were met first, and by name
 * @param operations by protocol and name
 * @param compoundOperations operations inside of compounds, likewise
 * @param transfers RDMA operations, those of a kind without any left out
 * @param intervals what happened when, if that was asked for
 * @param slowest calls that took longest, the slowest first, if they were asked for
 * @param slowestCommands NVMe commands that took longest, likewise
 * @param files that calls were about
 * @param directories in which those files are
 * @param summary the counts of the run
 */
public record StatsReport(
    List<ConnectionStats> connections,
    long otherConnections,
    WithoutRpc withoutRpc,
    List<NvmeStats> nvme,
    List<OperationStats> operations,
    List<CompoundOperationStats> compoundOperations,
    List<TransferStats> transfers,
    Optional<Intervals> intervals,
    List<SlowCall> slowest,
    List<NvmeExchange> slowestCommands,
    FileUse files,
    FileUse directories,
    CaptureSummary summary) {}
