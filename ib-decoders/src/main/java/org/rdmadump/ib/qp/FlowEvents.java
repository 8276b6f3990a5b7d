package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEvents;

/** Who is told of what a flow shows. */
interface FlowEvents {
  /** Those of its connection; null before that has begun. */
  @Nullable ConnectionEvents events();

  /** The same; the connection begins with a frame, if it has not. */
  ConnectionEvents eventsFrom(long frame);

  /** Notes something of the connection that belongs to no message, if there is one. */
  void note(Finding finding);

  /** The frame of a damaged copy of a request; 0 if none is known. */
  long damagedFrame(long psn);

  /** Tells of requests between two PSNs that were acknowledged and are damaged in the capture. */
  void tellDamaged(long from, long to);

  /** Whether the connection was seen from its start. */
  boolean isFromStart();
}
