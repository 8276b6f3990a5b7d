/** Tests of metrics. */
@NullMarked
package org.rdmadump.analysis.metrics;

import org.jspecify.annotations.NullMarked;
