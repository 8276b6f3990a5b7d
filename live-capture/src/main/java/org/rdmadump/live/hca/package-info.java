/** Packets of an RDMA adapter, from a sniffer rule of its own: what no net device shows. */
@NullMarked
package org.rdmadump.live.hca;

import org.jspecify.annotations.NullMarked;
