package org.rdmadump.exercise.endpoint;

/**
 * What an end of a connection can do.
 *
 * @param device name of the RDMA device
 * @param iwarp whether it speaks iWARP; else InfiniBand or RoCE
 * @param pathMtu payload bytes of a full packet; of iWARP what the device says, which TCP need not
 *     keep to
 * @param immediate whether immediate data can be sent
 * @param invalidate whether a Send can take memory away that this side registers for that
 * @param mostSlices entries that the list of a Send or a Write may have, from 1 on
 * @param mostReadSlices entries that the list of a Read may have; 1 of iWARP, whose Read Request
 *     has one sink (RFC 5040 section 4.4)
 */
public record Traits(
    String device,
    boolean iwarp,
    int pathMtu,
    boolean immediate,
    boolean invalidate,
    int mostSlices,
    int mostReadSlices) {}
