/** Tests of the InfiniBand headers. */
@NullMarked
package org.rdmadump.ib;

import org.jspecify.annotations.NullMarked;
