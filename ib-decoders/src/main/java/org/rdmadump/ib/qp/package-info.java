/** Queue pairs: what one host sends another, put in PSN order, and the two directions joined. */
@NullMarked
package org.rdmadump.ib.qp;

import org.jspecify.annotations.NullMarked;
