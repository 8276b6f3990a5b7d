package org.rdmadump.analysis.frame;

/**
 * Variant CRC of a packet of native InfiniBand, at its end (IBTA volume 1, 7.8.2).
 *
 * @param value its two bytes, the first one sent as the upper one
 */
record VariantCrc(int value) {}
