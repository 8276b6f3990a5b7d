package org.rdmadump.testkit;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * What may differ between a capture and its golden.
 *
 * <pre>{@code
 * assertThat(capture)
 *     .behavesLike(
 *         golden,
 *         Tolerance.allowing(Difference.ORDER)
 *             .ignoringOperations("GETATTR", "SEQUENCE")
 *             .ignoringRules("bth.*"));
 * }</pre>
 *
 * @param allowed kinds of differences that pass
 * @param operations calls with these main operations are left out, and these operations are left
 *     out of compounds
 * @param rules patterns of rules that are left out, {@code *} for any characters
 */
public record Tolerance(Set<Difference> allowed, Set<String> operations, Set<String> rules) {
  /** Nothing may differ but times, identifiers, addresses and what else is never compared. */
  public static final Tolerance NONE = new Tolerance(Set.of(), Set.of(), Set.of());

  /**
   * Copies the sets: a tolerance does not change.
   *
   * @throws IllegalArgumentException if no program has an operation of one of the names
   */
  public Tolerance {
    allowed = Set.copyOf(allowed);
    operations = Set.copyOf(operations);
    rules = Set.copyOf(rules);
    for (String each : operations) {
      // Asks whether the name exists: a mistyped one would ignore nothing.
      Predicate<RpcExchange> unused = ProgramNames.operation(each);
    }
  }

  /** {@return a tolerance for some kinds of differences} */
  public static Tolerance allowing(Difference... kinds) {
    Set<Difference> allowed = EnumSet.noneOf(Difference.class);
    allowed.addAll(List.of(kinds));
    return new Tolerance(allowed, Set.of(), Set.of());
  }

  /**
   * {@return the same without calls of some operations, and without these operations in compounds}
   *
   * @param names such as {@code GETATTR}, {@code GETACL}, of any program
   * @throws IllegalArgumentException if no program has such an operation; the message suggests
   *     names
   */
  public Tolerance ignoringOperations(String... names) {
    return new Tolerance(allowed, with(operations, names), rules);
  }

  /**
   * {@return the same without findings of some rules}
   *
   * @param patterns names of rules, {@code *} for any characters: {@code bth.*}
   */
  public Tolerance ignoringRules(String... patterns) {
    return new Tolerance(allowed, operations, with(rules, patterns));
  }

  private static Set<String> with(Set<String> some, String... more) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(List.of(more));
    return all;
  }

  /** Whether a rule is compared. */
  boolean takesRule(String name) {
    return rules.stream().noneMatch(pattern -> RuleSelection.fits(pattern, name));
  }
}
