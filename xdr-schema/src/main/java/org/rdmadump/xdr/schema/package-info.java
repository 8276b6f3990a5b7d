/** Declared XDR types as the decoder uses them: read from the tables that the build makes. */
@NullMarked
package org.rdmadump.xdr.schema;

import org.jspecify.annotations.NullMarked;
