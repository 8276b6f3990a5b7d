/** Tests of captures of both ends. */
@NullMarked
package org.rdmadump.analysis.ends;

import org.jspecify.annotations.NullMarked;
