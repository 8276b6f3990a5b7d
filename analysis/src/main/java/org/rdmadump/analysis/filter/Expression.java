package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.Optional;

/** A parsed expression; its names and values are not checked yet. */
sealed interface Expression {
  /** At least one part holds. */
  record Or(List<Expression> parts) implements Expression {}

  /** An odd number of parts holds. */
  record Xor(List<Expression> parts) implements Expression {}

  /** All parts hold. */
  record And(List<Expression> parts) implements Expression {}

  /** The part does not hold. */
  record Not(Expression part) implements Expression {}

  /**
   * The field is present.
   *
   * @param beside the value behind it, if an operator is missing between them, which is an error
   */
  record Presence(Asked asked, Optional<Literal> beside) implements Expression {}

  /**
   * Values of the field compare with a literal as the relation says, or with another field.
   *
   * @param other what the literal is if it is the name of a field
   */
  record Comparison(Asked asked, Relation relation, Literal literal, Optional<Asked> other)
      implements Expression {}

  /** One value of the field, or every value, is in the set. */
  record Membership(Asked asked, Quantifier quantifier, List<Range> ranges) implements Expression {}

  /** At least one member of a group matches the inner expression. */
  record Any(String group, Span place, Expression inner) implements Expression {}
}
