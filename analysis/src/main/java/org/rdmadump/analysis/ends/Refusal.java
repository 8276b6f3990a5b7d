package org.rdmadump.analysis.ends;

/**
 * The packet that a receiver asked for last, with a NAK, a further RDMA Read request or a selective
 * acknowledgement of what comes after it. If it arrives after that and before it is sent again, it
 * was late and not lost. Packets are told by the number that they begin with.
 */
final class Refusal {
  private boolean known;
  private int position;
  private boolean notReady;
  private boolean open;
  private boolean late;

  /**
   * Notes that a packet was asked for.
   *
   * @param isOwn whether the receiver's own capture shows it, which tells what comes later there
   */
  void refuse(int wanted, boolean isNotReady, boolean isOwn) {
    if (!isOwn && is(wanted)) {
      // The sender's view of the same.
      return;
    }
    known = true;
    position = wanted;
    notReady = isNotReady;
    open = isOwn;
    late = false;
  }

  /**
   * Notes that the receiver's own capture shows that it lacks a packet. It may say so once more
   * after the packet came.
   */
  void lack(int wanted) {
    if (is(wanted)) {
      open = !late;
    } else {
      refuse(wanted, /* isNotReady= */ false, /* isOwn= */ true);
    }
  }

  /** Notes that the receiver's capture shows a packet. */
  void arrived(int arrival) {
    if (open && is(arrival)) {
      late = true;
      open = false;
    }
  }

  /** Whether this packet was asked for. */
  boolean is(int wanted) {
    return known && position == wanted;
  }

  boolean isNotReady() {
    return notReady;
  }

  /** Whether it arrived late; now it is sent again, so what arrives is the next copy. */
  boolean endsLate(int wanted) {
    if (!is(wanted)) {
      return false;
    }
    boolean wasLate = late;
    late = false;
    open = false;
    return wasLate;
  }
}
