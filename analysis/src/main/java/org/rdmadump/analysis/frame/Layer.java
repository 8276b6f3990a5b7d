package org.rdmadump.analysis.frame;

/**
 * One layer of a frame.
 *
 * @param name which layer
 * @param header what was read of it
 * @param offset of its first byte in the frame; where packets were put together from fragments, in
 *     the one put together; where it began in an earlier frame, 0
 * @param length bytes of the header
 */
public record Layer(LayerName name, Record header, int offset, int length) {}
