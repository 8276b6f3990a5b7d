package org.rdmadump.analysis.filter;

/**
 * A value in an expression.
 *
 * @param text the value without quotation marks
 * @param isQuoted whether the value had quotation marks
 * @param place place of the value
 */
record Literal(String text, boolean isQuoted, Span place) {}
