package org.rdmadump.exercise.endpoint;

/**
 * A part of this side's memory that an operation sends or fills: an entry of its scatter-gather
 * list.
 *
 * @param memory that it is in
 * @param offset of its first byte
 * @param length bytes, from 0 on
 */
public record Slice(Memory memory, int offset, int length) {}
