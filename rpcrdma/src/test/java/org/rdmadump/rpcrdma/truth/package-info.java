/** Captures against the records that the kernels and the workload left beside them. */
@NullMarked
package org.rdmadump.rpcrdma.truth;

import org.jspecify.annotations.NullMarked;
