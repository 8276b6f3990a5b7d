/** What one can ask of a capture, and the writers that print the answers. */
@NullMarked
package org.rdmadump.analysis;

import org.jspecify.annotations.NullMarked;
