package org.rdmadump.ib;

import org.rdmadump.rdma.FragmentPlace;

/** Place of a packet in its message. */
public enum Part {
  /** The first of several. */
  FIRST("First", FragmentPlace.FIRST, true, false),
  /** Neither the first nor the last. */
  MIDDLE("Middle", FragmentPlace.MIDDLE, false, false),
  /** The last of several. */
  LAST("Last", FragmentPlace.LAST, false, true),
  /** The whole message. */
  ONLY("Only", FragmentPlace.ONLY, true, true);

  private final String text;
  private final FragmentPlace place;
  private final boolean starts;
  private final boolean ends;

  Part(String text, FragmentPlace place, boolean starts, boolean ends) {
    this.text = text;
    this.place = place;
    this.starts = starts;
    this.ends = ends;
  }

  /** {@return whether the message begins with such a packet} */
  boolean starts() {
    return starts;
  }

  /** {@return whether the message ends with such a packet} */
  boolean ends() {
    return ends;
  }

  /** {@return the same in terms of any transport} */
  public FragmentPlace place() {
    return place;
  }

  /** {@return the name in the specification's spelling} */
  public String text() {
    return text;
  }
}
