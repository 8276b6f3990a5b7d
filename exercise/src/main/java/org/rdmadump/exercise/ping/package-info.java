/** RPC NULL calls over RDMA to a server, and what it says of itself. */
@NullMarked
package org.rdmadump.exercise.ping;

import org.jspecify.annotations.NullMarked;
