package org.rdmadump.analysis.overview;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.FileUse;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * What the first page about a capture says, unworded.
 *
 * @param files names of the captures
 * @param chosen exchanges that a filter chose; empty without one. All but {@code mounts}, {@code
 *     wholeness} and {@code summary} is then of these, and of their connections
 * @param transports labels of those that carried RPC-over-RDMA
 * @param protocols calls of each, such as {@code NFS v4.1}, most first
 * @param mounts what clients mounted
 * @param wholeness whether something is not in the capture
 * @param time where the time went
 * @param longest call of a client; empty if none has a known latency
 * @param silence the longest time in which a call waited and nothing moved; empty if there is none
 * @param operations by the time that clients waited for them, longest first, then callbacks
 * @param unanswered calls without a reply, as {@link CaptureSummary} counts them
 * @param busiest the connection with most acknowledged calls
 * @param sides what clients sent, then what servers sent
 * @param credits empty if no reply granted any
 * @param clients by their calls, most first
 * @param usedFiles that calls were about, those first of which most bytes moved
 * @param findings by severity, error first, then by number, most first
 * @param connections in the order in which they were found; those that carried no message last
 * @param otherConnections connections that are counted in {@code summary} only, being too many
 * @param withoutRpc what carried no message of RPC-over-RDMA; nothing if a filter chooses calls
 * @param nvme NVMe commands by set, in the order in which these were met first, and by name
 * @param summary the counts of the run, those of findings included
 */
public record Overview(
    List<String> files,
    Optional<Long> chosen,
    Set<String> transports,
    Map<String, Long> protocols,
    List<Mount> mounts,
    Wholeness wholeness,
    TimeUse time,
    Optional<LongCall> longest,
    Optional<LongSilence> silence,
    List<OperationStats> operations,
    long unanswered,
    Optional<ConnectionStats> busiest,
    List<SideLoad> sides,
    Optional<CreditLoad> credits,
    List<ClientLoad> clients,
    FileUse usedFiles,
    List<FoldedFindings.OfRule> findings,
    List<ConnectionStats> connections,
    long otherConnections,
    WithoutRpc withoutRpc,
    List<NvmeStats> nvme,
    CaptureSummary summary) {
  /** {@return whether there is a message of RPC-over-RDMA} */
  public boolean hasMessages() {
    return summary.hasRpcRdma();
  }

  /** {@return whether a filter chose nothing, so that nothing can be said but of the capture} */
  public boolean isNothingChosen() {
    return chosen.isPresent()
        && chosen.get() == 0
        && withoutRpc.connections().isEmpty()
        && nvme.isEmpty();
  }

  /** {@return replies to calls of clients, if none of these calls was captured; otherwise 0} */
  public long repliesAlone() {
    return calls() == 0 ? replies() : 0;
  }

  /** {@return calls of clients, if no reply to any was captured; otherwise 0} */
  public long callsAlone() {
    return replies() == 0 ? calls() : 0;
  }

  private long calls() {
    long calls = 0;
    for (ConnectionStats each : connections) {
      calls += each.record().calls();
    }
    return calls;
  }

  private long replies() {
    long replies = 0;
    for (ConnectionStats each : connections) {
      replies += each.record().replies();
    }
    return replies;
  }
}
