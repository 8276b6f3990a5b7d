package org.rdmadump.ib.forms;

import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;

/** A transport packet of a RoCEv2 capture, without what carried it. */
final class CarriedPacket {
  private static final int DESTINATION_QP = 5;
  private static final int GENERAL_QP = 1;

  private final int number;
  private final long epochNanos;
  private final IpAddress source;
  private final IpAddress destination;
  private final int trafficClass;
  private final int udpSourcePort;
  private final byte[] transport;

  /**
   * A packet.
   *
   * @param number 1 for the first of its capture
   * @param epochNanos time of capture
   * @param carrier what carried it
   * @param transport base transport header, extension headers, payload and padding
   */
  CarriedPacket(int number, long epochNanos, Datagram carrier, byte[] transport) {
    this.number = number;
    this.epochNanos = epochNanos;
    this.source = carrier.source();
    this.destination = carrier.destination();
    this.trafficClass = carrier.trafficClass();
    this.udpSourcePort = carrier.sourcePort();
    this.transport = transport;
  }

  int number() {
    return number;
  }

  long epochNanos() {
    return epochNanos;
  }

  IpAddress source() {
    return source;
  }

  IpAddress destination() {
    return destination;
  }

  int trafficClass() {
    return trafficClass;
  }

  int udpSourcePort() {
    return udpSourcePort;
  }

  byte[] transport() {
    return transport;
  }

  /** Whether it goes to one of the queue pairs of the subnet and connection managers. */
  boolean isManagement() {
    return transport[DESTINATION_QP] == 0
        && transport[DESTINATION_QP + 1] == 0
        && (transport[DESTINATION_QP + 2] & 0xff) <= GENERAL_QP;
  }
}
