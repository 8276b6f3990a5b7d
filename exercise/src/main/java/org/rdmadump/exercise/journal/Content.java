package org.rdmadump.exercise.journal;

/** Bytes that were sent, as they are known without the capture. */
public sealed interface Content {
  /** {@return how many} */
  int length();

  /** {@return all of them, in an array of their own} */
  byte[] bytes();

  /** {@return a part of a pattern} */
  static Content of(Pattern pattern, long seed, long place, int length) {
    return new OfPattern(pattern, seed, place, length);
  }

  /** {@return these bytes, which are copied} */
  static Content of(byte[] bytes) {
    return new Literal(bytes.clone());
  }

  /** Made anew each time, so that long runs hold nothing. */
  record OfPattern(Pattern pattern, long seed, long place, int length) implements Content {
    @Override
    public byte[] bytes() {
      return pattern.bytes(seed, place, length);
    }
  }

  /** Bytes that follow no pattern. */
  final class Literal implements Content {
    private final byte[] known;

    private Literal(byte[] known) {
      this.known = known;
    }

    @Override
    public int length() {
      return known.length;
    }

    @Override
    public byte[] bytes() {
      return known.clone();
    }
  }
}
