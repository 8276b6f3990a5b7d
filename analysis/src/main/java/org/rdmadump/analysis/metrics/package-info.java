/** Numbers of a run that goes on, for monitoring: counters, gauges and histograms, at any time. */
@NullMarked
package org.rdmadump.analysis.metrics;

import org.jspecify.annotations.NullMarked;
