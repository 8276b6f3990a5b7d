package org.rdmadump.cli;

import java.util.EnumSet;
import java.util.Set;
import org.rdmadump.analysis.field.FieldNeed;
import org.rdmadump.analysis.filter.Filter;

/**
 * Whether a filter or a column of the command line asks for what is in data that RDMA moves, such
 * as the target of a symbolic link, or for a digest: then the bytes of messages are kept, or
 * hashed, whatever is printed.
 */
final class WantedData {
  private final Set<FieldNeed> asked = EnumSet.noneOf(FieldNeed.class);

  /** Takes note of what a column asks for. */
  void ask(FieldNeed need) {
    asked.add(need);
  }

  /** Takes note of what a filter asks for. */
  void ask(Filter<?> filter) {
    for (FieldNeed need : FieldNeed.values()) {
      if (filter.needs(need)) {
        ask(need);
      }
    }
  }

  /** {@return whether some data was asked for} */
  boolean isAsked() {
    return asked.contains(FieldNeed.DATA);
  }

  /** {@return whether a digest was asked for} */
  boolean isDigestAsked() {
    return asked.contains(FieldNeed.DIGEST);
  }
}
