package org.rdmadump.cli;

import java.io.IOException;

/** Carries a failure to write through code that only reads. */
final class OutputFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final IOException failure;

  OutputFailure(IOException failure) {
    super(failure);
    this.failure = failure;
  }

  @Override
  public synchronized IOException getCause() {
    return failure;
  }
}
