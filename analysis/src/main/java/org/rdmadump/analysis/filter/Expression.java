package org.rdmadump.analysis.filter;

import java.util.List;

/** An expression as it was written, before it is known whether its names and values exist. */
sealed interface Expression {
  /** One of several. */
  record Or(List<Expression> parts) implements Expression {}

  /** All of several. */
  record And(List<Expression> parts) implements Expression {}

  /** The opposite. */
  record Not(Expression part) implements Expression {}

  /** The field is there. */
  record Presence(Asked asked) implements Expression {}

  /** Values of the field compare so with another value. */
  record Comparison(Asked asked, Relation relation, Literal literal) implements Expression {}

  /** One value of the field, or all, are among these. */
  record Membership(Asked asked, Quantifier quantifier, List<Range> ranges) implements Expression {}

  /** One part of the record is so. */
  record Any(String group, Span place, Expression inner) implements Expression {}
}
