/** What the report shows: the first page, series over time, operations, exchanges, files. */
@NullMarked
package org.rdmadump.analysis.report;

import org.jspecify.annotations.NullMarked;
