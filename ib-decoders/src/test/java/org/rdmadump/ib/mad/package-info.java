/** Tests of the header that management datagrams have in common. */
@NullMarked
package org.rdmadump.ib.mad;

import org.jspecify.annotations.NullMarked;
