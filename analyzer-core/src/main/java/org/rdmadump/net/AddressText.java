package org.rdmadump.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads IP addresses in their text forms. */
public final class AddressText {
  /** Groups of up to four digits; an IPv4 address may stand for the last two. Zones are refused. */
  private static final Pattern IPV6 =
      Pattern.compile("(\\p{XDigit}{0,4}:){2,8}(\\p{XDigit}{0,4}|[0-9]{1,3}(\\.[0-9]{1,3}){3})");

  private AddressText() {}

  /**
   * {@return the address of a text; empty if it is invalid}
   *
   * <p>RFC 4291 section 2.2: eight groups, a run of zero groups may be {@code ::}, and the last two
   * groups may be an IPv4 address.
   */
  public static Optional<IpAddress> ipv6(String text) {
    if (!IPV6.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      // Brackets have an invalid address refused; without them it is a name to look up.
      ByteBuffer bytes = ByteBuffer.wrap(InetAddress.getByName("[" + text + "]").getAddress());
      // The library takes an IPv4-mapped address for IPv4.
      return Optional.of(
          bytes.remaining() == Integer.BYTES
              ? IpAddress.ofIpv4(bytes.getInt())
              : new IpAddress(bytes.getLong(), bytes.getLong()));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
