/** Two runs of a workload side by side: what differs beyond chance, and where calls are too few. */
@NullMarked
package org.rdmadump.analysis.compare;

import org.jspecify.annotations.NullMarked;
