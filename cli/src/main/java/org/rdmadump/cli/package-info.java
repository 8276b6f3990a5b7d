/** The command rdmadump: its options, its exit status, and what it writes where. */
@NullMarked
package org.rdmadump.cli;

import org.jspecify.annotations.NullMarked;
