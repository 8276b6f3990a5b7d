package org.rdmadump.ib.qp;

import org.rdmadump.order.UseOrder;

/**
 * What holds something for packets that are to come, and lets go of it when others need the room.
 *
 * @param <M> the subclass itself
 */
abstract class Yielding<M extends Yielding<M>> extends UseOrder.Member<M> {
  /** Lets go of all that it holds, because others need the room. */
  abstract void giveUp();
}
