package org.rdmadump.ib;

import org.rdmadump.rdma.FragmentPlace;

/** Place of a packet in its message. */
public enum Part {
  /** The first of several. */
  FIRST("First", FragmentPlace.FIRST),
  /** Neither the first nor the last. */
  MIDDLE("Middle", FragmentPlace.MIDDLE),
  /** The last of several. */
  LAST("Last", FragmentPlace.LAST),
  /** The whole message. */
  ONLY("Only", FragmentPlace.ONLY);

  private final String text;
  private final FragmentPlace place;

  Part(String text, FragmentPlace place) {
    this.text = text;
    this.place = place;
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
