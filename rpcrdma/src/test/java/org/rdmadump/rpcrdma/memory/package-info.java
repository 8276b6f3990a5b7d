@NullMarked
package org.rdmadump.rpcrdma.memory;

import org.jspecify.annotations.NullMarked;
