/** Fields of records as columns of text. */
@NullMarked
package org.rdmadump.analysis.table;

import org.jspecify.annotations.NullMarked;
