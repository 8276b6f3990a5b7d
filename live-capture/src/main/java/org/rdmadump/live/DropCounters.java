package org.rdmadump.live;

import java.util.OptionalLong;

/**
 * A device's packet counts since the start of the capture. An empty count is unknown, not 0.
 *
 * @param received packets that reached the capture, including packets dropped later
 * @param dropped packets lost because they were not taken in time
 * @param droppedByInterface packets lost before the capture, by the adapter or its driver
 */
public record DropCounters(
    OptionalLong received, OptionalLong dropped, OptionalLong droppedByInterface) {
  /** The counts of a device without counters. */
  public static final DropCounters UNKNOWN =
      new DropCounters(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
}
