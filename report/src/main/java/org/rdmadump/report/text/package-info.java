/** Records as text for people. */
@NullMarked
package org.rdmadump.report.text;

import org.jspecify.annotations.NullMarked;
