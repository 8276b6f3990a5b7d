package org.rdmadump.analysis.frame;

/** Takes frames in the order in which they were captured. */
public interface FrameSink {
  /** Takes a frame. */
  void frame(FrameRecord frame);
}
