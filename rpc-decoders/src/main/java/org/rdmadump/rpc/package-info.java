/** ONC RPC version 2 (RFC 5531): message headers, and the names of programs and procedures. */
@NullMarked
package org.rdmadump.rpc;

import org.jspecify.annotations.NullMarked;
