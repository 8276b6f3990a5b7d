package org.rdmadump.cli;

/** A fault of this program while it decoded. */
final class DecodingFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long frame;
  private final Throwable fault;

  DecodingFault(long frame, Throwable fault) {
    super(fault);
    this.frame = frame;
    this.fault = fault;
  }

  /** {@return number of the last frame that was read} */
  long frame() {
    return frame;
  }

  /** {@return what was thrown} */
  Throwable fault() {
    return fault;
  }
}
