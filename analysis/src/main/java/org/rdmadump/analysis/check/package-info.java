/** Findings of a whole capture: those over messages, and which rules are selected. */
@NullMarked
package org.rdmadump.analysis.check;

import org.jspecify.annotations.NullMarked;
