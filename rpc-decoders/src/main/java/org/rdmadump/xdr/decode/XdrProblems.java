package org.rdmadump.xdr.decode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong with a value, and how far it can be read for it. */
final class XdrProblems {
  /** A power of two. */
  private static final int MOST_RIGHT = 64;

  private static final @Nullable XdrOutcome[] NONE_RIGHT = {};

  private final XdrVisitor listener;

  /** Outcomes where nothing was wrong: of most values that come again, the position is the same. */
  private @Nullable XdrOutcome[] right = NONE_RIGHT;

  private boolean hasEnded;
  private List<XdrProblem> problems = List.of();
  private boolean missing;
  private boolean bad;
  private boolean trailing;
  private boolean holes;

  /** None yet; {@code listener} is told of each. */
  XdrProblems(XdrVisitor listener) {
    this.listener = listener;
  }

  /** Begins anew, with another value. */
  void clear() {
    problems = List.of();
    missing = false;
    bad = false;
    trailing = false;
    holes = false;
  }

  /** Says that the value ends where bytes are absent. */
  void missing() {
    missing = true;
  }

  /** Says that there is something behind it. */
  void trailing() {
    trailing = true;
  }

  /** Says that bytes of its contents are absent. */
  void holes() {
    holes = true;
  }

  /** Takes one at byte {@code at}; the first that there is no room for is left out. */
  void add(XdrFault fault, XdrCursor cursor, long at, String message) {
    bad |= fault.isEnding();
    if (problems.isEmpty()) {
      problems = new ArrayList<>(1);
    }
    if (problems.size() < XdrOutcome.MOST_PROBLEMS) {
      XdrProblem problem = new XdrProblem(fault, cursor.path(), at, message);
      problems.add(problem);
      listener.problem(problem);
    }
  }

  /** {@return what they come to, if the value was decoded up to {@code position}} */
  XdrOutcome outcome(long position) {
    XdrEnd end =
        bad ? XdrEnd.BAD : missing ? XdrEnd.MISSING : trailing ? XdrEnd.TRAILING : XdrEnd.COMPLETE;
    if (end != XdrEnd.COMPLETE || holes || !problems.isEmpty()) {
      return new XdrOutcome(end, position, holes, problems);
    }
    if (right.length == 0) {
      // Most walks end here: the second value is the first that may be like another one.
      right = new XdrOutcome[hasEnded ? MOST_RIGHT : 0];
      hasEnded = true;
      return new XdrOutcome(end, position, holes, problems);
    }
    int slot = (int) (position / Integer.BYTES) & MOST_RIGHT - 1;
    XdrOutcome known = right[slot];
    if (known == null || known.position() != position) {
      known = new XdrOutcome(end, position, holes, problems);
      right[slot] = known;
    }
    return known;
  }
}
