package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.ib.Reth;
import org.rdmadump.rdma.ConnectionEvents;

/**
 * The last RDMA Writes of one direction, or its RDMA Reads, newest found first, and packets of them
 * that came too early.
 */
final class TransferRing extends Yielding<TransferRing> {
  private static final int MOST = 256;

  /** Reads that a requester has under way at most, by what adapters can do. */
  private static final int MOST_UNDER_WAY = 128;

  private static final int FIRST_CAPACITY = 4; // A power of two, as all capacities.
  private static final int NOT_FOUND = -1;
  private static final @Nullable Transfer[] NONE = new Transfer[0];

  private final PsnSequence sequence;
  private final Limits limits;
  private final boolean reads;
  private @Nullable Transfer[] slots = NONE;
  private int newest = -1;
  private int count;

  /** How many of the oldest are known to be {@linkplain #isComplete complete}. */
  private int complete;

  /** How many of the oldest {@linkplain Transfer#letsGo let go} of all but their numbers. */
  private int bare;

  /** The highest PSN that one of them begins at. */
  private long highestStart = Long.MIN_VALUE;

  /** The one that was found last, if its end is known; no newer one takes any of its PSNs. */
  private @Nullable Transfer latest;

  /** Packets that belong to none of them; made for the first, and kept empty behind the last. */
  private @Nullable HeldFragments held;

  /**
   * An empty ring.
   *
   * @param sequence the PSNs of their requests
   * @param reads whether it holds Reads, which are over when their responses were seen
   */
  TransferRing(PsnSequence sequence, Limits limits, boolean reads) {
    this.sequence = sequence;
    this.limits = limits;
    this.reads = reads;
  }

  /** Adds an operation, and hands it the packets of it that were held. */
  void add(Transfer transfer) {
    remember(transfer);
    if (held != null) {
      held.placeInto(transfer, reads);
    }
  }

  private void remember(Transfer transfer) {
    dropOverIfCrowded();
    if (count == slots.length && count < MOST) {
      grow();
    }
    newest = newest + 1 & slots.length - 1;
    boolean more = count < slots.length;
    if (more) {
      count++;
    } else {
      countIfLost(slots[newest]);
      forgot(1);
    }
    slots[newest] = transfer;
    highestStart = Math.max(highestStart, transfer.firstPsn);
    latest = transfer.knowsMtu() ? transfer : null;
    limits.remembers(this, more);
    while (bare < count && letsGo(at(count - 1 - bare))) {
      bare++;
    }
  }

  private static boolean letsGo(@Nullable Transfer transfer) {
    return transfer == null || transfer.letsGo();
  }

  /** Takes note that the oldest were forgotten. */
  private void forgot(int oldest) {
    complete = Math.max(0, complete - oldest);
    bare = Math.max(0, bare - oldest);
  }

  private void grow() {
    @Nullable Transfer[] larger = new Transfer[Math.max(FIRST_CAPACITY, slots.length * 2)];
    for (int age = 0; age < count; age++) {
      larger[count - 1 - age] = at(age);
    }
    slots = larger;
    newest = count - 1;
  }

  /**
   * If many are remembered in the run, drops the oldest as long as no packet is to be expected of
   * them but repeats.
   */
  void dropOverIfCrowded() {
    if (!limits.isCrowded()) {
      return;
    }
    latest = null;
    int before = count;
    Transfer oldest = count == 0 ? null : at(count - 1);
    while (oldest != null && isOver(oldest)) {
      slots[newest - count + 1 & slots.length - 1] = null;
      count--;
      oldest = count == 0 ? null : at(count - 1);
    }
    forgot(before - count);
    limits.forgets(before - count);
  }

  private boolean isOver(Transfer transfer) {
    return reads ? transfer.isAnswered() : transfer.endsBefore(sequence.expected());
  }

  @Override
  protected TransferRing self() {
    return this;
  }

  @Override
  void giveUp() {
    for (int age = 0; age < count; age++) {
      countIfLost(at(age));
    }
    forgetAll();
  }

  private void countIfLost(@Nullable Transfer transfer) {
    if (transfer != null && !isOver(transfer)) {
      limits.lostTransfer();
    }
  }

  /** Forgets everything. */
  void clear() {
    if (held != null) {
      held.clear();
    }
    forgetAll();
  }

  private void forgetAll() {
    leave();
    limits.forgets(count);
    slots = NONE;
    newest = -1;
    count = 0;
    complete = 0;
    bare = 0;
    highestStart = Long.MIN_VALUE;
    latest = null;
  }

  private @Nullable Transfer at(int age) {
    return slots[newest - age & slots.length - 1];
  }

  /**
   * The newest transfer that takes {@code psn}. One without a path MTU may end before: it takes
   * none that another takes which begins behind it.
   */
  @Nullable Transfer covering(long psn) {
    Transfer last = latestCovering(psn);
    return last != null ? last : search(psn);
  }

  /**
   * The newest RDMA Write that takes a packet. The packet may tell it the path MTU, and thereby
   * that it takes fewer PSNs. With a Read that matters to later requests, too.
   */
  @Nullable Transfer writeWith(TransportPacket packet, long psn) {
    Transfer transfer = covering(psn);
    while (transfer != null) {
      transfer.learnMtu(packet.opcode().endsMessage(), psn, packet.payloadLength());
      if (transfer.covers(psn)) {
        return transfer;
      }
      transfer = covering(psn);
    }
    return null;
  }

  /** Takes note that a transfer takes other PSNs than when it was added. */
  void resized() {
    latest = null;
  }

  /** The transfer that was found last, if it takes {@code psn}; else another may. */
  @Nullable Transfer latestCovering(long psn) {
    Transfer last = latest;
    return last != null && last.covers(psn) ? last : null;
  }

  /** The transfer that was found last, if all its PSNs are its own. */
  @Nullable Transfer latest() {
    return latest;
  }

  private @Nullable Transfer search(long psn) {
    int age = ageOf(psn);
    if (age == NOT_FOUND) {
      return null;
    }
    Transfer found = at(age);
    latest = found != null && found.knowsMtu() && !isOverlapped(found, age) ? found : null;
    return found;
  }

  /** As {@link #covering}, and nothing is remembered of the search. */
  @Nullable Transfer find(long psn) {
    int age = ageOf(psn);
    return age == NOT_FOUND ? null : at(age);
  }

  private int ageOf(long psn) {
    int found = NOT_FOUND;
    long start = Long.MIN_VALUE;
    for (int age = 0; age < count; age++) {
      Transfer transfer = at(age);
      if (transfer != null && transfer.covers(psn) && transfer.firstPsn > start) {
        found = age;
        if (transfer.knowsMtu()) {
          return found;
        }
        start = transfer.firstPsn;
      }
    }
    return found;
  }

  private boolean isOverlapped(Transfer transfer, int itsAge) {
    for (int age = 0; age < itsAge; age++) {
      Transfer newer = at(age);
      if (newer != null && newer.overlaps(transfer)) {
        return true;
      }
    }
    return false;
  }

  /** Transfers that take {@code psn} or a later one and were not all seen, oldest first. */
  List<Transfer> openFrom(long psn) {
    List<Transfer> open = new ArrayList<>(1);
    for (int age = count - 1; age >= 0; age--) {
      Transfer transfer = at(age);
      if (transfer != null && !transfer.isAnswered() && !transfer.endsBefore(psn)) {
        open.add(transfer);
      }
    }
    return open;
  }

  /**
   * Whether one of them ends behind {@code from} and not behind {@code to}, and its last response
   * was not seen. Those that begin later are few: a requester has not many under way.
   */
  boolean lacksAnswerWithin(long from, long to) {
    for (int age = 0; age < Math.min(count, MOST_UNDER_WAY); age++) {
      Transfer transfer = at(age);
      if (transfer == null || transfer.endPsn() <= from) {
        return false;
      }
      if (transfer.isUnansweredBefore(to)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a response is missing to one of them that ends behind {@code psn}. */
  boolean lacksResponse(long psn) {
    return complete < count && lacksAnyResponse(psn);
  }

  private boolean lacksAnyResponse(long psn) {
    for (int oldest = complete; oldest < count; oldest++) {
      Transfer transfer = at(count - 1 - oldest);
      if (transfer == null || isComplete(transfer)) {
        complete += oldest == complete ? 1 : 0;
      } else if (!transfer.endsBefore(psn)) {
        return true;
      }
    }
    return false;
  }

  /** Whether all responses to a Read were seen; then it stays so. */
  private static boolean isComplete(Transfer read) {
    return read.isAnswered() && read.gaps() == 0;
  }

  /** The newest transfer that begins at {@code psn}, if it is this operation. */
  @Nullable Transfer startingAt(long psn, Reth reth) {
    if (psn > highestStart) {
      return null;
    }
    for (int age = 0; age < count; age++) {
      Transfer transfer = at(age);
      if (transfer != null && transfer.firstPsn == psn) {
        return transfer.isSame(reth.rKey(), reth.virtualAddress(), reth.dmaLength())
            ? transfer
            : null;
      }
    }
    return null;
  }

  /** Holds a packet that belongs to no operation, or to one that does not say where it belongs. */
  void hold(TransportPacket packet, long psn) {
    if (held == null) {
      held = new HeldFragments(limits);
    }
    held.hold(packet, psn);
  }

  /** Whether a packet with this PSN is held. */
  boolean holds(long psn) {
    return held != null && held.holds(psn);
  }

  /**
   * Tells of the Read that goes when one is added, if it lacks responses which were sent, as the
   * responder answered later requests. Where responses are captured before their requests, it is
   * not known whether others were lost.
   *
   * @param told the connection, if there is one
   * @param unseen what was answered before any request was seen
   */
  void tellLacking(@Nullable ConnectionEvents told, UnseenRequests unseen) {
    tellLacking(told, MOST - 1, /* goesOn= */ false, unseen);
  }

  /**
   * The same of all, which are forgotten now.
   *
   * @param goesOn whether only the capture ends: then responses that were lost before they were
   *     captured may come again, unless the requester shows that it has them
   */
  void tellLackingAtEnd(@Nullable ConnectionEvents told, boolean goesOn, UnseenRequests unseen) {
    tellLacking(told, 0, goesOn, unseen);
  }

  private void tellLacking(
      @Nullable ConnectionEvents told, int fromAge, boolean goesOn, UnseenRequests unseen) {
    if (told == null || held != null || limits.isCrowded()) {
      return;
    }
    for (int age = fromAge; age < count; age++) {
      Transfer read = at(age);
      if (read != null
          && read.lacksResponses()
          && (!goesOn || age >= MOST_UNDER_WAY || read.sink.isOver())
          && read.endsBefore(sequence.acknowledged())
          && !unseen.wasAnsweredEarly(read.firstPsn)
          && !isOverlapped(read, age)) {
        told.finding(read.responsesNotCaptured());
      }
    }
  }

  /** A requester that lacks the end of a response asks for that alone, with the PSNs it had. */
  void noteRest(Transfer transfer, TransportPacket packet) {
    Transfer whole = covering(transfer.firstPsn);
    if (whole == null) {
      return;
    }
    if (!limits.isCrowded()) {
      transfer.repeats(whole);
    }
    if (transfer.isRestOf(whole)) {
      transfer.sink.finding(
          packet.finding(
              IbRules.PSN_REPEAT,
              "RDMA READ Request repeated for the last %s, PSN %d",
              Counted.of(transfer.length, "byte"),
              packet.psn()));
    }
  }
}
