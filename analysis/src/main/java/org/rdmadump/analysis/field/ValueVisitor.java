package org.rdmadump.analysis.field;

import java.util.Map;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/**
 * Is shown the values of a field, one after the other. Each method returns whether that is enough;
 * then no further one is looked for.
 */
public interface ValueVisitor {
  /** A number, a boolean as 1 or 0, a time or a duration in nanoseconds. */
  default boolean number(long value) {
    return false;
  }

  /**
   * A number that has a name, or another text of its own.
   *
   * @param names makes the text; only good during the call
   */
  default boolean named(long value, ValueNames names) {
    return false;
  }

  /** A number whose name is known already. */
  default boolean named(long value, String name) {
    return named(value, new OneName(name));
  }

  /** Characters. */
  default boolean text(String value) {
    return false;
  }

  /** Texts that occurred, and how often each did. */
  default boolean counts(Map<String, Long> texts) {
    for (String each : texts.keySet()) {
      if (text(each)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Bytes of a rope, in which holes may be.
   *
   * @param start position of the first
   * @param length how many
   */
  default boolean bytes(Rope rope, long start, long length) {
    return false;
  }

  /** An address. */
  default boolean address(IpAddress value) {
    return false;
  }

  /**
   * No value, where one may be: of parts whose fields stand side by side, so that the same place in
   * two columns is of the same part.
   */
  default boolean absent() {
    return false;
  }

  /** One of what a {@link FieldType#GROUP} names. */
  default boolean group() {
    return false;
  }
}
