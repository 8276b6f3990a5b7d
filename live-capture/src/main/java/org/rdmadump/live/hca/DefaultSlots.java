package org.rdmadump.live.hca;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many packets may wait if nobody says, by the speed of the link. */
final class DefaultSlots {
  /** For links up to 10 Gb/s, and those whose speed is unknown. */
  static final int LEAST = 4096;

  /** Time for which packets of full length may arrive while none is taken. */
  private static final double MILLIS = 4;

  /** Memory for all slots, unless it takes more for the least number. */
  private static final long MOST_BYTES = 64L << 20;

  private static final double BYTES_PER_MILLI = 1e9 / 8 / 1000;

  /** As sysfs has it: {@code 100 Gb/sec (4X EDR)}. */
  private static final Pattern RATE = Pattern.compile("([0-9]{1,5}(?:[.][0-9]{1,3})?) Gb/sec.*");

  private DefaultSlots() {}

  /**
   * {@return the number of slots, at least {@link #LEAST}}
   *
   * @param rate of the port, in the words of sysfs
   * @param slotLength bytes of a slot
   */
  static int of(Optional<String> rate, int slotLength) {
    Matcher matcher = RATE.matcher(rate.orElse(""));
    if (!matcher.matches()) {
      return LEAST;
    }
    double bytes = Double.parseDouble(matcher.group(1)) * BYTES_PER_MILLI * MILLIS;
    return (int) Math.max(LEAST, Math.min(bytes, MOST_BYTES) / slotLength);
  }
}
