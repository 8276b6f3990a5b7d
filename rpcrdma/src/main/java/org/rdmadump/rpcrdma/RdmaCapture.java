package org.rdmadump.rpcrdma;

import java.io.IOException;
import org.rdmadump.capture.FrameSource;

/** Decodes a capture into RPC messages and exchanges: the door for embedding programs. */
public final class RdmaCapture {
  /** A run over {@code source} that reports to {@code listener}; not thread-safe. */
  public RdmaCapture(FrameSource source, CaptureOptions options, MessageListener listener) {
    throw new IllegalStateException(source + " " + options + " " + listener);
  }

  /** Decodes the next frame. Returns false at the end of the input. */
  public boolean decodeNext() throws IOException {
    return false;
  }

  /** Gives up what is still open, hands it out, and returns the counts. */
  public CaptureSummary finish() {
    throw new IllegalStateException();
  }
}
