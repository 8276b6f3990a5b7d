/**
 * Connections over RDMA: rdma_cm(7) and the verbs that it needs, through librdmacm and libibverbs,
 * which are loaded when {@link org.rdmadump.rdmacm.RdmaCm#open} is called.
 *
 * <p>Everything belongs to what it was made from, and is closed with it, in the order that the
 * libraries demand; closing twice does nothing, use after close throws {@link
 * java.lang.IllegalStateException}. All of it may be used by several threads, except for what says
 * otherwise.
 */
@NullMarked
package org.rdmadump.rdmacm;

import org.jspecify.annotations.NullMarked;
