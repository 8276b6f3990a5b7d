package org.rdmadump.device;

import java.util.Optional;

/**
 * A globally unique identifier of a node, a port or a system image (EUI-64).
 *
 * <p>InfiniBand Architecture Specification, volume 1, 4.1.
 *
 * @param bits in network order
 */
public record Guid(long bits) {
  private static final int GROUPS = 4;

  /**
   * {@return what {@code text} says, such as {@code 0002:c903:0000:1491}; empty if it is none}
   *
   * <p>Leading zeros of each of the four groups may be left out.
   */
  public static Optional<Guid> of(String text) {
    String[] groups = text.split(":", -1);
    if (groups.length != GROUPS) {
      return Optional.empty();
    }
    long bits = 0;
    for (String group : groups) {
      int value = HexGroup.value(group);
      if (value < 0) {
        return Optional.empty();
      }
      bits = bits << HexGroup.BITS | value;
    }
    return Optional.of(new Guid(bits));
  }

  /** {@return whether all bits are 0, which identifies nothing} */
  public boolean isZero() {
    return bits == 0;
  }

  /** {@return four groups as sysfs has them, such as {@code 0002:c903:0000:1491}} */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(19);
    HexGroup.append(bits, text);
    return text.toString();
  }
}
