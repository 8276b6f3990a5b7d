/** Records as JSON: one object a line, or one array. */
@NullMarked
package org.rdmadump.report.json;

import org.jspecify.annotations.NullMarked;
