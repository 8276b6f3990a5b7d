package org.rdmadump.report.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.AsciiBuffer;

/**
 * Strings that come again and again, as JSON has them: each is escaped once, as long as it is kept.
 */
final class KeptStrings {
  /** How many are kept; a power of 2. */
  private static final int ROOM = 1024;

  /** Slots in which a string may be. */
  private static final int TRIES = 4;

  private final @Nullable String[] strings = new String[ROOM];
  private final byte[][] written = new byte[ROOM][];

  /** Appends a string without its quotation marks. */
  void put(AsciiBuffer text, String value) {
    int hash = value.hashCode();
    int first = hash ^ hash >>> 10 ^ hash >>> 20;
    for (int i = 0; i < TRIES; i++) {
      int slot = first + i & (ROOM - 1);
      if (value.equals(strings[slot])) {
        text.putBytes(written[slot], written[slot].length);
        return;
      }
      if (strings[slot] == null) {
        keep(slot, text, value);
        return;
      }
    }
    keep(first & (ROOM - 1), text, value);
  }

  private void keep(int slot, AsciiBuffer text, String value) {
    int from = text.length();
    JsonText.put(text, value);
    strings[slot] = value;
    written[slot] = Arrays.copyOfRange(text.array(), from, text.length());
  }
}
