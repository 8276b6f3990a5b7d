/**
 * Compiles declarations (RFC 4506, with marks of our own, {@code docs/schema.md}) into the tables
 * that {@code org.rdmadump.xdr.schema} reads. The build does that; the program never does.
 */
@NullMarked
package org.rdmadump.xdr.compile;

import org.jspecify.annotations.NullMarked;
