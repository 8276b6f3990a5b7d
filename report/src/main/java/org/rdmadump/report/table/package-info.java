/** Fields of records as columns of text. */
@NullMarked
package org.rdmadump.report.table;

import org.jspecify.annotations.NullMarked;
