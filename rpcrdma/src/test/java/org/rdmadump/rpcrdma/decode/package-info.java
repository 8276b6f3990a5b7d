@NullMarked
package org.rdmadump.rpcrdma.decode;

import org.jspecify.annotations.NullMarked;
