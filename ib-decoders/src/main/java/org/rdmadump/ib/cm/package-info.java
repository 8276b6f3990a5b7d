/**
 * Communication management: the datagrams that open and close InfiniBand and RoCE connections.
 *
 * <p>InfiniBand Architecture Specification, volume 1, chapters 12 and 13; annex A11 for the IP
 * addressing of the RDMA connection manager.
 */
@NullMarked
package org.rdmadump.ib.cm;

import org.jspecify.annotations.NullMarked;
