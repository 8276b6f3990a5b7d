package org.rdmadump.live.file;

/**
 * What a capture file says of a device.
 *
 * @param name what the system calls it
 * @param linkType LINKTYPE_ value of its packets
 * @param snapLength bytes that are captured of a packet at most
 * @param filter what chose its packets, in libpcap's language; empty for none
 */
public record CapturedDevice(String name, int linkType, int snapLength, String filter) {}
