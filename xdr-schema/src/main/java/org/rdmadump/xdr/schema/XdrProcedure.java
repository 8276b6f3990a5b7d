package org.rdmadump.xdr.schema;

/**
 * A procedure of a version of a program (RFC 5531 section 12).
 *
 * @param name without the prefix that all names of its version have, such as {@code READ}
 * @param number procedure number, 0 to 2<sup>32</sup>-1
 * @param arguments type of the arguments
 * @param results type of the results
 */
public record XdrProcedure(String name, long number, XdrField arguments, XdrField results) {}
