package org.rdmadump.report;

import java.io.IOException;

/** Nobody reads the output any more, as behind {@code | head}. */
public final class ClosedPipeException extends IOException {
  private static final long serialVersionUID = 1L;

  ClosedPipeException(IOException cause) {
    super("closed pipe", cause);
  }
}
