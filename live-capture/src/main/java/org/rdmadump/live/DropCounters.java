package org.rdmadump.live;

import java.util.OptionalLong;

/**
 * What a device says of its packets since the capture began; empty where it says nothing, which is
 * another matter than 0.
 *
 * @param received packets that reached the capture, those included that it then dropped
 * @param dropped packets lost because nobody took them in time
 * @param droppedByInterface packets lost before the capture, by the adapter or its driver
 */
public record DropCounters(
    OptionalLong received, OptionalLong dropped, OptionalLong droppedByInterface) {
  /** Counters of a device that has none. */
  public static final DropCounters UNKNOWN =
      new DropCounters(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
}
