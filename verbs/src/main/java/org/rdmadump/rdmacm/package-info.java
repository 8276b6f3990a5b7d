/**
 * RDMA connections: rdma_cm(7) and the verbs it needs, through librdmacm and libibverbs. {@link
 * org.rdmadump.rdmacm.RdmaCm#open} loads both libraries.
 *
 * <p>Every object belongs to the object it was made from, and is closed with it, in the order that
 * the libraries require. Closing twice has no effect. Use after close throws {@link
 * java.lang.IllegalStateException}. Unless a type says otherwise, several threads may use its
 * objects.
 */
@NullMarked
package org.rdmadump.rdmacm;

import org.jspecify.annotations.NullMarked;
