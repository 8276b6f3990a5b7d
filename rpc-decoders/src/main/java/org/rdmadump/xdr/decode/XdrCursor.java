package org.rdmadump.xdr.decode;

import org.rdmadump.bytes.Rope;

/** Where a walk through a value is, for a visitor that asks. */
public interface XdrCursor {
  /** {@return the rope that is read} */
  Rope rope();

  /** {@return position in the rope behind the value; of what is entered, of its first value} */
  long position();

  /** {@return whether so many bytes from there on are a part of the whole value, and present} */
  boolean has(long count);

  /** {@return number of structures, unions and arrays around the value} */
  int depth();

  /** {@return index of the element, from 0, if the value is one of an array or list; else -1} */
  long index();

  /** {@return names from the outermost value to this one: {@code argarray[2].opwrite.stateid}} */
  String path();
}
