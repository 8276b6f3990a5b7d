package org.rdmadump.rdma;

import java.util.OptionalInt;
import org.rdmadump.net.IpAddress;

/**
 * One end of an RDMA connection.
 *
 * @param address network address
 * @param number queue pair number (InfiniBand family) or TCP port (iWARP); empty where the capture
 *     does not tell
 */
public record Endpoint(IpAddress address, OptionalInt number) {}
