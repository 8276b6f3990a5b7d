package org.rdmadump.live.hca;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Options for sniffing an adapter.
 *
 * @param slots packets that the adapter can deliver before one is taken, 1 to {@value #MOST_SLOTS};
 *     {@value #BY_SPEED} for as many as the link can bring in 4 ms, in up to 64 MiB, at least 4096,
 *     and 4096 if memory for them is short or may not be locked; limited by the adapter
 * @param bufferBytes bytes of all slots together, above 0, in place of {@code slots}; empty to use
 *     {@code slots}
 * @param packetLength longest packet in bytes, headers included, {@value #LEAST_LENGTH} to {@value
 *     #MOST_LENGTH}; longer packets are lost and counted. Empty for the MTU of the port plus room
 *     for headers
 * @param busyPoll whether a processor polls for packets without sleeping
 * @param adapterClock whether to use the adapter's clock, if it can be related to the system's
 *     clock; otherwise a packet's time is when its batch was taken
 */
public record SnifferOptions(
    int slots,
    OptionalLong bufferBytes,
    OptionalInt packetLength,
    boolean busyPoll,
    boolean adapterClock) {
  /** Slots by the speed of the link. */
  public static final int BY_SPEED = 0;

  /**
   * Slots for the port's longest packets by the speed of the link, no busy polling, the adapter's
   * clock.
   */
  public static final SnifferOptions DEFAULT =
      new SnifferOptions(BY_SPEED, OptionalLong.empty(), OptionalInt.empty(), false, true);

  /** Largest number of slots. */
  public static final int MOST_SLOTS = 1 << 20;

  /** Shortest slot in bytes. */
  public static final int LEAST_LENGTH = 64;

  /** Longest slot in bytes. */
  public static final int MOST_LENGTH = 1 << 16;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  public SnifferOptions {
    requireSlots(slots, BY_SPEED);
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

  /**
   * {@return these options with a number of slots, and no buffer size}
   *
   * @throws IllegalArgumentException if {@code number} is below 1 or above {@value #MOST_SLOTS}
   */
  public SnifferOptions withSlots(int number) {
    requireSlots(number, 1);
    return new SnifferOptions(number, OptionalLong.empty(), packetLength, busyPoll, adapterClock);
  }

  /**
   * {@return these options with as many slots as fit into a buffer, at least one}
   *
   * @param bytes size of the buffer in bytes
   */
  public SnifferOptions withBuffer(long bytes) {
    return new SnifferOptions(slots, OptionalLong.of(bytes), packetLength, busyPoll, adapterClock);
  }

  /**
   * {@return these options with another longest packet}
   *
   * @param bytes longest packet in bytes
   */
  public SnifferOptions withPacketLength(int bytes) {
    return new SnifferOptions(slots, bufferBytes, OptionalInt.of(bytes), busyPoll, adapterClock);
  }

  private static void requireSlots(int number, int least) {
    if (number < least || number > MOST_SLOTS) {
      throw new IllegalArgumentException(number + " slots; there can be 1 to " + MOST_SLOTS);
    }
  }

  /** {@return these options with or without busy polling} */
  public SnifferOptions withBusyPoll(boolean spinning) {
    return new SnifferOptions(slots, bufferBytes, packetLength, spinning, adapterClock);
  }

  /** {@return these options with the adapter's or the system's clock} */
  public SnifferOptions withAdapterClock(boolean adapters) {
    return new SnifferOptions(slots, bufferBytes, packetLength, busyPoll, adapters);
  }
}
