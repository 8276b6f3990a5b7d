package org.rdmadump.tcp;

/** Whoever keeps bytes of a stream until something else comes. */
public interface MemoryHolder {
  /** Gives back what it took, and does without. */
  void giveUp();
}
