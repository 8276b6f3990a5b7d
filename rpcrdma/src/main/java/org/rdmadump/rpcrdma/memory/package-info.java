/**
 * Memory that calls advertise (RFC 8166 section 3.4.3): by handle, the operations that move data
 * through it, which of its bytes were seen, and whose they are.
 */
@NullMarked
package org.rdmadump.rpcrdma.memory;

import org.jspecify.annotations.NullMarked;
