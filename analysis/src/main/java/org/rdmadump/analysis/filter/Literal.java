package org.rdmadump.analysis.filter;

/**
 * A value in an expression.
 *
 * @param text without quotation marks
 * @param isQuoted whether it had some
 * @param place where it is
 */
record Literal(String text, boolean isQuoted, Span place) {}
