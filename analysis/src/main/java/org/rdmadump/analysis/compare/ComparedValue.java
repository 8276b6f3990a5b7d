package org.rdmadump.analysis.compare;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.stats.OperationKey;

/**
 * One value of A and B, side by side.
 *
 * @param kind what it is compared by
 * @param protocol such as {@code NFS v4.1}; empty unless it is about an operation
 * @param subject the operation, such as {@code READ}; the rule of findings; empty of whole runs
 * @param measure what is measured, such as {@code p50} or {@code segments}
 * @param unit of the values
 * @param a values of the first run: one, or the different ones of all connections in ascending
 *     order; none where they are not known
 * @param b values of the second run, likewise
 * @param chance what a statistical test says; empty where none is needed
 * @param verdict what is to be made of it
 */
public record ComparedValue(
    CompareKind kind,
    String protocol,
    String subject,
    String measure,
    ValueUnit unit,
    List<Long> a,
    List<Long> b,
    Optional<Chance> chance,
    Verdict verdict) {
  /** Copies the lists: a value does not change. */
  public ComparedValue {
    a = List.copyOf(a);
    b = List.copyOf(b);
  }

  /**
   * {@return what it is about: {@code NFS v4.1 READ}, as lines name it, a rule, or {@code
   * connections}}
   */
  public String about() {
    String name = OperationKey.inWords(protocol, subject);
    if (!name.isEmpty()) {
      return name;
    }
    return kind == CompareKind.COUNTS ? "all operations" : "connections";
  }

  /**
   * {@return whether A and B differ, but in too few calls to exclude chance; not latencies, which
   * always differ}
   */
  public boolean isUndecided() {
    return verdict == Verdict.NOT_ENOUGH
        && kind.isRepeatable()
        && !a.isEmpty()
        && !b.isEmpty()
        && !a.equals(b);
  }

  ComparedValue judged(Optional<Chance> corrected, Verdict found) {
    return new ComparedValue(kind, protocol, subject, measure, unit, a, b, corrected, found);
  }
}
