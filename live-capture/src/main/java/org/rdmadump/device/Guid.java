package org.rdmadump.device;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A globally unique identifier of a node, a port or a system image (EUI-64).
 *
 * <p>InfiniBand Architecture Specification, volume 1, 4.1.
 *
 * @param bits the 64 bits in network order
 */
public record Guid(long bits) {
  private static final Pattern FOUR_GROUPS =
      Pattern.compile("(?:\\p{XDigit}{1,4}:){3}\\p{XDigit}{1,4}");
  private static final int GROUP_BITS = 16;
  private static final int HEXADECIMAL = 16;

  /**
   * {@return the GUID in a text such as {@code 0002:c903:0000:1491}; empty if the text is invalid}
   *
   * <p>Each of the four groups may omit leading zeros.
   */
  public static Optional<Guid> of(String text) {
    if (!FOUR_GROUPS.matcher(text).matches()) {
      return Optional.empty();
    }
    long bits = 0;
    for (String group : text.split(":", -1)) {
      bits = bits << GROUP_BITS | Integer.parseInt(group, HEXADECIMAL);
    }
    return Optional.of(new Guid(bits));
  }

  /** {@return whether all bits are 0: an invalid GUID} */
  public boolean isZero() {
    return bits == 0;
  }

  /** {@return the four groups as in sysfs, such as {@code 0002:c903:0000:1491}} */
  @Override
  public String toString() {
    String digits = HexFormat.of().toHexDigits(bits);
    return String.join(
        ":",
        digits.substring(0, 4),
        digits.substring(4, 8),
        digits.substring(8, 12),
        digits.substring(12));
  }
}
