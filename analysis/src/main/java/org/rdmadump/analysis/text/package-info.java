/** Records as text for people. */
@NullMarked
package org.rdmadump.analysis.text;

import org.jspecify.annotations.NullMarked;
