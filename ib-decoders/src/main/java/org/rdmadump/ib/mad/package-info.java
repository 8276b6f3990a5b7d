/**
 * Management datagrams: the header that all have in common, and the names of what stands in it.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 13.4; attributes by class: 14.2.5, 15.2.5,
 * 16.1 to 16.7.
 */
@NullMarked
package org.rdmadump.ib.mad;

import org.jspecify.annotations.NullMarked;
