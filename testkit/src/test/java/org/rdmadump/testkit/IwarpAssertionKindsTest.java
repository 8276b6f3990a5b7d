package org.rdmadump.testkit;

/** Over iWARP. */
class IwarpAssertionKindsTest extends AssertionKinds {
  IwarpAssertionKindsTest() {
    super("iwarp/iwarp-nfs41-crc.pcap", "iwarp/iwarp-nfs41-snap128.pcap");
  }
}
