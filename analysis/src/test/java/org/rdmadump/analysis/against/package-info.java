/** What other programs make of the same messages. */
@NullMarked
package org.rdmadump.analysis.against;

import org.jspecify.annotations.NullMarked;
