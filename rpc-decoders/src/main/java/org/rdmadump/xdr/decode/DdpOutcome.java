package org.rdmadump.xdr.decode;

/**
 * How far the DDP-eligible items of a message are known.
 *
 * @param end {@link XdrEnd#COMPLETE} or {@link XdrEnd#TRAILING} if there are no others; otherwise
 *     there may be some at or behind {@code position}
 * @param position in the rope of the first byte that was not stepped over
 */
public record DdpOutcome(XdrEnd end, long position) {}
