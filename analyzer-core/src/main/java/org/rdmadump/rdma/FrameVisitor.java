package org.rdmadump.rdma;

/** Takes the numbers of frames. */
public interface FrameVisitor {
  /** Takes the 1-based number of a frame; the same one may come again. */
  void frame(long number);
}
