/** The first page about a capture: what it is, whether it is whole, and what stands out. */
@NullMarked
package org.rdmadump.analysis.overview;

import org.jspecify.annotations.NullMarked;
