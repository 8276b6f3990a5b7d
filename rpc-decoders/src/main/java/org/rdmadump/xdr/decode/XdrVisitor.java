package org.rdmadump.xdr.decode;

import org.rdmadump.xdr.schema.XdrField;

/**
 * Is shown every value of a walk, in wire order.
 *
 * <p>Optional data is shown as the value itself, under the same name, or as nothing. An opaque
 * whose content is known is shown as that content, under its own name.
 */
public interface XdrVisitor {
  /**
   * A structure, union, array or list begins, or the values that a bitmap selected.
   *
   * @param count of members or elements, 2 for a union, -1 for a list
   * @return false to be shown nothing of it, not even its end
   */
  default boolean enter(XdrField field, long count, XdrCursor at) {
    return true;
  }

  /** What was entered ends, also where it ends too early. */
  default void leave(XdrField field, XdrCursor at) {}

  /**
   * An integer, bool or enumeration; of a float or double, its bits. Unsigned numbers of 32 bits
   * are never negative.
   */
  default void number(XdrField field, long value, XdrCursor at) {}

  /**
   * An opaque, string or quadruple: where its bytes are in the rope, which may have holes there.
   */
  default void bytes(XdrField field, long start, long length, XdrCursor at) {}

  /** Void, or optional data that is absent. */
  default void nothing(XdrField field, XdrCursor at) {}

  /** Something is wrong; what was shown before stays right. */
  default void problem(XdrProblem problem) {}
}
