/** Two captures of the same traffic: their clocks, lost packets, and where time went. */
@NullMarked
package org.rdmadump.analysis.ends;

import org.jspecify.annotations.NullMarked;
