/** Rebuilt RPC messages as packets that other tools read. */
@NullMarked
package org.rdmadump.analysis.export;

import org.jspecify.annotations.NullMarked;
