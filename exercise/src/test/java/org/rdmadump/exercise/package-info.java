/** Exercises over connections in memory, whose packets are written down, and what they prove. */
@NullMarked
package org.rdmadump.exercise;

import org.jspecify.annotations.NullMarked;
