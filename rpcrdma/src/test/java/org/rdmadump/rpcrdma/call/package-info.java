@NullMarked
package org.rdmadump.rpcrdma.call;

import org.jspecify.annotations.NullMarked;
