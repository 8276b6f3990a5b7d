package org.rdmadump.analysis.against;

/**
 * Something that tshark and rdmadump see differently.
 *
 * @param what the row of the document that explains it
 * @param detail where it was seen, and how
 */
record Difference(String what, String detail) {}
