/** External Data Representation (RFC 4506), read from a rope of captured bytes. */
@NullMarked
package org.rdmadump.xdr;

import org.jspecify.annotations.NullMarked;
