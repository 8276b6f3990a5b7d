package org.rdmadump.rpcrdma.truth;

import org.rdmadump.net.IpAddress;

/**
 * A packet that begins a Send, as it stands in the capture.
 *
 * @param frame 1-based
 * @param epochNanos time of that frame
 * @param source its sender
 * @param xid first word of its payload
 * @param whole whether the Send is this one packet
 */
record WireSend(long frame, long epochNanos, IpAddress source, int xid, boolean whole) {}
