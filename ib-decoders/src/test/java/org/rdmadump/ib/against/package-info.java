/** Headers of the transport, compared with what another program makes of them. */
@NullMarked
package org.rdmadump.ib.against;

import org.jspecify.annotations.NullMarked;
