package org.rdmadump.tcp;

/** Whoever keeps bytes of a stream until something else comes. */
public interface MemoryHolder {
  /** Gives back what it took, and does without. */
  void giveUp();

  /** Whether nothing is lost if it gives up: it keeps room for what may come, and nothing else. */
  default boolean isIdle() {
    return false;
  }
}
