package org.rdmadump.analysis.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueVisitor;

/** Makes a condition of what was written, if its fields exist and its values fit them. */
final class Compiler {
  /** What the field of a name is called, behind what that of its number is. */
  private static final String NAME_OF = "_name";

  private static final int MOST_ALIKE = 3;

  private final String expression;
  private final ValueTests tests;
  private final List<FieldRegistry<?>> others;

  /**
   * A compiler of one expression.
   *
   * @param others the fields of other kinds of record, of which it is said if one is asked for
   */
  Compiler(String expression, List<FieldRegistry<?>> others) {
    this.expression = expression;
    this.tests = new ValueTests(expression);
    this.others = others;
  }

  <R> Condition<R> compile(Expression part, FieldRegistry<R> fields) throws FilterException {
    if (part instanceof Expression.Or or) {
      return new Condition.Or<>(all(or.parts(), fields));
    }
    if (part instanceof Expression.And and) {
      return new Condition.And<>(all(and.parts(), fields));
    }
    if (part instanceof Expression.Not not) {
      return new Condition.Not<>(compile(not.part(), fields));
    }
    if (part instanceof Expression.Any any) {
      return any(any, fields);
    }
    if (part instanceof Expression.Presence presence) {
      return new Condition.OfValue<>(
          field(presence.asked(), fields).reader(), new Condition.Presence());
    }
    if (part instanceof Expression.Comparison comparison) {
      Field<R> field = field(comparison.asked(), fields);
      ValueVisitor test =
          test(field, comparison.asked(), comparison.operator(), comparison.literal(), fields);
      return comparison.asked().isLength()
          ? length(field, test)
          : new Condition.OfValue<>(field.reader(), test);
    }
    Expression.Membership membership = (Expression.Membership) part;
    Field<R> field = field(membership.asked(), fields);
    ValueVisitor test = set(field, membership, fields);
    return membership.asked().isLength()
        ? length(field, test)
        : new Condition.OfValue<>(field.reader(), test);
  }

  private <R> Condition<R>[] all(List<Expression> parts, FieldRegistry<R> fields)
      throws FilterException {
    @SuppressWarnings({"unchecked", "rawtypes"}) // An array cannot say of what its elements are.
    Condition<R>[] all = new Condition[parts.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = compile(parts.get(i), fields);
    }
    return all;
  }

  private <R> Condition<R> any(Expression.Any any, FieldRegistry<R> fields) throws FilterException {
    Optional<FieldGroup<R, ?>> group = fields.group(any.group());
    if (group.isEmpty()) {
      Optional<String> nearest = Nearest.to(any.group(), groups(fields));
      throw new FilterException(
          FilterTexts.shown(any.group())
              + (fields.find(any.group()).isPresent()
                  ? " has no parts"
                  : " is not there to be looked into")
              + (nearest.isPresent() ? "; did you mean " + nearest.get() + "?" : ""),
          expression,
          any.place().start(),
          any.place().end());
    }
    return part(group.get(), any.inner());
  }

  private <R, P> Condition<R> part(FieldGroup<R, P> group, Expression inner)
      throws FilterException {
    return new Condition.OfPart<>(group, compile(inner, group.parts()));
  }

  private static <R> Condition<R> length(Field<R> field, ValueVisitor test) {
    return field.has(FieldType.TEXT) || field.has(FieldType.BYTES)
        ? new Condition.OfValue<>(field.reader(), new Condition.Length(test))
        : new Condition.OfCount<>(field.reader(), test);
  }

  private ValueVisitor set(
      Field<?> field, Expression.Membership membership, FieldRegistry<?> fields)
      throws FilterException {
    Asked asked = membership.asked();
    ValueVisitor[] all = new ValueVisitor[membership.ranges().size()];
    for (int i = 0; i < all.length; i++) {
      Range range = membership.ranges().get(i);
      all[i] =
          range.isSingle()
              ? test(field, asked, Operator.EQUAL, range.low(), fields)
              : between(
                  range,
                  test(field, asked, Operator.AT_LEAST, range.low(), fields),
                  test(field, asked, Operator.AT_MOST, range.high(), fields));
    }
    return new Condition.OneOf(all);
  }

  private ValueVisitor between(Range range, ValueVisitor low, ValueVisitor high)
      throws FilterException {
    if (low instanceof ValueTest from && high instanceof ValueTest to && from.isAbove(to)) {
      String first = FilterTexts.shown(range.low().text());
      String last = FilterTexts.shown(range.high().text());
      throw new FilterException(
          "no value is from "
              + first
              + " to "
              + last
              + "; did you mean "
              + last
              + ".."
              + first
              + "?",
          expression,
          range.low().place().start(),
          range.high().place().end());
    }
    return new Condition.Between(low, high);
  }

  private ValueVisitor test(
      Field<?> field, Asked asked, Operator operator, Literal literal, FieldRegistry<?> fields)
      throws FilterException {
    if (asked.isLength()) {
      return tests.ofLength(operator, literal);
    }
    tests.needUnit(field, asked.name(), literal);
    try {
      return tests.of(field, operator, literal);
    } catch (FilterException e) {
      String named = field.name() + NAME_OF;
      if (!field.has(FieldType.UNSIGNED) || fields.find(named).isEmpty()) {
        throw e;
      }
      throw new FilterException(
          e.reason() + "; names are those of " + named, expression, e.start(), e.end());
    }
  }

  private <R> Field<R> field(Asked asked, FieldRegistry<R> fields) throws FilterException {
    Optional<Field<R>> field = fields.find(asked.name());
    if (field.isPresent()) {
      return field.get();
    }
    throw unknown(asked, fields);
  }

  private FilterException unknown(Asked asked, FieldRegistry<?> fields) {
    String name = asked.name();
    for (FieldRegistry<?> other : others) {
      if (other.find(name).isPresent()) {
        return wrong(
                asked,
                name
                    + " is a field of "
                    + other.record()
                    + ", not of "
                    + fields.record()
                    + alike(name, fields))
            .of(other.record());
      }
    }
    String unknown = "no field " + FilterTexts.shown(name);
    List<String> deeper = deeper(name, fields);
    if (!deeper.isEmpty()) {
      return wrong(asked, unknown + "; did you mean " + String.join(" or ", deeper) + "?");
    }
    Optional<String> nearest = Nearest.to(name, fields.names());
    if (nearest.isPresent()) {
      return wrong(asked, unknown + "; did you mean " + nearest.get() + "?");
    }
    for (FieldRegistry<?> other : others) {
      Optional<String> there = Nearest.to(name, other.names());
      if (there.isPresent() && fields.find(there.get()).isPresent()) {
        return wrong(asked, unknown + "; did you mean " + there.get() + "?");
      }
      if (there.isPresent()) {
        return wrong(
                asked, unknown + "; did you mean " + there.get() + ", of " + other.record() + "?")
            .of(other.record());
      }
    }
    return wrong(asked, unknown);
  }

  /** Fields that begin and end alike, with more in between, if they are few. */
  private static List<String> deeper(String name, FieldRegistry<?> fields) {
    int first = name.indexOf('.');
    int last = name.lastIndexOf('.');
    List<String> deeper = new ArrayList<>();
    if (first > 0) {
      String begin = name.substring(0, first + 1);
      String end = name.substring(last);
      for (Field<?> field : fields.all()) {
        if (field.name().startsWith(begin) && field.name().endsWith(end)) {
          deeper.add(field.name());
        }
      }
    }
    return deeper.size() > MOST_ALIKE ? List.of() : deeper;
  }

  /** Fields that are called so within a header, if they are few. */
  private static String alike(String name, FieldRegistry<?> fields) {
    List<String> alike = new ArrayList<>();
    for (Field<?> field : fields.all()) {
      String of = field.name();
      if (of.endsWith("." + name) && of.indexOf('.') == of.length() - name.length() - 1) {
        alike.add(of);
      }
    }
    return alike.isEmpty() || alike.size() > MOST_ALIKE
        ? ""
        : ", which have " + String.join(" and ", alike);
  }

  private FilterException wrong(Asked asked, String reason) {
    return new FilterException(reason, expression, asked.place().start(), asked.place().end());
  }

  private static <R> List<String> groups(FieldRegistry<R> fields) {
    List<String> names = new ArrayList<>();
    for (Field<R> field : fields.all()) {
      if (field.has(FieldType.GROUP) && fields.group(field.name()).isPresent()) {
        names.add(field.name());
      }
    }
    return names;
  }
}
