package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;

/** The requests of one direction that are remembered, by their PSNs. */
interface SentRequests {
  /** The Send that waits for its acknowledgement and of which a packet with that PSN was seen. */
  @Nullable SendAssembly sendWith(long psn);

  /** The operation that takes a PSN. */
  @Nullable Transfer operationWith(long psn);
}
