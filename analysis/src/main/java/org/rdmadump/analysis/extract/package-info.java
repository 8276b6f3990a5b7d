/** The files that READ and WRITE moved: their names, their bytes in a folder, and a manifest. */
@NullMarked
package org.rdmadump.analysis.extract;

import org.jspecify.annotations.NullMarked;
