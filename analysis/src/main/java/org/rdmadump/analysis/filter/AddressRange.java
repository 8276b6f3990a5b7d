package org.rdmadump.analysis.filter;

import java.util.Optional;
import org.rdmadump.net.AddressText;
import org.rdmadump.net.IpAddress;

/**
 * A range of addresses with the same prefix.
 *
 * @param first the prefix, with all other bits 0
 * @param bits length of the prefix, 0 to 128; 128 for a single address
 */
record AddressRange(IpAddress first, int bits) {
  /** Bits of a single address. */
  static final int ALL = 128;

  private static final int OF_IPV4 = 96;
  private static final String LID = "lid:";

  /**
   * {@return the range for a text: {@code 192.0.2.1}, {@code fe80::1}, {@code lid:3}, or an address
   * with a prefix length, {@code 192.0.2.0/24}; empty if the text is invalid}
   */
  static Optional<AddressRange> of(String text) {
    if (text.startsWith(LID)) {
      int lid = number(text, LID.length(), text.length(), 0xffff);
      return lid < 0 ? Optional.empty() : Optional.of(new AddressRange(IpAddress.ofLid(lid), ALL));
    }
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    boolean ipv4 = address.indexOf(':') < 0;
    Optional<IpAddress> parsed = ipv4 ? ipv4(address) : AddressText.ipv6(address);
    int most = ipv4 ? ALL - OF_IPV4 : ALL;
    int prefix = slash < 0 ? most : number(text, slash + 1, text.length(), most);
    return parsed.isEmpty() || prefix < 0
        ? Optional.empty()
        : Optional.of(new AddressRange(parsed.get(), ipv4 ? prefix + OF_IPV4 : prefix));
  }

  /** {@return whether a text is an address with a prefix length that is more than its bits} */
  static boolean isTooLong(String text) {
    int slash = text.indexOf('/');
    return slash > 0
        && of(text).isEmpty()
        && of(text.substring(0, slash)).isPresent()
        && text.substring(slash + 1).matches("[0-9]+");
  }

  /** {@return whether an address is in the range, which has addresses of one version} */
  boolean has(IpAddress address) {
    if (address.isIpv4() != first.isIpv4() || address.isLid() != first.isLid()) {
      return false;
    }
    long high = address.high() ^ first.high();
    long low = address.low() ^ first.low();
    if (bits == 0) {
      return true;
    }
    if (bits <= Long.SIZE) {
      return (high >>> (Long.SIZE - bits)) == 0;
    }
    return high == 0 && (low >>> (ALL - bits)) == 0;
  }

  /** {@return whether this is one address, of IPv4 or IPv6, which others can be less than} */
  boolean isSingle() {
    return bits == ALL && !first.isLid();
  }

  /** {@return whether an address of the same version has an order to the single one} */
  boolean isOrdered(Operator order, IpAddress address) {
    if (address.isLid() || address.isIpv4() != first.isIpv4()) {
      return false;
    }
    int high = Long.compareUnsigned(address.high(), first.high());
    return order.holds(high != 0 ? high : Long.compareUnsigned(address.low(), first.low()));
  }

  private static Optional<IpAddress> ipv4(String text) {
    String[] parts = text.split("\\.", -1);
    int bits = 0;
    for (String part : parts) {
      int value = number(part, 0, part.length(), 0xff);
      if (value < 0) {
        return Optional.empty();
      }
      bits = bits << 8 | value;
    }
    return parts.length == 4 ? Optional.of(IpAddress.ofIpv4(bits)) : Optional.empty();
  }

  /**
   * Reads a decimal number with no more digits than {@code most}; -1 if it is invalid or too large.
   */
  private static int number(String text, int from, int to, int most) {
    if (from >= to || to - from > Integer.toString(most).length()) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      char each = text.charAt(i);
      if (each < '0' || each > '9') {
        return -1;
      }
      value = 10 * value + (each - '0');
    }
    return value <= most ? value : -1;
  }
}
