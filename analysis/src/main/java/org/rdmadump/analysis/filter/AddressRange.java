package org.rdmadump.analysis.filter;

import java.util.Optional;
import org.rdmadump.net.AddressText;
import org.rdmadump.net.IpAddress;

/**
 * Addresses that begin with the same bits.
 *
 * @param first the bits, others 0
 * @param bits how many count, 0 to 128; all for a single address
 */
record AddressRange(IpAddress first, int bits) {
  private static final int ALL = 128;
  private static final int OF_IPV4 = 96;
  private static final String LID = "lid:";

  /**
   * {@return the addresses of a text: {@code 192.0.2.1}, {@code fe80::1}, {@code lid:3}, or with
   * the length of a prefix, {@code 192.0.2.0/24}; nothing if it is none of these}
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

  /** {@return whether an address is one of them} */
  boolean has(IpAddress address) {
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

  /** A decimal number of at most three or five digits; -1 if it is none, or too great. */
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
