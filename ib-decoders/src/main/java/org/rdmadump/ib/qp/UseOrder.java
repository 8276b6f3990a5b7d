package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;

/**
 * Things in the order in which they were last used, so that the one that was idle longest can go.
 * They are linked to each other: to use one allocates nothing.
 */
final class UseOrder {
  private @Nullable Member newest;
  private @Nullable Member oldest;

  /** Something that can be in one such order. */
  abstract static class Member {
    private @Nullable Member older;
    private @Nullable Member newer;
    private boolean listed;

    /** Lets go of all that it holds, because others need the room. */
    abstract void giveUp();
  }

  /** Makes a member the one that was used last; takes it in if it is not. */
  void use(Member member) {
    if (isSame(newest, member)) {
      return;
    }
    remove(member);
    Member last = newest;
    member.older = last;
    if (last == null) {
      oldest = member;
    } else {
      last.newer = member;
    }
    newest = member;
    member.listed = true;
  }

  /** Takes a member out, if it is in. */
  void remove(Member member) {
    if (!member.listed) {
      return;
    }
    Member before = member.older;
    Member after = member.newer;
    if (before == null) {
      oldest = after;
    } else {
      before.newer = after;
    }
    if (after == null) {
      newest = before;
    } else {
      after.older = before;
    }
    member.older = null;
    member.newer = null;
    member.listed = false;
  }

  /** The member that was idle longest; null if there is none. */
  @Nullable Member oldest() {
    return oldest;
  }

  /** The member that was used next after {@code member}; null if it is the last one. */
  @Nullable Member usedAfter(Member member) {
    return member.newer;
  }

  @SuppressWarnings("ReferenceEquality") // Members are told apart by identity.
  private static boolean isSame(@Nullable Member one, Member other) {
    return one == other;
  }
}
