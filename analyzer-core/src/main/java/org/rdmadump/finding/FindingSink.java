package org.rdmadump.finding;

/** Takes findings as decoders make them. */
public interface FindingSink {
  /** Takes one finding. */
  void accept(Finding finding);
}
