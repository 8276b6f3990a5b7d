package org.rdmadump.analysis.frame;

import org.jspecify.annotations.Nullable;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.KeyedHash;

/**
 * Both ends of a stream, the lesser one first; compared without method handles, which take 10 ms.
 */
record HostPorts(IpAddress low, int lowPort, IpAddress high, int highPort) {
  /** {@return the ends of what goes from one to the other} */
  static HostPorts of(IpAddress source, int sourcePort, IpAddress destination, int port) {
    return isLess(source, sourcePort, destination, port)
        ? new HostPorts(source, sourcePort, destination, port)
        : new HostPorts(destination, port, source, sourcePort);
  }

  /** {@return whether what comes from there comes from the lesser end} */
  boolean isLow(IpAddress source, int sourcePort) {
    return sourcePort == lowPort && source.equals(low);
  }

  private static boolean isLess(IpAddress one, int port, IpAddress other, int otherPort) {
    int order = Long.compareUnsigned(one.high(), other.high());
    order = order != 0 ? order : Long.compareUnsigned(one.low(), other.low());
    return order != 0 ? order < 0 : port < otherPort;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HostPorts that
        && lowPort == that.lowPort
        && highPort == that.highPort
        && low.equals(that.low)
        && high.equals(that.high);
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(
        low.high(), low.low(), high.high(), high.low(), lowPort << Short.SIZE | highPort);
  }
}
