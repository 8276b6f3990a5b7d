/** Tests of queue pairs: order, delivery, transfers, connections. */
@NullMarked
package org.rdmadump.ib.qp;

import org.jspecify.annotations.NullMarked;
