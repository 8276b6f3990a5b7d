/** Reports as XML. */
@NullMarked
package org.rdmadump.analysis.xml;

import org.jspecify.annotations.NullMarked;
