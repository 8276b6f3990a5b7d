package org.rdmadump.xdr.decode;

import org.rdmadump.xdr.schema.XdrField;

/**
 * Is asked, while a reduced message is walked, where the bytes of DDP-eligible items are (RFC 8166
 * section 3.4.2; RFC 8267).
 */
public interface DdpWalker {
  /** An operation that one chunk belongs to begins, whether or not it has an eligible item. */
  void slot(XdrField field);

  /**
   * An eligible item.
   *
   * @param position in the reduced stream, behind the length word
   * @param length value of the length word, 0 to 2<sup>32</sup>-1; not compared with anything
   * @return whether its bytes and their round-up were moved in a chunk, so that they are not in the
   *     stream
   */
  boolean isMoved(XdrField field, long position, long length);

  /**
   * A number that is marked as {@link XdrField#COUNTS}: 0 to 2<sup>32</sup>-1, like the item's
   * length.
   */
  default void count(XdrField field, long value) {}
}
