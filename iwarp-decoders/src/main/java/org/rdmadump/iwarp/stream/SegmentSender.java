package org.rdmadump.iwarp.stream;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.RequestCounters;

/** The side of a connection that sent the segments, as the parts of its flow know it. */
interface SegmentSender {
  int side();

  /** Whoever is told of the connection; it begins with {@code frame} if nothing was told before. */
  ConnectionEvents events(long frame);

  void finding(Finding finding);

  /** Where the requests of the side are counted, if they are. */
  @Nullable RequestCounters requests();

  /** Whether the other side has advertised memory that this side may write into. */
  boolean mayWrite(int stag, long offset, int length, long frame);

  /** Whether it may have sent, before what it was sent last, a request that was not captured. */
  boolean mayLackRequest();

  /** Takes note of a Send, which may answer one of the other side whose end is missing. */
  void arrives(IwarpSend send);

  /** What all connections share. */
  IwarpRun run();
}
