/** The loop that every run goes through, and what it does for each connection. */
@NullMarked
package org.rdmadump.rpcrdma.decode;

import org.jspecify.annotations.NullMarked;
