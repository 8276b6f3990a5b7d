/** ONC RPC messages (RFC 5531) and the XDR that they are written in (RFC 4506). */
@NullMarked
package org.rdmadump.rpc;

import org.jspecify.annotations.NullMarked;
