package org.rdmadump.analysis.filter;

/**
 * Characters of an expression.
 *
 * @param start index of the first
 * @param end index behind the last
 */
record Span(int start, int end) {}
