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

  /** A value of the field compares so with another value. */
  record Comparison(Asked asked, Operator operator, Literal literal) implements Expression {}

  /** A value of the field is one of these. */
  record Membership(Asked asked, List<Range> ranges) implements Expression {}

  /** One part of the record is so. */
  record Any(String group, Span place, Expression inner) implements Expression {}
}
