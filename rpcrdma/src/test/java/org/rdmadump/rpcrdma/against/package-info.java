/** What to hold out against: captures that tshark reads wrongly, cut ones, damaged ones. */
@NullMarked
package org.rdmadump.rpcrdma.against;

import org.jspecify.annotations.NullMarked;
