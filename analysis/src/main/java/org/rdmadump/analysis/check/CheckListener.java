package org.rdmadump.analysis.check;

/** Receives what a {@link CaptureCheck} finds, with what it is about. */
public interface CheckListener {
  /** Takes a finding. */
  void finding(FindingSubject subject);

  /** Takes a silence, before its finding. */
  default void silence(Silence silence) {}
}
