/** Libraries in C, each loaded when something of it is first needed. */
@NullMarked
package org.rdmadump.natives;

import org.jspecify.annotations.NullMarked;
