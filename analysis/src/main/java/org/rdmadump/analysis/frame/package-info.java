/** Frames, layer by layer, and which RPC messages they belong to. */
@NullMarked
package org.rdmadump.analysis.frame;

import org.jspecify.annotations.NullMarked;
