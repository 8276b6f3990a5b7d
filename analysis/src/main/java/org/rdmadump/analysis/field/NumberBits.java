package org.rdmadump.analysis.field;

import java.util.regex.Pattern;

/**
 * Some bits of a number, as a table has them: {@code 0x60} are a number of their own, {@code &0x3}
 * have the number's names.
 *
 * @param mask the bits
 * @param isNamed whether they have names
 */
public record NumberBits(long mask, boolean isNamed) {
  private static final Pattern BITS = Pattern.compile("&?0x\\p{XDigit}+");
  private static final String NAMED = "&";

  /** {@return whether a word stands for bits} */
  public static boolean isOne(String word) {
    return BITS.matcher(word).matches();
  }

  /** {@return what a word stands for} */
  public static NumberBits of(String word) {
    boolean isNamed = word.startsWith(NAMED);
    return new NumberBits(Long.decode(isNamed ? word.substring(1) : word), isNamed);
  }

  /** {@return the same values, of which only these bits count} */
  public <R> FieldReader<R> of(FieldReader<R> reader) {
    return (record, to) -> reader.read(record, new Passed(this, to));
  }

  private record Passed(NumberBits bits, ValueVisitor to) implements ValueVisitor {
    @Override
    public boolean number(long value) {
      long some = value & bits.mask();
      return to.number(bits.isNamed() ? some : some >>> Long.numberOfTrailingZeros(bits.mask()));
    }

    @Override
    public boolean named(long value, ValueNames names) {
      return bits.isNamed() ? to.named(value & bits.mask(), names) : number(value);
    }
  }
}
