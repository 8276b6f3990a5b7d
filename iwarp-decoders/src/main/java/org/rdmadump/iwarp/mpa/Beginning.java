package org.rdmadump.iwarp.mpa;

/** How a stream that may carry MPA may begin. */
public enum Beginning {
  /** With a start-up frame, or it is not MPA. */
  START_UP,
  /** With a start-up frame, or it is not MPA, unless that was not captured. */
  START_UP_OR_HOLE,
  /** Anywhere; framing is looked for. */
  ANYWHERE,
  /** With an FPDU, or it is not MPA. */
  FPDU
}
