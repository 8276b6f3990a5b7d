/** Records as JSON: one object a line, or one array. */
@NullMarked
package org.rdmadump.analysis.json;

import org.jspecify.annotations.NullMarked;
