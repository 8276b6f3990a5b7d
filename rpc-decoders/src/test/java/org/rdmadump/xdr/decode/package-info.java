/** Tests. */
@NullMarked
package org.rdmadump.xdr.decode;

import org.jspecify.annotations.NullMarked;
