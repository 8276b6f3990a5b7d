/** Checks a whole capture: collects findings, selects them by rule, and counts them. */
@NullMarked
package org.rdmadump.analysis.check;

import org.jspecify.annotations.NullMarked;
