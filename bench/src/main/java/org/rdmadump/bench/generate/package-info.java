/**
 * Writes traffic of any amount, in constant memory, by the packet builders of the tests: {@code
 * org.rdmadump.ib.build}, {@code org.rdmadump.iwarp.build} and {@code org.rdmadump.rpcrdma.build}.
 * Nothing of this is shipped, so that it may depend on test trees.
 */
@NullMarked
package org.rdmadump.bench.generate;

import org.jspecify.annotations.NullMarked;
