package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;

/** The last operations of one direction, newest found first. */
final class TransferRing extends UseOrder.Member {
  private static final int MOST = 256;
  private static final int FIRST_CAPACITY = 4;
  private static final @Nullable Transfer[] NONE = new Transfer[0];

  private final Limits limits;
  private @Nullable Transfer[] slots = NONE;
  private int newest = -1;
  private int count;

  TransferRing(Limits limits) {
    this.limits = limits;
  }

  void add(Transfer transfer) {
    if (count == slots.length && count < MOST) {
      grow();
    }
    newest = (newest + 1) % slots.length;
    slots[newest] = transfer;
    boolean more = count < slots.length;
    if (more) {
      count++;
    }
    limits.remembers(this, more);
  }

  private void grow() {
    @Nullable Transfer[] larger = new Transfer[Math.max(FIRST_CAPACITY, slots.length * 2)];
    for (int age = 0; age < count; age++) {
      larger[count - 1 - age] = at(age);
    }
    slots = larger;
    newest = count - 1;
  }

  @Override
  void giveUp() {
    clear();
  }

  /** Forgets all of them. */
  void clear() {
    limits.forgets(this, count);
    slots = NONE;
    newest = -1;
    count = 0;
  }

  private @Nullable Transfer at(int age) {
    return slots[(newest - age + slots.length) % slots.length];
  }

  /** The newest transfer that takes {@code psn}. */
  @Nullable Transfer covering(long psn) {
    Transfer last = newest < 0 ? null : slots[newest];
    if (last != null && last.covers(psn)) {
      return last;
    }
    for (int age = 1; age < count; age++) {
      Transfer transfer = at(age);
      if (transfer != null && transfer.covers(psn)) {
        return transfer;
      }
    }
    return null;
  }

  /** The newest transfer that begins at {@code psn}. */
  @Nullable Transfer startingAt(long psn) {
    for (int age = 0; age < count; age++) {
      Transfer transfer = at(age);
      if (transfer != null && transfer.firstPsn == psn) {
        return transfer;
      }
    }
    return null;
  }
}
