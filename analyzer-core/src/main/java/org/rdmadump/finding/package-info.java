/** What was wrong or noteworthy in a capture, where, and by which rule. */
@NullMarked
package org.rdmadump.finding;

import org.jspecify.annotations.NullMarked;
