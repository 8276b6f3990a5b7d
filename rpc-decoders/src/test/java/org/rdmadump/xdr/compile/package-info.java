/** Tests. */
@NullMarked
package org.rdmadump.xdr.compile;

import org.jspecify.annotations.NullMarked;
