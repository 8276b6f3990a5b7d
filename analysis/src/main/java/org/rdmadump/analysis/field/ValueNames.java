package org.rdmadump.analysis.field;

/** How numbers of a kind are written. */
public interface ValueNames {
  /** {@return the text of a number: its name, or what stands for it if it has none} */
  String text(long value);
}
