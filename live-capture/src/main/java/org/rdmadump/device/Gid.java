package org.rdmadump.device;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import org.rdmadump.net.AddressText;

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
  private static final int MAC_BYTES = 6;

  /**
   * {@return the GID of a text; empty if it is invalid}
   *
   * <p>It is written as an IPv6 address is (RFC 4291 section 2.2): eight groups, a run of zeros may
   * be {@code ::}, and the last two groups may be an IPv4 address.
   */
  public static Optional<Gid> of(String text) {
    return AddressText.ipv6(text).map(address -> new Gid(address.high(), address.low()));
  }

  /** {@return the last 64 bits as a GUID} */
  public Guid guid() {
    return new Guid(low);
  }

  /** {@return the first six bytes as a MAC address, which they are in a GID of iWARP} */
  String macAddress() {
    byte[] prefix = ByteBuffer.allocate(Long.BYTES).putLong(high).array();
    return HexFormat.ofDelimiter(":").formatHex(prefix, 0, MAC_BYTES);
  }

  /** {@return whether all bits are 0: nothing is in that place of the table} */
  public boolean isZero() {
    return high == 0 && low == 0;
  }

  /** {@return eight groups as sysfs has them, {@code fe80:0000:0000:0000:0002:c903:0000:1491}} */
  @Override
  public String toString() {
    return new Guid(high) + ":" + guid();
  }
}
