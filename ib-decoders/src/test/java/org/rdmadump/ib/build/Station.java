package org.rdmadump.ib.build;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.rdmadump.net.IpAddress;

/**
 * A host on the wire.
 *
 * @param mac its Ethernet address, 48 bits
 * @param address its IPv6 address, or its IPv4 address in the form of {@link IpAddress#ofIpv4}
 */
public record Station(long mac, IpAddress address) {
  private static final long LOCALLY_ADMINISTERED = 0x5254_0000_0000L;
  private static final long LOW_24 = 0xff_ffffL;
  private static final int IPV4_BYTES = 4;

  /** {@return the host with the given IPv4 or IPv6 address, written as digits} */
  public static Station at(String address) {
    ByteBuffer bytes = ByteBuffer.wrap(parse(address));
    IpAddress gid =
        bytes.capacity() == IPV4_BYTES
            ? IpAddress.ofIpv4(bytes.getInt())
            : new IpAddress(bytes.getLong(), bytes.getLong());
    return new Station(LOCALLY_ADMINISTERED | (gid.low() & LOW_24), gid);
  }

  /** {@return whether the address is IPv4} */
  public boolean isIpv4() {
    return address.isIpv4();
  }

  private static byte[] parse(String address) {
    if (!address.matches("[0-9a-fA-F.:]+")) {
      throw new IllegalArgumentException("not an address in digits: " + address);
    }
    try {
      return InetAddress.getByName(address).getAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(address, e);
    }
  }
}
