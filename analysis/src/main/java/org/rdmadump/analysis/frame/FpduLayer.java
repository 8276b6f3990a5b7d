package org.rdmadump.analysis.frame;

/**
 * An FPDU (RFC 5044 section 3), of which this frame has an end at least.
 *
 * @param length bytes of its ULPDU
 * @param begins whether it begins in this frame
 * @param ends whether it ends in this frame
 */
record FpduLayer(int length, boolean begins, boolean ends) {}
