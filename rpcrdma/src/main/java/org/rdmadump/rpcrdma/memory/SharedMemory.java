package org.rdmadump.rpcrdma.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaOperation;

/**
 * Memory of one side that several have at a time: which advertisements stay where they have
 * addresses in common, and of which of them an operation is.
 *
 * <p>Any number of calls may have the same memory to be read, or for the round-up of Write chunks,
 * and commands for whatever it is. An operation is of the oldest that needs it: controllers begin
 * commands in the order in which they were sent, as a rule. Of calls it is rather of the oldest
 * that it goes on with.
 *
 * <p>All advertisements of a list have one handle, the oldest first.
 */
public final class SharedMemory {
  /** Operations that are looked at to tell of which call one is. */
  private static final int MOST_LOOKS = 1024;

  /** The same of commands, of which many more may have one handle. */
  private static final int MOST_LOOKS_FOR_COMMANDS = 4 * CommandMemory.MOST_SHARING;

  /** What commands have; null as long as only calls advertised memory. */
  private @Nullable CommandMemory commands;

  /** Whether calls that waited for their replies at a time had memory in common to be read. */
  private boolean readForSeveral;

  /** Whose memory was read or written last; the round-up of a Write chunk follows its data. */
  private @Nullable Window lastUsed;

  /** Forgets everything. */
  void reset() {
    commands = null;
    readForSeveral = false;
    lastUsed = null;
  }

  // ---- which advertisements stay

  /**
   * Whether an advertisement leaves an earlier one: they have no address in common, one call has
   * both, both are the same memory for round-up, or both are to be read and the call of the earlier
   * one is not answered.
   */
  boolean leaves(RdmaSegment earlier, RdmaSegment segment) {
    if (isSamePad(earlier, segment)
        || !earlier.overlaps(segment)
        || segment.isListedBeside(earlier)
        || isForOther(earlier, segment)) {
      return true;
    }
    boolean both = isReadAsWell(earlier, segment);
    readForSeveral |= both;
    return both;
  }

  /** Whether one call has both, one to be read and one to be written. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  private static boolean isForOther(RdmaSegment earlier, RdmaSegment segment) {
    return segment.window() != null
        && segment.window() == earlier.window()
        && (segment.kind() == RdmaSegment.Kind.READ) != (earlier.kind() == RdmaSegment.Kind.READ);
  }

  private static boolean isSamePad(RdmaSegment one, RdmaSegment other) {
    return one.isPad() && other.isPad() && one.isSameRange(other);
  }

  /**
   * Whether both are to be read, which leaves the memory as it is, for different calls of which the
   * earlier one certainly waits for its reply.
   */
  private static boolean isReadAsWell(RdmaSegment earlier, RdmaSegment segment) {
    Window before = earlier.window();
    Window window = segment.window();
    return segment.kind() == RdmaSegment.Kind.READ
        && earlier.kind() == RdmaSegment.Kind.READ
        && window != null
        && before != null
        && !before.equals(window)
        && before.isSurelyOpen();
  }

  /** Whether a call has memory of a segment that was sent behind the segment's own. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  static boolean isUsedBehind(List<RdmaSegment> same, RdmaSegment segment) {
    Window window = segment.window();
    for (int i = 0; window != null && i < same.size(); i++) {
      Window other = same.get(i).window();
      if (other != null
          && other != window
          && same.get(i).overlaps(segment)
          && window.precedes(other)) {
        return true;
      }
    }
    return false;
  }

  // ---- commands

  /** Takes an advertisement of a command, which leaves all others. */
  void addOfCommand(RdmaSegment segment, List<RdmaSegment> same) {
    if (commands == null) {
      commands = new CommandMemory();
    }
    commands.add(segment, same);
  }

  /** Whether it has advertisements of commands. */
  boolean isOfCommands() {
    return commands != null;
  }

  /** Takes note of the place of the response to a command. */
  public void answered(RdmaSegment segment, long response) {
    // One that was evicted would never be deleted.
    if (commands != null && segment.live) {
      commands.answered(segment, response);
    }
  }

  /** Whether memory of a command overlaps that of another one in flight. */
  public boolean isShared(RdmaSegment segment) {
    return commands != null && commands.isShared(segment);
  }

  /** Lets go of an advertisement. */
  void forget(RdmaSegment segment) {
    if (commands != null) {
      commands.forget(segment);
    }
  }

  // ---- of which an operation is

  /** The segment that an operation is of; null if it is of none. */
  @Nullable RdmaSegment takerOf(List<RdmaSegment> same, RdmaOperation operation) {
    boolean several =
        commands != null || (readForSeveral && operation.kind() == RdmaOperation.Kind.READ);
    RdmaSegment taker = several ? firstInNeed(same, operation) : null;
    taker = taker == null ? newest(same, operation) : taker;
    if (taker == null) {
      return null;
    }
    if (taker.isPad()) {
      return padOf(same, taker);
    }
    lastUsed = taker.window();
    return taker;
  }

  /** Whether an operation does what a segment is advertised for, and may be its call's. */
  private boolean takes(RdmaSegment segment, RdmaOperation operation) {
    return segment.takes(operation) && (commands == null || !commands.isOver(segment, operation));
  }

  /**
   * Of those that hold all of an operation, the first by which its bytes were not asked for: that
   * of a call only if that certainly waited then, and sooner one that the operation goes on with.
   * If there is none, the newest that was looked at.
   */
  private @Nullable RdmaSegment firstInNeed(List<RdmaSegment> same, RdmaOperation operation) {
    int looks = commands == null ? MOST_LOOKS : MOST_LOOKS_FOR_COMMANDS;
    RdmaSegment first = null;
    RdmaSegment lacking = null;
    RdmaSegment unsure = null;
    RdmaSegment newest = null;
    for (int i = 0; i < same.size() && looks > 0; i++) {
      RdmaSegment segment = same.get(i);
      if (!segment.contains(operation.address(), operation.length())
          || !takes(segment, operation)) {
        continue;
      }
      newest = segment;
      int most = looks;
      looks -= segment.subSegments().size() + 1;
      if (segment.hasBegun(operation, most)) {
        continue;
      }
      if (commands != null) {
        return segment;
      }
      if (lacking != null) {
        lacking.readForOther();
        segment.readForOther();
      }
      lacking = segment;
      Window owner = segment.window();
      if (owner != null && !owner.isSurelyOpen(operation.order())) {
        unsure = segment;
      } else if (first == null || (!goesOn(first, operation) && goesOn(segment, operation))) {
        first = segment;
      }
    }
    if (first == null && newest != null && newest.window() != null && unsure != null) {
      newest.window().mayFollow(unsure.window());
    }
    RdmaSegment chosen = first == null ? newest : first;
    return chosen == null ? null : SharedSegments.takerOf(chosen, operation);
  }

  /**
   * The newest that holds all of an operation, or else its first byte, those included whose memory
   * others have since.
   */
  private @Nullable RdmaSegment newest(List<RdmaSegment> same, RdmaOperation operation) {
    RdmaSegment touched = null;
    for (int i = same.size() - 1; i >= 0; i--) {
      RdmaSegment segment = same.get(i);
      if (!takes(segment, operation)) {
        if (touched == null) {
          touched = Predecessors.takerOf(operation, segment);
        }
      } else if (segment.contains(operation.address(), operation.length())) {
        return SharedSegments.takerOf(segment, operation);
      } else if (touched == null && segment.touches(operation.address())) {
        touched = segment;
      }
    }
    return touched;
  }

  /** Of the same memory for round-up that several calls have, that of the call used last. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  private RdmaSegment padOf(List<RdmaSegment> same, RdmaSegment any) {
    for (int i = 0; lastUsed != null && i < same.size(); i++) {
      RdmaSegment each = same.get(i);
      if (each.window() == lastUsed && isSamePad(each, any)) {
        return each;
      }
    }
    return any;
  }

  /** Whether an operation goes on where those of a segment before it ended. */
  private static boolean goesOn(RdmaSegment segment, RdmaOperation operation) {
    List<RdmaSubSegment> begun = segment.subSegments();
    if (begun.isEmpty()) {
      return operation.address() == segment.offset();
    }
    RdmaOperation last = begun.get(begun.size() - 1).operation();
    return operation.address() == last.address() + last.length();
  }
}
