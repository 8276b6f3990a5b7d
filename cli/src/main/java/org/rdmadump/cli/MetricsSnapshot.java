package org.rdmadump.cli;

/**
 * The metrics as they were last taken. The thread that decodes takes them, others read them, and
 * none waits for another.
 */
final class MetricsSnapshot {
  /** Never changed once it is here. */
  private volatile byte[] text = {};

  /** Replaces them. */
  void set(byte[] metrics) {
    text = metrics;
  }

  /** {@return the text, which is not to be changed; empty before the first} */
  byte[] text() {
    return text;
  }
}
