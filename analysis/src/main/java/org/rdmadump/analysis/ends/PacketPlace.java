package org.rdmadump.analysis.ends;

import java.util.Locale;

/** Where a packet was lost, or why only one of two captures has it. */
public enum PacketPlace {
  /** The sender's capture has it, the receiver's has not, and it was retransmitted. */
  WIRE,
  /** Both captures have it; the receiver refused it or never acknowledged it. */
  RECEIVER,
  /** Both captures have it; the receiver was not ready (RNR NAK). */
  NOT_READY,
  /** Both captures have it, but it came behind later ones, so the receiver asked for it again. */
  LATE,
  /** Both captures have it and its acknowledgement, and it was retransmitted all the same. */
  NEEDLESS,
  /** It was delivered, but A does not have it. */
  MISSING_IN_A,
  /** It was delivered, but B does not have it. */
  MISSING_IN_B,
  /** One capture has it, and nothing tells whether it was delivered. */
  UNDECIDED,
  /** The other capture did not run yet, or no more. */
  OUTSIDE,
  /** The other capture has nothing that goes the same way, as behind a filter. */
  ONE_SIDE;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** {@return its name in output} */
  public String label() {
    return label;
  }

  /** {@return whether the network or a receiver lost it} */
  public boolean isLoss() {
    return this == WIRE || this == RECEIVER || this == NOT_READY;
  }

  /** {@return whether a capture lacks it that should have it} */
  public boolean isMissing() {
    return this == MISSING_IN_A || this == MISSING_IN_B;
  }

  /** {@return the fate of a delivered packet that a capture does not have} */
  static PacketPlace missingIn(Tap tap) {
    return tap == Tap.A ? MISSING_IN_A : MISSING_IN_B;
  }
}
