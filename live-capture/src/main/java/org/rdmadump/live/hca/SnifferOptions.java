package org.rdmadump.live.hca;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How an adapter is sniffed.
 *
 * @param slots packets that the adapter can have delivered before one is taken; the adapter's own
 *     limit is kept to. 1 to {@value #MOST_SLOTS}
 * @param bufferBytes bytes of all slots together, above 0; empty: as many slots as said
 * @param packetLength bytes of the longest packet that can be received, headers included, {@value
 *     #LEAST_LENGTH} to {@value #MOST_LENGTH}; longer ones are lost, and counted. Empty: the MTU of
 *     the port and room for headers
 * @param busyPoll whether a processor spins for packets instead of sleeping until they come
 * @param adapterClock whether times are the adapter's, where it has a clock that can be related to
 *     the system's; else they are of when a batch was taken
 */
public record SnifferOptions(
    int slots,
    OptionalLong bufferBytes,
    OptionalInt packetLength,
    boolean busyPoll,
    boolean adapterClock) {
  /** 4096 slots as long as the port's packets, asleep until packets come, the adapter's times. */
  public static final SnifferOptions DEFAULT =
      new SnifferOptions(4096, OptionalLong.empty(), OptionalInt.empty(), false, true);

  /** Most slots. */
  public static final int MOST_SLOTS = 1 << 20;

  /** Bytes that a slot has at least. */
  public static final int LEAST_LENGTH = 64;

  /** Bytes that a slot has at most. */
  public static final int MOST_LENGTH = 1 << 16;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a number is outside of its range
   */
  public SnifferOptions {
    if (slots < 1 || slots > MOST_SLOTS) {
      throw new IllegalArgumentException(slots + " slots; there can be 1 to " + MOST_SLOTS);
    }
    if (bufferBytes.isPresent() && bufferBytes.getAsLong() < 1) {
      throw new IllegalArgumentException("a buffer of " + bufferBytes.getAsLong() + " bytes");
    }
    if (packetLength.isPresent()
        && (packetLength.getAsInt() < LEAST_LENGTH || packetLength.getAsInt() > MOST_LENGTH)) {
      throw new IllegalArgumentException(
          "slots of "
              + packetLength.getAsInt()
              + " bytes; they can have "
              + LEAST_LENGTH
              + " to "
              + MOST_LENGTH);
    }
  }

  /** {@return the same with so many slots} */
  public SnifferOptions withSlots(int number) {
    return new SnifferOptions(number, OptionalLong.empty(), packetLength, busyPoll, adapterClock);
  }

  /** {@return the same with as many slots as that many bytes hold, one at least} */
  public SnifferOptions withBuffer(long bytes) {
    return new SnifferOptions(slots, OptionalLong.of(bytes), packetLength, busyPoll, adapterClock);
  }

  /** {@return the same for packets of up to so many bytes} */
  public SnifferOptions withPacketLength(int bytes) {
    return new SnifferOptions(slots, bufferBytes, OptionalInt.of(bytes), busyPoll, adapterClock);
  }

  /** {@return the same, spinning or asleep} */
  public SnifferOptions withBusyPoll(boolean spinning) {
    return new SnifferOptions(slots, bufferBytes, packetLength, spinning, adapterClock);
  }

  /** {@return the same with times of the adapter or of the system} */
  public SnifferOptions withAdapterClock(boolean adapters) {
    return new SnifferOptions(slots, bufferBytes, packetLength, busyPoll, adapters);
  }
}
