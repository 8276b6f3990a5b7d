/** What can be asked of rules. */
@NullMarked
package org.rdmadump.analysis.check;

import org.jspecify.annotations.NullMarked;
