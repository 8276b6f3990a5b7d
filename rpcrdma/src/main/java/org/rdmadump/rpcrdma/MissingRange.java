package org.rdmadump.rpcrdma;

import org.rdmadump.bytes.Absence;

/**
 * Bytes of a rebuilt message that were not seen.
 *
 * @param offset of the first, in the rebuilt message
 * @param length how many, at least 1
 * @param reason why
 */
public record MissingRange(long offset, long length, Absence reason) {}
