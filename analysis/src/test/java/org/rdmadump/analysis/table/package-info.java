/** Captures as tables. */
@NullMarked
package org.rdmadump.analysis.table;

import org.jspecify.annotations.NullMarked;
