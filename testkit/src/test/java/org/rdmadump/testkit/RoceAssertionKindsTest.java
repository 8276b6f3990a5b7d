package org.rdmadump.testkit;

/** Over RoCE. */
class RoceAssertionKindsTest extends AssertionKinds {
  RoceAssertionKindsTest() {
    super("rocev2/rocev2-nfs41-any-nano.pcap", "rocev2/rocev2-nfs41-snap128.pcap");
  }
}
