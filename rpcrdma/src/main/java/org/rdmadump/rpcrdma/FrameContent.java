package org.rdmadump.rpcrdma;

/** What a frame contains above its link and network layers. */
public enum FrameContent {
  /** An InfiniBand transport packet, whatever carries it. */
  TRANSPORT_PACKET,
  /** A TCP segment. */
  TCP_SEGMENT,
  /** A copy of a packet at another interface or in another file, where it was decoded. */
  COPY,
  /** Nothing: it is left alone. */
  OTHER
}
