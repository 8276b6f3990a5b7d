package org.rdmadump.analysis.frame;

import org.rdmadump.net.IpAddress;

/** Two hosts that talk to each other, whoever sends. */
public record HostPair(IpAddress one, IpAddress other) {
  /** {@return the pair of these two, in either order} */
  public static HostPair of(IpAddress source, IpAddress destination) {
    int order = Long.compareUnsigned(source.high(), destination.high());
    if (order == 0) {
      order = Long.compareUnsigned(source.low(), destination.low());
    }
    return order <= 0 ? new HostPair(source, destination) : new HostPair(destination, source);
  }
}
