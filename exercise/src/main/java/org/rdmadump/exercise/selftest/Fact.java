package org.rdmadump.exercise.selftest;

/**
 * Something that was seen.
 *
 * @param name what it is, in lower case, such as {@code firmware}
 * @param value in words; numbers carry their unit
 */
public record Fact(String name, String value) {
  static Fact of(String name, Object value) {
    return new Fact(name, value.toString());
  }
}
