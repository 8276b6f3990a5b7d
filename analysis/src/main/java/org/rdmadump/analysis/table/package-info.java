/** Captures as tables: their columns, and rows for whatever stores them. */
@NullMarked
package org.rdmadump.analysis.table;

import org.jspecify.annotations.NullMarked;
