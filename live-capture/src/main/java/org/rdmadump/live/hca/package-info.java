/** Captures from RDMA adapters by a sniffer rule: packets that no net device shows. */
@NullMarked
package org.rdmadump.live.hca;

import org.jspecify.annotations.NullMarked;
