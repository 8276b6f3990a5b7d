package org.rdmadump.device;

import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * A global identifier, which a port is addressed by: a subnet prefix and a GUID, or with RoCE an
 * IPv6 address, an IPv4-mapped one for IPv4.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 4.1.1; annex A17.
 *
 * @param high first 64 bits in network order, the subnet prefix
 * @param low last 64 bits, the interface identifier
 */
public record Gid(long high, long low) {
  private static final int GROUPS = 8;
  private static final int GROUPS_OF_HALF = 4;
  private static final int MOST_LENGTH = 45;
  private static final int OCTETS = 4;
  private static final int MOST_OCTET = 255;
  private static final int MOST_OCTET_DIGITS = 3;
  private static final int OCTET_BITS = 8;

  /** Whole, or empty. */
  private static final int[] NONE = {};

  /**
   * {@return what {@code text} says; empty if it is none}
   *
   * <p>It is written as an IPv6 address is (RFC 4291 section 2.2): eight groups, a run of zeros may
   * be {@code ::}, and the last two groups may be an IPv4 address.
   */
  public static Optional<Gid> of(String text) {
    if (text.length() > MOST_LENGTH) {
      return Optional.empty();
    }
    int gap = text.indexOf("::");
    int[] groups = new int[GROUPS];
    if (gap < 0) {
      int[] all = groups(text);
      if (all.length != GROUPS) {
        return Optional.empty();
      }
      groups = all;
    } else {
      String before = text.substring(0, gap);
      String after = text.substring(gap + 2);
      int[] first = groups(before);
      int[] last = groups(after);
      boolean understood =
          (before.isEmpty() || first.length > 0)
              && before.indexOf('.') < 0
              && (after.isEmpty() || last.length > 0);
      if (!understood || first.length + last.length >= GROUPS) {
        return Optional.empty();
      }
      System.arraycopy(first, 0, groups, 0, first.length);
      System.arraycopy(last, 0, groups, GROUPS - last.length, last.length);
    }
    return Optional.of(new Gid(half(groups, 0), half(groups, GROUPS_OF_HALF)));
  }

  /** Groups between colons, none if one of them is wrong. */
  private static int[] groups(String text) {
    String[] parts = text.split(":", -1);
    boolean dotted = parts[parts.length - 1].indexOf('.') >= 0;
    int[] groups = new int[parts.length + (dotted ? 1 : 0)];
    if (groups.length > GROUPS) {
      return NONE;
    }
    for (int i = 0; i < parts.length; i++) {
      if (dotted && i == parts.length - 1) {
        long ipv4 = ipv4(parts[i]);
        if (ipv4 < 0) {
          return NONE;
        }
        groups[i] = (int) (ipv4 >>> HexGroup.BITS);
        groups[i + 1] = (int) ipv4 & 0xffff;
      } else {
        groups[i] = HexGroup.value(parts[i]);
        if (groups[i] < 0) {
          return NONE;
        }
      }
    }
    return groups;
  }

  /** The 32 bits of an IPv4 address, -1 if it is none. */
  private static long ipv4(String text) {
    String[] octets = text.split("\\.", -1);
    if (octets.length != OCTETS) {
      return -1;
    }
    long bits = 0;
    for (String octet : octets) {
      long value = octet.length() > MOST_OCTET_DIGITS ? -1 : Digits.value(octet, 10, MOST_OCTET);
      if (value < 0) {
        return -1;
      }
      bits = bits << OCTET_BITS | value;
    }
    return bits;
  }

  private static long half(int[] groups, int from) {
    long bits = 0;
    for (int i = from; i < from + GROUPS_OF_HALF; i++) {
      bits = bits << HexGroup.BITS | groups[i];
    }
    return bits;
  }

  /** {@return the last 64 bits as a GUID} */
  public Guid guid() {
    return new Guid(low);
  }

  /** {@return the first six bytes as a MAC address, which they are in a GID of iWARP} */
  String macAddress() {
    StringJoiner text = new StringJoiner(":");
    for (int shift = Long.SIZE - OCTET_BITS; shift > HexGroup.BITS - 1; shift -= OCTET_BITS) {
      text.add(String.format(Locale.ROOT, "%02x", high >>> shift & MOST_OCTET));
    }
    return text.toString();
  }

  /** {@return whether all bits are 0: nothing is in that place of the table} */
  public boolean isZero() {
    return high == 0 && low == 0;
  }

  /** {@return eight groups as sysfs has them, {@code fe80:0000:0000:0000:0002:c903:0000:1491}} */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(39);
    HexGroup.append(high, text);
    text.append(':');
    HexGroup.append(low, text);
    return text.toString();
  }
}
