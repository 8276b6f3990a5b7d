/** Tests of metrics. */
@NullMarked
package org.rdmadump.report.prometheus;

import org.jspecify.annotations.NullMarked;
