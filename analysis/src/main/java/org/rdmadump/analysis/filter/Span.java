package org.rdmadump.analysis.filter;

/**
 * A range of characters in an expression.
 *
 * @param start index of the first character
 * @param end index after the last character
 */
record Span(int start, int end) {}
