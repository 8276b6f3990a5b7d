package org.rdmadump.analysis.ends;

import java.util.Locale;

/** What a comparison of two ends can fail for. */
public enum EndsKind {
  /** Packets that the network or a receiver lost. */
  LOSS,
  /** Packets that a capture should have and has not. */
  MISSING,
  /** Messages that only one capture has. */
  MESSAGES,
  /** Clocks that no line fits, because one was set or does not run evenly. */
  CLOCKS;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** {@return its name in output and on the command line} */
  public String label() {
    return label;
  }

  /** {@return how many of them there are} */
  public long count(EndsReport report) {
    return switch (this) {
      case LOSS -> report.packets().losses();
      case MISSING -> report.packets().missing();
      case MESSAGES -> report.exchanges().onlyInA() + report.exchanges().onlyInB();
      case CLOCKS -> report.clocks().isEven() ? 0 : 1;
    };
  }
}
