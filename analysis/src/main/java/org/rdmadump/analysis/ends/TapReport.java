package org.rdmadump.analysis.ends;

import java.util.List;
import java.util.OptionalLong;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * One of two captures of the same traffic.
 *
 * @param files the captures
 * @param whole whether they were read to their ends
 * @param summary the counts of the run
 * @param hosts the hosts on its side
 * @param snapLength bytes of the shortest frame that was cut, 0 if none was
 * @param dropped packets that the capture says it dropped; empty if it does not say
 * @param onlyHere connections that the other one does not have
 */
public record TapReport(
    List<String> files,
    boolean whole,
    CaptureSummary summary,
    List<IpAddress> hosts,
    int snapLength,
    OptionalLong dropped,
    long onlyHere) {}
