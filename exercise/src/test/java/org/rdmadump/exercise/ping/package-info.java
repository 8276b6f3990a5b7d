/** NULL calls to servers that answer in every way there is. */
@NullMarked
package org.rdmadump.exercise.ping;

import org.jspecify.annotations.NullMarked;
