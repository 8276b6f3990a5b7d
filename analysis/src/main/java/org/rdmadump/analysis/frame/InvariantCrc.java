package org.rdmadump.analysis.frame;

/**
 * Invariant CRC of an InfiniBand transport packet, behind its payload (IBTA volume 1, 7.8.1).
 *
 * @param value its four bytes, the first one sent as the upper one
 */
record InvariantCrc(int value) {}
