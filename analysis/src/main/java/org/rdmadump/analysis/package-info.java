/** What one can ask of a capture, and what all of its packages share. */
@NullMarked
package org.rdmadump.analysis;

import org.jspecify.annotations.NullMarked;
