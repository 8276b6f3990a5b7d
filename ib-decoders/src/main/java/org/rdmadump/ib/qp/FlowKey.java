package org.rdmadump.ib.qp;

import org.rdmadump.net.IpAddress;

/**
 * What tells one direction of a queue pair's traffic from others. The sender's queue pair number is
 * not in its packets.
 *
 * @param source sender's address
 * @param destination receiver's address
 * @param destinationQp receiver's queue pair number, 24 bits, or {@link #ofContext}
 */
record FlowKey(IpAddress source, IpAddress destination, int destinationQp) {
  private static final int NUMBER = 0xffffff;
  private static final int CONTEXT = NUMBER + 1;

  /** {@return what stands for an EE context in the place of a queue pair number} */
  static int ofContext(int eeContext) {
    return CONTEXT | eeContext;
  }

  /** {@return whether it is one of reliable datagrams} */
  boolean isOfContext() {
    return (destinationQp & CONTEXT) != 0;
  }

  /** {@return number of the queue pair, or of the EE context} */
  int number() {
    return destinationQp & NUMBER;
  }

  static int hash(long sourceHigh, long sourceLow, long destHigh, long destLow, int qp) {
    long mixed =
        (sourceHigh ^ Long.rotateLeft(sourceLow, 17) ^ Long.rotateLeft(destHigh, 31) ^ destLow * 31)
                * 0x9e3779b97f4a7c15L
            + qp * 0xc2b2ae3d27d4eb4fL;
    return (int) (mixed ^ mixed >>> 32);
  }

  /** {@return the key of the two hosts, whatever queue pair it is} */
  FlowKey ofHosts() {
    return new FlowKey(source, destination, 0);
  }

  /** {@return as {@link #hash(long, long, long, long, int)}, of this key} */
  int hash() {
    return hash(source.high(), source.low(), destination.high(), destination.low(), destinationQp);
  }

  boolean is(long sourceHigh, long sourceLow, long destHigh, long destLow, int qp) {
    return qp == destinationQp
        && sourceLow == source.low()
        && destLow == destination.low()
        && sourceHigh == source.high()
        && destHigh == destination.high();
  }
}
