/** Sequences of captured bytes with holes, and sets of byte ranges. */
@NullMarked
package org.rdmadump.bytes;

import org.jspecify.annotations.NullMarked;
