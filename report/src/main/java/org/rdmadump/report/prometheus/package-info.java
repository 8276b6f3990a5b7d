/** Metrics in the text format of Prometheus. */
@NullMarked
package org.rdmadump.report.prometheus;

import org.jspecify.annotations.NullMarked;
