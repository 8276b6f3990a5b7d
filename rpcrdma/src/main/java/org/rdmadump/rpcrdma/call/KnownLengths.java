package org.rdmadump.rpcrdma.call;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Lengths as messages have them: most are short, and the same as those of others. */
final class KnownLengths {
  private static final int ROOM = 1024;

  private final @Nullable OptionalLong[] known = new OptionalLong[ROOM];

  OptionalLong of(long bytes) {
    if (bytes < 0 || bytes >= ROOM) {
      return OptionalLong.of(bytes);
    }
    OptionalLong length = known[(int) bytes];
    if (length == null) {
      length = OptionalLong.of(bytes);
      known[(int) bytes] = length;
    }
    return length;
  }
}
