package org.rdmadump.ib.qp;

import java.util.List;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.KeyedHash;
import org.rdmadump.rdma.Service;

/**
 * What tells one direction of a queue pair's traffic from others. The sender's queue pair number is
 * not in its packets.
 *
 * @param source sender's address
 * @param destination receiver's address
 * @param target receiver's queue pair of a service, as {@link #targetOf} has it
 */
record FlowKey(IpAddress source, IpAddress destination, int target) {
  private static final int NUMBER = 0xffffff;
  private static final int NUMBER_BITS = 24;

  /** What is above the number, by its place: nothing is for reliable connections. */
  static final List<Service> SERVICES =
      List.of(
          Service.RELIABLE,
          Service.EXTENDED,
          Service.RELIABLE_DATAGRAM,
          Service.UNRELIABLE,
          Service.DATAGRAM);

  /**
   * {@return a queue pair number with the service of its packets: one that is used anew may be of
   * another service, and what is of another service belongs to no connection of the number}
   *
   * @param number queue pair or EE context, 24 bits; with {@link Service#RELIABLE} it is the target
   */
  static int targetOf(Service service, int number) {
    return SERVICES.indexOf(service) << NUMBER_BITS | number;
  }

  /** {@return the service of its packets} */
  Service service() {
    return SERVICES.get(target >>> NUMBER_BITS);
  }

  /** {@return number of the queue pair, or of the EE context} */
  int number() {
    return target & NUMBER;
  }

  static int hash(long sourceHigh, long sourceLow, long destHigh, long destLow, int target) {
    return KeyedHash.of(sourceHigh, sourceLow, destHigh, destLow, target);
  }

  /** {@return the target of the service, whatever queue pair it is} */
  int targetOfAny() {
    return target & ~NUMBER;
  }

  /** {@return the key of the two hosts and the service, whatever queue pair it is} */
  FlowKey ofHosts() {
    return new FlowKey(source, destination, targetOfAny());
  }

  /** {@return as {@link #hash(long, long, long, long, int)}, of this key} */
  int hash() {
    return hash(source.high(), source.low(), destination.high(), destination.low(), target);
  }

  /** {@return whether a packet is of these hosts} */
  boolean isBetweenHostsOf(Datagram datagram) {
    return datagram.sourceLow() == source.low()
        && datagram.destinationLow() == destination.low()
        && datagram.sourceHigh() == source.high()
        && datagram.destinationHigh() == destination.high();
  }

  boolean is(long sourceHigh, long sourceLow, long destHigh, long destLow, int ofTarget) {
    return ofTarget == target
        && sourceLow == source.low()
        && destLow == destination.low()
        && sourceHigh == source.high()
        && destHigh == destination.high();
  }
}
