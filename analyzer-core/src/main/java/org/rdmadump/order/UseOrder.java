package org.rdmadump.order;

import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Things in the order in which they were last used, so that the one that was idle longest can go.
 * They are linked to each other, and are in one order at most: to use one allocates nothing. A
 * decoder that keeps 1,000 connections puts each in with {@link #use}, and takes {@link #oldest}
 * out when there are more. For one thread.
 *
 * @param <M> what is in it
 */
public final class UseOrder<M extends UseOrder.Member<M>> {
  private @Nullable M newest;
  private @Nullable M oldest;
  private int size;

  /**
   * Something that can be in such an order, by being a subclass of this.
   *
   * @param <M> the subclass itself
   */
  public abstract static class Member<M extends Member<M>> {
    private @Nullable UseOrder<M> order;
    private @Nullable M older;
    private @Nullable M newer;

    /** Nothing is in an order when it is made. */
    protected Member() {}

    /** {@return this, as what it is} */
    protected abstract M self();

    /** Makes this the one of its order that was used last; nothing, if it is in none. */
    public final void used() {
      if (newer != null && order != null) {
        order.use(self());
      }
    }

    /** Takes this out of its order, if it is in one. */
    public final void leave() {
      if (order != null) {
        order.take(this);
      }
    }

    /** {@return whether this is in an order} */
    public final boolean isListed() {
      return order != null;
    }

    /** {@return what was used last before this; empty if nothing was, or it is in no order} */
    public final Optional<M> older() {
      return Optional.ofNullable(older);
    }

    /** {@return as {@link #older()}, and {@code none} in place of nothing} */
    public final M olderOr(M none) {
      M before = older;
      return before == null ? none : before;
    }

    /** {@return what was used next after this; empty if nothing was, or it is in no order} */
    public final Optional<M> newer() {
      return Optional.ofNullable(newer);
    }
  }

  /** An order with nothing in it. */
  public UseOrder() {}

  /**
   * Makes a member the one that was used last; takes it in, out of any other order, if it is not.
   */
  public void use(M member) {
    Member<M> used = member;
    if (used.order == this && used.newer == null) {
      return;
    }
    used.leave();
    used.order = this;
    Member<M> last = newest;
    used.older = newest;
    if (last == null) {
      oldest = member;
    } else {
      last.newer = member;
    }
    newest = member;
    size++;
  }

  private void take(Member<M> member) {
    Member<M> before = member.older;
    Member<M> after = member.newer;
    if (before == null) {
      oldest = member.newer;
    } else {
      before.newer = member.newer;
    }
    if (after == null) {
      newest = member.older;
    } else {
      after.older = member.older;
    }
    member.order = null;
    member.older = null;
    member.newer = null;
    size--;
  }

  /**
   * {@return the member that was idle longest}
   *
   * @throws NoSuchElementException if there is none
   */
  public M oldest() {
    return there(oldest);
  }

  /**
   * {@return the member that was used last}
   *
   * @throws NoSuchElementException if there is none
   */
  public M newest() {
    return there(newest);
  }

  private static <M> M there(@Nullable M member) {
    if (member == null) {
      throw new NoSuchElementException("nothing is in this order");
    }
    return member;
  }

  /** {@return whether there is no member} */
  public boolean isEmpty() {
    return size == 0;
  }

  /** {@return how many members there are} */
  public int size() {
    return size;
  }
}
