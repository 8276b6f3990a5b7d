package org.rdmadump.analysis.filter;

/**
 * What of a record is asked.
 *
 * @param name of a field
 * @param isLength whether it is its length or number
 * @param place where it is
 */
record Asked(String name, boolean isLength, Span place) {}
