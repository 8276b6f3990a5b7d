package org.rdmadump.device;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import org.rdmadump.net.AddressText;

/**
 * A global identifier, the address of a port: a subnet prefix and a GUID, or with RoCE an IPv6
 * address or an IPv4-mapped address.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 4.1.1; annex A17.
 *
 * @param high first 64 bits in network order, the subnet prefix
 * @param low last 64 bits, the interface identifier
 */
public record Gid(long high, long low) {
  private static final int MAC_BYTES = 6;

  /**
   * {@return the GID in a text; empty if the text is invalid}
   *
   * <p>The text has the form of an IPv6 address (RFC 4291 section 2.2): eight groups. {@code ::}
   * may replace a run of zeros, and an IPv4 address the last two groups.
   */
  public static Optional<Gid> of(String text) {
    return AddressText.ipv6(text).map(address -> new Gid(address.high(), address.low()));
  }

  /** {@return the last 64 bits as a GUID} */
  public Guid guid() {
    return new Guid(low);
  }

  /** {@return the first six bytes as a MAC address, as in the GID of an iWARP port} */
  String macAddress() {
    byte[] prefix = ByteBuffer.allocate(Long.BYTES).putLong(high).array();
    return HexFormat.ofDelimiter(":").formatHex(prefix, 0, MAC_BYTES);
  }

  /** {@return whether all bits are 0: the table entry is unused} */
  public boolean isZero() {
    return high == 0 && low == 0;
  }

  /** {@return the eight groups as in sysfs, {@code fe80:0000:0000:0000:0002:c903:0000:1491}} */
  @Override
  public String toString() {
    return new Guid(high) + ":" + guid();
  }
}
