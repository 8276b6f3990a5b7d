package org.rdmadump.iwarp.stream;

/** What {@link IwarpDecoder} counts over all connections. */
public enum IwarpCount {
  /** Segments of connections that carry iWARP. */
  PACKETS,
  /** TCP segments on ports of iWARP that the snap length cut before what iWARP is known by. */
  CUT,
  /** DDP segments whose headers the snap length cut. */
  TRUNCATED,
  /** DDP segments that were too short for their own headers. */
  MALFORMED,
  /** Connections that were given up because there were too many. */
  EVICTED_CONNECTIONS,
  /** DDP segments of Sends that were not kept because the Sends had too many, or too long ones. */
  EVICTED_SEND_SEGMENTS
}
