/** Tables of statistics as comma-separated values, nearly as RFC 4180 has them. */
@NullMarked
package org.rdmadump.report.csv;

import org.jspecify.annotations.NullMarked;
