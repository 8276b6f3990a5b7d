/** What a capture holds of an exercise, rebuilt offline and compared with what was in memory. */
@NullMarked
package org.rdmadump.exercise.proof;

import org.jspecify.annotations.NullMarked;
