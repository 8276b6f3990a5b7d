/** iWARP connections: what RDMAP messages on them did, told as RDMA events. */
@NullMarked
package org.rdmadump.iwarp.stream;

import org.jspecify.annotations.NullMarked;
