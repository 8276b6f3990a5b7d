package org.rdmadump.analysis.field;

import java.util.List;

/**
 * Numbers of a record that are found together, each of them the value of a field or of two: one
 * call finds all, where a call for each takes JSON longer than to write them. For one thread.
 *
 * @param <R> what they are found in
 */
public final class NumberBlock<R> {
  /** What a source returns that has found all. */
  public static final int ALL = -1;

  /** So many there are at most. */
  private static final int MOST = 8;

  private final Source<R> source;
  private final long[] numbers = new long[MOST];
  private int present;

  /**
   * Finds the numbers.
   *
   * @param <R> what they are found in
   */
  public interface Source<R> {
    /**
     * Puts each number in its place.
     *
     * @return a bit for each place, set if there is a number
     */
    int read(R record, long[] to);
  }

  /** A block of what {@code source} finds. */
  public NumberBlock(Source<R> source) {
    this.source = source;
  }

  /** Finds all numbers of a record. */
  public void read(R record) {
    present = source.read(record, numbers);
  }

  /** {@return whether the record that was read last has that one} */
  public boolean has(int place) {
    return (present >>> place & 1) != 0;
  }

  /** {@return that number of the record that was read last} */
  public long get(int place) {
    return numbers[place];
  }

  /** {@return the reader of a number} */
  public Reader<R> at(int place) {
    return new Reader<>(this, place, List.of());
  }

  /** {@return the reader of a number that counts {@code names}} */
  public Reader<R> at(int place, List<String> names) {
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
