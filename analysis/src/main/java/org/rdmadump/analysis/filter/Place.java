package org.rdmadump.analysis.filter;

/**
 * Characters of an expression.
 *
 * @param start index of the first
 * @param end index behind the last
 */
record Place(int start, int end) {}
