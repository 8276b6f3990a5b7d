package org.rdmadump.rpcrdma;

/** What becomes of a frame once its link and network layers are decoded. */
public enum FrameContent {
  /** An InfiniBand transport packet, whatever carries it. */
  TRANSPORT_PACKET,
  /** A TCP segment. */
  TCP_SEGMENT,
  /** A packet that another interface or file showed before, and that was decoded then. */
  COPY,
  /** Nothing: it is left alone. */
  OTHER
}
