package org.rdmadump.capture;

/**
 * Where frames of a capture were taken, as its file describes it: an interface of a pcapng section,
 * or all of a pcap file. The same interface of the same input is one object.
 *
 * @param snapLength bytes at most captured of a frame, unsigned; 0 for no limit
 * @param name what the system called it; empty if the file has no name
 * @param description what else the file says of it; empty for nothing
 */
public record CaptureInterface(int snapLength, String name, String description) {
  /** An interface without a description. */
  public static final CaptureInterface UNKNOWN = new CaptureInterface(0, "", "");
}
