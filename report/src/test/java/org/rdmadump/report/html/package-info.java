/** The parts of a report. */
@NullMarked
package org.rdmadump.report.html;

import org.jspecify.annotations.NullMarked;
