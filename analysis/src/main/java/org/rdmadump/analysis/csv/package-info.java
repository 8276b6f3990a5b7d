/** Tables as comma-separated values. */
@NullMarked
package org.rdmadump.analysis.csv;

import org.jspecify.annotations.NullMarked;
