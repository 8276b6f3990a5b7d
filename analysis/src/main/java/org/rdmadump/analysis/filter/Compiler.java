package org.rdmadump.analysis.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueVisitor;

/** Makes a condition of what was written, if its fields exist and its values fit them. */
final class Compiler {
  /** What the field of a name is called, behind what that of its number is. */
  private static final String NAME_OF = "_name";

  private static final int MOST_ALIKE = 3;

  /** Takes no value: whether a part is chosen is told by the condition on it. */
  private static final ValueVisitor NOBODY = new ValueVisitor() {};

  private final String expression;
  private final ValueTests tests;
  private final List<FieldRegistry<?>> others;
  private final FilterHints hints;

  /**
   * A compiler of one expression.
   *
   * @param others the fields of other kinds of record, of which it is said if one is asked for
   * @param hints takes what may be meant otherwise
   */
  Compiler(String expression, List<FieldRegistry<?>> others, FilterHints hints) {
    this.hints = hints;
    this.expression = expression;
    this.tests = new ValueTests(expression);
    this.others = others;
  }

  <R> Predicate<R> compile(Expression part, FieldRegistry<R> fields) throws FilterException {
    if (part instanceof Expression.Or or) {
      return joined(or.parts(), fields, /* decisive= */ true);
    }
    if (part instanceof Expression.And and) {
      return joined(and.parts(), fields, /* decisive= */ false);
    }
    if (part instanceof Expression.Not not) {
      return compile(not.part(), fields).negate();
    }
    if (part instanceof Expression.Any any) {
      return any(any, fields);
    }
    if (part instanceof Expression.Presence presence) {
      Asked asked = presence.asked();
      Field<R> field = field(asked, fields);
      ValueVisitor there = new AnyValue(() -> true);
      return value(field, asked.isPlain() ? there : part(field, asked, tests.anyBit()));
    }
    if (part instanceof Expression.Comparison comparison) {
      Asked asked = comparison.asked();
      Field<R> field = field(asked, fields);
      Relation relation = comparison.relation();
      ValueVisitor test = test(field, asked, relation.operator(), comparison.literal(), fields);
      boolean isDifference = relation.operator() == Operator.DIFFERENT;
      boolean isUnclear = isDifference && relation.quantifier().isEmpty();
      if (isUnclear && field.dialect() == Dialect.OWN) {
        return hinted(field, asked, test, comparison.literal());
      }
      Quantifier quantifier = isUnclear ? Quantifier.ALL : Quantifier.ANY;
      return asked(field, asked, relation.quantifier().orElse(quantifier), test);
    }
    Expression.Membership membership = (Expression.Membership) part;
    Field<R> field = field(membership.asked(), fields);
    return asked(
        field, membership.asked(), membership.quantifier(), set(field, membership, fields));
  }

  /**
   * Parts of which one decides.
   *
   * @param decisive the answer of a part that is the answer of all: true of alternatives
   */
  private <R> Predicate<R> joined(List<Expression> parts, FieldRegistry<R> fields, boolean decisive)
      throws FilterException {
    List<Predicate<R>> all = new ArrayList<>(parts.size());
    for (Expression each : parts) {
      all.add(compile(each, fields));
    }
    return record -> {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).test(record) == decisive) {
          return decisive;
        }
      }
      return !decisive;
    };
  }

  private <R> Predicate<R> any(Expression.Any any, FieldRegistry<R> fields) throws FilterException {
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
          any.place());
    }
    return part(group.get(), any.inner());
  }

  private <R, P> Predicate<R> part(FieldGroup<R, P> group, Expression inner)
      throws FilterException {
    Predicate<P> condition = compile(inner, group.parts());
    FieldReader<P> reader = (part, to) -> condition.test(part);
    return record -> group.each(record, reader, NOBODY);
  }

  /** What is asked of values of a field, of their lengths, or of how many there are. */
  private <R> Predicate<R> asked(
      Field<R> field, Asked asked, Quantifier quantifier, ValueVisitor test)
      throws FilterException {
    if (isCounted(field, asked)) {
      return count(field, test);
    }
    ValueVisitor part = part(field, asked, test);
    if (quantifier == Quantifier.ANY) {
      return value(field, part);
    }
    EachValue each = EachValue.all(part);
    FieldReader<R> reader = field.reader();
    return record -> {
      each.begin();
      boolean unused = reader.read(record, each);
      return each.allFit();
    };
  }

  /** Whether the number of values is asked, not how long they are. */
  private static boolean isCounted(Field<?> field, Asked asked) {
    return asked.isLength()
        && !field.has(FieldType.TEXT)
        && !field.has(FieldType.BYTES)
        && !field.has(FieldType.ETHER);
  }

  /**
   * Any value that is different, with a hint as soon as a record is chosen that has the value as
   * well.
   */
  private <R> Predicate<R> hinted(Field<R> field, Asked asked, ValueVisitor test, Literal literal)
      throws FilterException {
    Predicate<R> plain = asked(field, asked, Quantifier.ANY, test);
    if (isCounted(field, asked)) {
      return plain;
    }
    EachValue each = EachValue.both(part(field, asked, test));
    FieldReader<R> reader = field.reader();
    String written =
        FilterTexts.visible(expression.substring(asked.place().start(), literal.place().end()));
    boolean[] isSaid = new boolean[1];
    return record -> {
      if (isSaid[0]) {
        return plain.test(record);
      }
      each.begin();
      boolean unused = reader.read(record, each);
      if (each.differ()) {
        isSaid[0] = true;
        hints.say(
            written
                + " is also true if one of several values is "
                + FilterTexts.shown(literal.text())
                + ": say all "
                + written
                + ", or any "
                + written
                + " if that is meant");
      }
      return each.someFit();
    };
  }

  /** What is asked of a part of values: of slices, bits, or how long they are. */
  private ValueVisitor part(Field<?> field, Asked asked, ValueVisitor test) throws FilterException {
    boolean isEther = field.has(FieldType.ETHER);
    if (asked.isLength()) {
      return new LengthTest(isEther, test);
    }
    if (asked.mask().isPresent()) {
      return new MaskTest(asked.mask().getAsLong(), test);
    }
    return asked.slices().isEmpty() ? test : new SliceTest(asked.slices(), isEther, test);
  }

  private static <R> Predicate<R> value(Field<R> field, ValueVisitor test) {
    FieldReader<R> reader = field.reader();
    return record -> reader.read(record, test);
  }

  private static <R> Predicate<R> count(Field<R> field, ValueVisitor test) {
    FieldReader<R> reader = field.reader();
    long[] count = new long[1];
    AnyValue counter = new AnyValue(() -> ++count[0] < 0);
    return record -> {
      count[0] = 0;
      boolean unused = reader.read(record, counter);
      return test.number(count[0]);
    };
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
    return SetTest.oneOf(all);
  }

  private ValueVisitor between(Range range, ValueVisitor low, ValueVisitor high)
      throws FilterException {
    if (low instanceof ValueTest from && high instanceof ValueTest to && from.isAbove(to)) {
      String first = FilterTexts.shown(range.low().text());
      String last = FilterTexts.shown(range.high().text());
      throw new FilterException(
          String.format(
              Locale.ROOT,
              "no value is from %s to %s; did you mean %s..%s?",
              first,
              last,
              last,
              first),
          expression,
          new Span(range.low().place().start(), range.high().place().end()));
    }
    return SetTest.between(low, high);
  }

  private ValueVisitor test(
      Field<?> field, Asked asked, Operator operator, Literal literal, FieldRegistry<?> fields)
      throws FilterException {
    if (asked.isLength()) {
      return tests.ofInteger("len()", operator, literal);
    }
    if (asked.mask().isPresent()) {
      return tests.ofInteger("what is behind &", operator, literal);
    }
    tests.needUnit(field, asked.name(), literal);
    tests.hint(field, literal, hints);
    if (!asked.slices().isEmpty()) {
      return tests.ofSlice(field, operator, literal);
    }
    try {
      return tests.of(field, operator, literal);
    } catch (FilterException e) {
      String named = field.name() + NAME_OF;
      if (!field.has(FieldType.UNSIGNED) || fields.find(named).isEmpty()) {
        throw e;
      }
      throw new FilterException(
          e.reason() + "; names are those of " + named, expression, new Span(e.start(), e.end()));
    }
  }

  private <R> Field<R> field(Asked asked, FieldRegistry<R> fields) throws FilterException {
    Optional<Field<R>> field = fields.find(asked.name());
    if (field.isPresent()) {
      refuseParts(field.get(), asked);
      return field.get();
    }
    throw unknown(asked, fields);
  }

  /** Slices are those of text and bytes, bits those of numbers. */
  private void refuseParts(Field<?> field, Asked asked) throws FilterException {
    boolean hasSlices =
        field.has(FieldType.TEXT) || field.has(FieldType.BYTES) || field.has(FieldType.ETHER);
    if (!asked.slices().isEmpty() && !hasSlices) {
      throw wrong(
          asked,
          asked.name()
              + " is "
              + field.type().label()
              + ", and only text, bytes and ether have slices");
    }
    boolean hasBits = field.type().isNumber() || field.has(FieldType.NAMED);
    if (asked.mask().isPresent() && !hasBits) {
      throw wrong(
          asked, asked.name() + " is " + field.type().label() + ", and only numbers have bits");
    }
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
    if (first <= 0) {
      return List.of();
    }
    String begin = name.substring(0, first + 1);
    String end = name.substring(name.lastIndexOf('.'));
    return few(fields, field -> field.startsWith(begin) && field.endsWith(end));
  }

  /** Fields that are called so within a header, if they are few. */
  private static String alike(String name, FieldRegistry<?> fields) {
    List<String> alike =
        few(
            fields,
            field ->
                field.endsWith("." + name)
                    && field.indexOf('.') == field.length() - name.length() - 1);
    return alike.isEmpty() ? "" : ", which have " + String.join(" and ", alike);
  }

  /** Names of our own fields that are so; none if they are many. */
  private static List<String> few(FieldRegistry<?> fields, Predicate<String> wanted) {
    List<String> some =
        fields.all().stream()
            .filter(field -> field.dialect() == Dialect.OWN)
            .map(Field::name)
            .filter(wanted)
            .limit(MOST_ALIKE + 1L)
            .toList();
    return some.size() > MOST_ALIKE ? List.of() : some;
  }

  private FilterException wrong(Asked asked, String reason) {
    return new FilterException(reason, expression, asked.place());
  }

  private static <R> List<String> groups(FieldRegistry<R> fields) {
    return fields.all().stream()
        .filter(field -> field.has(FieldType.GROUP))
        .map(Field::name)
        .filter(name -> fields.group(name).isPresent())
        .toList();
  }
}
