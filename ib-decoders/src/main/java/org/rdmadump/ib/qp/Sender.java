package org.rdmadump.ib.qp;

import org.rdmadump.rdma.Send;

/** The direction of a queue pair that sent a Send, as the queue knows it. */
interface Sender {
  int side();

  /** Whether an error broke the connection. */
  boolean isBroken();

  /** Path MTU in bytes, 0 if it is not known yet. */
  int mtu();

  /** How long a Send waits for an acknowledgement, in nanoseconds. */
  long patience();

  /** Highest PSN at which a request is known to begin. */
  long highestStart();

  /** Time of the first acknowledgement of a PSN, as far as it is known; else of the last one. */
  long acknowledgedNanos(long psn);

  /** Notes that the receiver had all Sends up to a PSN. */
  void proven(long lastPsn);

  /**
   * Whether a Send that was acknowledged is held back, because the message level can use what was
   * not captured before its acknowledgement, and packets are missing that may just come late.
   */
  boolean waitsForLate(SendAssembly send, long now);

  /** Packets of the connection that were captured so far. */
  long packets();

  /**
   * Whether packets of a Send may be captured behind their acknowledgement.
   *
   * @param since time of a packet of it
   * @param packets of the connection when it was acknowledged
   */
  boolean mayComeLate(long since, long packets, long now);

  /** Takes a Send that was put together. */
  void arrived(SendAssembly send);

  /** Takes a Send that has been settled. */
  void settled(Send send);

  /** Takes a packet of a Send that came again. */
  void sentAgain(TransportPacket packet);
}
