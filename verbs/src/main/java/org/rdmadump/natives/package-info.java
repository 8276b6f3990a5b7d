/** Loads libraries written in C, each at its first use. */
@NullMarked
package org.rdmadump.natives;

import org.jspecify.annotations.NullMarked;
