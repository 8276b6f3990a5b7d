package org.rdmadump.live.file;

/**
 * The description of a device in a capture file.
 *
 * @param name the system's name of the device
 * @param linkType LINKTYPE_ value of the packets
 * @param snapLength largest number of bytes captured of a packet
 * @param filter capture filter in libpcap's language; empty for none
 */
public record CapturedDevice(String name, int linkType, int snapLength, String filter) {}
