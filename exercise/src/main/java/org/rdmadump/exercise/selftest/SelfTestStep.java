package org.rdmadump.exercise.selftest;

import java.util.Locale;

/** A step of the self-test, in the order in which they are made. */
public enum SelfTestStep {
  /** All calls that a capture begins with. */
  OPEN("the adapter accepts a sniffer rule"),
  /** Known traffic is captured, and rebuilt from the capture. */
  PACKETS("all packets come, in both directions"),
  /** Link type, lengths, CRCs of that capture. */
  BOUNDS("link type, and where a packet begins and ends"),
  /** Timestamps of that capture. */
  TIMES("times are right, and of the adapter's clock"),
  /** More packets than slots. */
  DROPS("drops are counted where they happen"),
  /** Full rate with the default number of slots. */
  RATE("no loss at full rate with the default slots"),
  /** Slots that are shorter than packets. */
  LONG("packets longer than a slot are counted"),
  /** Many captures in a row. */
  TEARDOWN("teardown leaves nothing behind"),
  /** A capture by a process with one capability. */
  CAPABILITY("the capability CAP_NET_RAW is enough"),
  /** A device that cannot be sniffed. */
  REFUSAL("a soft device is refused, its net device named"),
  /** The driver lets the adapter go during a capture. */
  RESET("a reset ends the capture with a message");

  private final String what;

  SelfTestStep(String what) {
    this.what = what;
  }

  /** {@return its name, in lower case} */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return what it proves, in a few words} */
  public String what() {
    return what;
  }
}
