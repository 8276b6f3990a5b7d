package org.rdmadump.rpcrdma;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.finding.Severity;

/**
 * The counts of a run.
 *
 * <pre>{@code
 * System.out.println(capture.summary().calls() + " calls");
 * }</pre>
 *
 * @param frames frames read
 * @param bytes captured bytes read
 * @param notDecoded frames that carried no RDMA, by reason
 * @param rdmaPackets packets of an RDMA transport, without duplicates
 * @param duplicates packets that were left out as copies of packets at another interface or in
 *     another capture
 * @param congestion RDMA packets that report congestion, by kind
 * @param mads management datagrams, by the name of their class
 * @param madErrors those with an error status, by kind and error
 * @param refused connections that the connection manager refused, by the reason
 * @param connections connections that carried RPC-over-RDMA
 * @param otherProtocols connections that were found to carry something else, by its name
 * @param calls RPC calls, repeats included
 * @param repeatedCalls those that repeat another one
 * @param replies RPC replies, repeats included
 * @param unanswered calls without a captured reply; one that was sent over several connections
 *     counts once, and not if any of them brought an answer
 * @param repliesWithoutCall replies whose call was not captured
 * @param incomplete messages with missing bytes
 * @param otherMessages RPC-over-RDMA messages without an RPC message, such as RDMA_ERROR
 * @param nvmeCommands commands of NVMe over RDMA, and responses without theirs
 * @param findings of the decoders, by severity; those that only a check makes, about whole
 *     messages, connections and files, are in the summary of its report
 * @param rules these findings by the name of their rule, in the order to print them in; those
 *     without one are left out
 * @param evictions things given up by a limit of our own, by table
 * @param backwards frames that are earlier than the one before them
 * @param firstNanos earliest time of a frame, 0 if there is none
 * @param lastNanos latest time of a frame, 0 if there is none
 * @param devices what became of the packets of devices that were captured; none of files
 * @param problems what was wrong with the input, a line each: a file that ends inside a frame, one
 *     of several that cannot be read; said by {@code RdmaCapture} and {@code CaptureBuilder}
 */
public record CaptureSummary(
    long frames,
    long bytes,
    Map<String, Long> notDecoded,
    long rdmaPackets,
    long duplicates,
    Map<String, Long> congestion,
    Map<String, Long> mads,
    Map<String, Long> madErrors,
    Map<String, Long> refused,
    int connections,
    Map<String, Integer> otherProtocols,
    long calls,
    long repeatedCalls,
    long replies,
    long unanswered,
    long repliesWithoutCall,
    long incomplete,
    long otherMessages,
    long nvmeCommands,
    Map<Severity, Long> findings,
    Map<String, Long> rules,
    Map<String, Long> evictions,
    long backwards,
    long firstNanos,
    long lastNanos,
    List<DeviceCounts> devices,
    List<String> problems) {
  /** Copies maps and lists, in their order: counts do not change. */
  public CaptureSummary {
    notDecoded = ordered(notDecoded);
    congestion = ordered(congestion);
    mads = ordered(mads);
    madErrors = ordered(madErrors);
    refused = ordered(refused);
    otherProtocols = ordered(otherProtocols);
    findings = ordered(findings);
    rules = ordered(rules);
    evictions = ordered(evictions);
    devices = List.copyOf(devices);
    problems = List.copyOf(problems);
  }

  private static <K, V> Map<K, V> ordered(Map<K, V> counts) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /** {@return whether a message of RPC-over-RDMA was found} */
  public boolean hasRpcRdma() {
    return calls + replies + otherMessages > 0;
  }

  /** {@return the same with other counts of findings} */
  public CaptureSummary withFindings(Map<Severity, Long> bySeverity, Map<String, Long> byRule) {
    return with(bySeverity, byRule, devices, problems);
  }

  /** {@return the same with what became of the packets of devices} */
  public CaptureSummary withDevices(List<DeviceCounts> counts) {
    return with(findings, rules, counts, problems);
  }

  /** {@return the same with what was wrong with the input} */
  public CaptureSummary withProblems(List<String> wrong) {
    return with(findings, rules, devices, wrong);
  }

  private CaptureSummary with(
      Map<Severity, Long> bySeverity,
      Map<String, Long> byRule,
      List<DeviceCounts> counts,
      List<String> wrong) {
    return new CaptureSummary(
        frames,
        bytes,
        notDecoded,
        rdmaPackets,
        duplicates,
        congestion,
        mads,
        madErrors,
        refused,
        connections,
        otherProtocols,
        calls,
        repeatedCalls,
        replies,
        unanswered,
        repliesWithoutCall,
        incomplete,
        otherMessages,
        nvmeCommands,
        bySeverity,
        byRule,
        evictions,
        backwards,
        firstNanos,
        lastNanos,
        counts,
        wrong);
  }
}
