package org.rdmadump.bytes;

/**
 * A run of absent bytes in a {@link Rope}.
 *
 * @param offset of the first absent byte, from the start of the rope
 * @param length number of absent bytes, at least 1
 * @param why the reason
 */
public record Hole(long offset, long length, Absence why) {}
