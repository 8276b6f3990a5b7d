/** Captures that tshark reads wrongly, and what is right. */
@NullMarked
package org.rdmadump.rpcrdma.against;

import org.jspecify.annotations.NullMarked;
