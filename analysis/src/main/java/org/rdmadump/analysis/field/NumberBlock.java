package org.rdmadump.analysis.field;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Numbers of a record that are found together, each of them the value of a field or of two: one
 * call finds all, where a call for each takes JSON longer than to write them. For one thread.
 *
 * @param <R> what they are found in
 */
public abstract class NumberBlock<R> {
  /** What {@link #find} returns if it has found all. */
  protected static final int ALL = -1;

  /** So many there are at most. */
  private static final int MOST = 16;

  private final long[] numbers = new long[MOST];
  private int present;

  /**
   * Puts each number of a record in its place.
   *
   * @return a bit for each place, set if there is a number
   */
  protected abstract int find(R record, long[] to);

  /** Puts a number in its place; its bit, or none. */
  protected static int put(OptionalLong number, long[] to, int place) {
    if (number.isEmpty()) {
      return 0;
    }
    to[place] = number.getAsLong();
    return 1 << place;
  }

  /** The same of 32 bits without a sign. */
  protected static int put(OptionalInt number, long[] to, int place) {
    if (number.isEmpty()) {
      return 0;
    }
    to[place] = Integer.toUnsignedLong(number.getAsInt());
    return 1 << place;
  }

  /** Finds all numbers of a record. */
  public final void read(R record) {
    present = find(record, numbers);
  }

  /** {@return whether the record that was read last has that one} */
  public final boolean has(int place) {
    return (present >>> place & 1) != 0;
  }

  /** {@return that number of the record that was read last} */
  public final long get(int place) {
    return numbers[place];
  }

  /** {@return the reader of a number} */
  public final Reader<R> at(int place) {
    return new Reader<>(this, place, List.of());
  }

  /** {@return the reader of a number that counts {@code names}} */
  public final Reader<R> at(int place, List<String> names) {
    return new Reader<>(this, place, names);
  }

  /**
   * Finds one number.
   *
   * @param block finds it with others
   * @param place where it is among them
   * @param names of numbers from 0 on; empty if they have none
   * @param <R> what it is found in
   */
  public record Reader<R>(NumberBlock<R> block, int place, List<String> names)
      implements FieldReader<R> {
    @Override
    public boolean read(R record, ValueVisitor to) {
      block.read(record);
      if (!block.has(place)) {
        return false;
      }
      long value = block.get(place);
      return names.isEmpty() ? to.number(value) : to.named(value, each -> names.get((int) each));
    }
  }
}
