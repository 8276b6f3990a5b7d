package org.rdmadump.bench.generate;

import org.rdmadump.ib.build.Station;
import org.rdmadump.net.IpAddress;

/** Hosts with IPv4 addresses, which are in their Ethernet addresses, too. */
final class Hosts {
  private static final long LOCALLY_ADMINISTERED = 0x0200_0000_0000L;

  private Hosts() {}

  static Station at(int address) {
    long mac = LOCALLY_ADMINISTERED | Integer.toUnsignedLong(address);
    return new Station(mac, IpAddress.ofIpv4(address));
  }
}
