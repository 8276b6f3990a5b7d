package org.rdmadump.exercise.endpoint;

import java.util.OptionalInt;

/**
 * What a receive completed with.
 *
 * @param bytes that were in the receive buffer; none of an RDMA Write with immediate
 * @param written bytes that an RDMA Write with immediate says it wrote; 0 of a Send
 * @param immediate the four bytes of immediate data, in network order
 * @param invalidated handle of this side that the Send took away
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Received(byte[] bytes, int written, OptionalInt immediate, OptionalInt invalidated) {}
