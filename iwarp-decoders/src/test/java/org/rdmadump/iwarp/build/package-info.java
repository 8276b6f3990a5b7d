/** Builds captures of iWARP: what two ends do, as TCP segments that can be cut and shuffled. */
@NullMarked
package org.rdmadump.iwarp.build;

import org.jspecify.annotations.NullMarked;
