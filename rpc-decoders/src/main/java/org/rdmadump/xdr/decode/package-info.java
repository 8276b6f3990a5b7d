/**
 * Reads values of declared XDR types from a rope: one after the other ({@code XdrVisitor}), or as a
 * tree that is found while it is asked for ({@code XdrValue}).
 */
@NullMarked
package org.rdmadump.xdr.decode;

import org.jspecify.annotations.NullMarked;
