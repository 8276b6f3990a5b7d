package org.rdmadump.capture;

import java.util.OptionalLong;

/**
 * Statistics of a captured interface; an unknown count is empty, never 0.
 *
 * <p>draft-ietf-opsawg-pcapng section 4.6, Interface Statistics Block.
 *
 * @param startNanos when the capture began, in nanoseconds since 1970-01-01T00:00:00Z
 * @param endNanos when it ended
 * @param received packets that the interface handed to the capture, dropped ones included
 *     (isb_ifrecv)
 * @param droppedByInterface packets that the interface lost (isb_ifdrop)
 * @param dropped packets that the operating system lost because nobody took them (isb_osdrop)
 * @param delivered packets that were captured (isb_usrdeliv)
 */
public record InterfaceStatistics(
    long startNanos,
    long endNanos,
    OptionalLong received,
    OptionalLong droppedByInterface,
    OptionalLong dropped,
    long delivered) {}
