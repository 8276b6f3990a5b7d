/**
 * Real captures with one fault each, put in on purpose; lengths, checksums and CRCs are right
 * unless they are the fault. {@code testdata/faults} writes them to files.
 */
@NullMarked
package org.rdmadump.cli.faults;

import org.jspecify.annotations.NullMarked;
