/** What a report gathers. */
@NullMarked
package org.rdmadump.analysis.report;

import org.jspecify.annotations.NullMarked;
