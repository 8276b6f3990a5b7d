package org.rdmadump.analysis.filter;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.analysis.field.AnyValue;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldNeed;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.WiresharkTable;
import org.rdmadump.analysis.filter.Calculation.Results;

/**
 * Compiles an expression to a condition. It fails if a field does not exist or a value does not fit
 * its field.
 */
final class Compiler {
  /** Suffix of the field with a number's name. */
  private static final String NAME_OF = "_name";

  /** How many fields of a group an error names. */
  private static final int PARTS_NAMED = 2;

  /** Takes no values: the condition on a part decides alone. */
  private static final ValueVisitor NOBODY = new ValueVisitor() {};

  private final String expression;
  private final ValueTests tests;
  private final List<FieldRegistry<?>> others;
  private final FilterHints hints;
  private final Set<FieldNeed> needs = EnumSet.noneOf(FieldNeed.class);

  /**
   * Creates a compiler of one expression.
   *
   * @param others fields of other kinds of record, for error messages
   * @param hints receives hints on expressions with a likely different meaning
   */
  Compiler(String expression, List<FieldRegistry<?>> others, FilterHints hints) {
    this.hints = hints;
    this.expression = expression;
    this.tests = new ValueTests(expression);
    this.others = others;
  }

  /** {@return what the fields that were asked for need of decoding} */
  Set<FieldNeed> needs() {
    return needs;
  }

  <R> Predicate<R> compile(Expression part, FieldRegistry<R> fields) throws FilterException {
    if (part instanceof Expression.Or or) {
      return joined(or.parts(), fields, /* decisive= */ true);
    }
    if (part instanceof Expression.Xor xor) {
      return odd(xor.parts(), fields);
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
      if (presence.beside().isPresent()) {
        throw withoutOperator(asked, presence.beside().get(), fields);
      }
      return value(
          field,
          asked.isPlain()
              ? presence(field, asked)
              : part(field, asked, calculated(field, asked, tests.anyBit(), Results.WRAPPED)));
    }
    if (part instanceof Expression.Comparison comparison) {
      Asked asked = comparison.asked();
      Field<R> field = field(asked, fields);
      Relation relation = comparison.relation();
      Optional<Field<R>> other = other(field, comparison, fields);
      if (other.isPresent()) {
        return pair(field, other.get(), comparison);
      }
      ValueVisitor test = test(field, comparison, fields);
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

  private <R> ValueVisitor test(
      Field<R> field, Expression.Comparison comparison, FieldRegistry<R> fields)
      throws FilterException {
    Operator operator = comparison.relation().operator();
    try {
      return test(field, comparison.asked(), operator, comparison.literal(), fields);
    } catch (FilterException e) {
      // A field whose values are known is not compared with others by mistake.
      throw field.values().isEmpty() ? misspelt(comparison, fields).orElse(e) : e;
    }
  }

  /** What a value that does not fit is, if it is nearly the name of a field. */
  private Optional<FilterException> misspelt(
      Expression.Comparison comparison, FieldRegistry<?> fields) {
    return comparison
        .other()
        .filter(other -> other.name().indexOf('.') > 0)
        .filter(other -> comparison.relation().operator() != Operator.MATCHES)
        .map(other -> new UnknownField(other, expression).among(fields, others))
        .filter(wrong -> wrong.reason().contains(UnknownField.MEANT));
  }

  /** It gives a hint at the first value that is false. */
  private ValueVisitor presence(Field<?> field, Asked asked) {
    ValueVisitor there = new AnyValue(() -> true);
    return field.type() == FieldType.BOOLEAN ? new PresentTruth(asked.name(), hints, there) : there;
  }

  /**
   * Joins conditions with and, or with or.
   *
   * @param decisive the answer of one part that decides the whole: true for or
   */
  private <R> Predicate<R> joined(List<Expression> parts, FieldRegistry<R> fields, boolean decisive)
      throws FilterException {
    List<Predicate<R>> all = each(parts, fields);
    return record -> {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).test(record) == decisive) {
          return decisive;
        }
      }
      return !decisive;
    };
  }

  private <R> List<Predicate<R>> each(List<Expression> parts, FieldRegistry<R> fields)
      throws FilterException {
    List<Predicate<R>> all = new ArrayList<>(parts.size());
    for (Expression each : parts) {
      all.add(compile(each, fields));
    }
    return all;
  }

  private <R> Predicate<R> odd(List<Expression> parts, FieldRegistry<R> fields)
      throws FilterException {
    List<Predicate<R>> all = each(parts, fields);
    return record -> {
      boolean isOdd = false;
      for (int i = 0; i < all.size(); i++) {
        isOdd ^= all.get(i).test(record);
      }
      return isOdd;
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

  /** Tests the values of a field, their lengths, or their number. */
  private <R> Predicate<R> asked(
      Field<R> field, Asked asked, Quantifier quantifier, ValueVisitor test)
      throws FilterException {
    if (isCounted(field, asked)) {
      return count(field, asked, test);
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

  /** Whether the condition tests the number of values, not their length. */
  private static boolean isCounted(Field<?> field, Asked asked) {
    return asked.is(Function.COUNT)
        || (asked.isLength()
            && !field.has(FieldType.TEXT)
            && !field.has(FieldType.BYTES)
            && !field.has(FieldType.ETHER));
  }

  /**
   * Tests for any different value. It gives a hint at the first selected record that also has the
   * value itself.
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

  /** Tests part of each value: slices, bits, or length. */
  private ValueVisitor part(Field<?> field, Asked asked, ValueVisitor test) throws FilterException {
    boolean isEther = field.has(FieldType.ETHER);
    if (asked.isLength()) {
      return new LengthTest(isEther, test);
    }
    if (asked.function().isPresent()) {
      return new CaseTest(asked.function().get(), test);
    }
    return asked.slices().isEmpty() ? test : new SliceTest(asked.slices(), isEther, test);
  }

  private static <R> Predicate<R> value(Field<R> field, ValueVisitor test) {
    FieldReader<R> reader = field.reader();
    return record -> reader.read(record, test);
  }

  private static <R> Predicate<R> count(Field<R> field, Asked asked, ValueVisitor test) {
    // In Wireshark nothing can be said of an absent field, not even that it has no value.
    long least = asked.is(Function.COUNT) ? 1 : 0;
    FieldReader<R> reader = field.reader();
    long[] count = new long[1];
    AnyValue counter = new AnyValue(() -> ++count[0] < 0);
    return record -> {
      count[0] = 0;
      boolean unused = reader.read(record, counter);
      return count[0] >= least && test.number(count[0]);
    };
  }

  /**
   * {@return the field that a value names: a value that the first field cannot have, or one that is
   * more than a word and none of the known values, as the names of some rules are fields, too}
   */
  private <R> Optional<Field<R>> other(
      Field<R> field, Expression.Comparison comparison, FieldRegistry<R> fields)
      throws FilterException {
    Asked named = comparison.other().orElse(comparison.asked());
    Operator operator = comparison.relation().operator();
    Optional<Field<R>> found =
        comparison.other().isEmpty() ? Optional.empty() : fields.find(named.name());
    boolean isCompared = operator.isEquality() || operator.isOrder();
    boolean isGroup = found.isPresent() && found.get().has(FieldType.GROUP);
    if (!isCompared || isGroup || (found.isEmpty() && named.isPlain())) {
      return Optional.empty();
    }
    boolean isWord = named.name().indexOf('.') < 0 || field.values().contains(named.name());
    if (named.isPlain() && isWord) {
      try {
        ValueVisitor unused =
            test(field, comparison.asked(), operator, comparison.literal(), fields);
        return Optional.empty();
      } catch (FilterException e) {
        // No value, but there is a field.
      }
    }
    return comparison.other().isEmpty() ? Optional.empty() : Optional.of(field(named, fields));
  }

  private <R> Predicate<R> pair(Field<R> field, Field<R> other, Expression.Comparison comparison)
      throws FilterException {
    Asked asked = comparison.asked();
    Asked named = comparison.other().orElse(asked);
    Operator operator = comparison.relation().operator();
    if (!ValueKind.areCompared(field, asked, other, named)) {
      String types = field.type().label() + " and " + other.type().label();
      throw wrong(named, types + " are not compared by " + operator.sign());
    }
    boolean isDifference = operator == Operator.DIFFERENT && field.dialect() != Dialect.OWN;
    Quantifier quantifier =
        comparison.relation().quantifier().orElse(isDifference ? Quantifier.ALL : Quantifier.ANY);
    Results results = results(field, asked, other, named, operator);
    boolean isUnsigned = ValueKind.isUnsigned(field, asked, other, named);
    FieldPair<R> pair = new FieldPair<>(operator, isUnsigned || results == Results.UNSIGNED);
    return pair.joined(
        asked(field, asked, quantifier, compared(field, asked, pair.first(), results)),
        asked(other, named, quantifier, compared(other, named, pair.second(), results)));
  }

  /** How results are compared with those of another field. */
  private static Results results(
      Field<?> field, Asked asked, Field<?> other, Asked named, Operator operator) {
    if (operator.isEquality()) {
      return Results.WRAPPED;
    }
    return canBeNegative(field, asked) || canBeNegative(other, named)
        ? Results.SIGNED
        : Results.UNSIGNED;
  }

  private static boolean canBeNegative(Field<?> field, Asked asked) {
    boolean isDifference = asked.calculation().filter(each -> each.sign() == '-').isPresent();
    return isDifference || !(asked.isLength() || isWithoutSign(field, asked));
  }

  /** A field without a calculation has values without a sign, where results of others have one. */
  private static ValueVisitor compared(
      Field<?> field, Asked asked, ValueVisitor to, Results results) {
    boolean isBesideResult =
        results == Results.SIGNED && asked.calculation().isEmpty() && isWithoutSign(field, asked);
    return isBesideResult
        ? Calculation.NOTHING.of(to, /* isUnsigned= */ true, results)
        : calculated(field, asked, to, results);
  }

  /** Whether values can be from 2<sup>63</sup> to 2<sup>64</sup>-1. */
  private static boolean isWithoutSign(Field<?> field, Asked asked) {
    return !asked.isLength() && (field.has(FieldType.UNSIGNED) || field.has(FieldType.HEX64));
  }

  /** Has the results tested of what is calculated, if anything is. */
  private static ValueVisitor calculated(
      Field<?> field, Asked asked, ValueVisitor test, Results results) {
    if (asked.calculation().isEmpty()) {
      return test;
    }
    Calculation calculation = asked.calculation().get();
    return (asked.isSeconds(field) ? calculation.ofSeconds() : calculation)
        .of(test, isWithoutSign(field, asked), results);
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
      String meant =
          to.isAbove(from)
              ? ": addresses of two versions have no order"
              : "; did you mean " + last + ".." + first + "?";
      throw new FilterException(
          "no value is from " + first + " to " + last + meant,
          expression,
          new Span(range.low().place().start(), range.high().place().end()));
    }
    return SetTest.between(low, high);
  }

  private ValueVisitor test(
      Field<?> field, Asked asked, Operator operator, Literal literal, FieldRegistry<?> fields)
      throws FilterException {
    if (asked.isLength()) {
      String what = asked.function().orElseThrow().word() + "()";
      ValueVisitor test = tests.ofInteger(what, operator, literal, /* isUnsigned= */ false);
      return calculated(field, asked, test, Results.SIGNED);
    }
    if (asked.calculation().isPresent()) {
      boolean isUnsigned =
          (asked.keepsUnsigned() && !field.has(FieldType.SIGNED))
              || Numbers.isBeyond(literal.text());
      ValueVisitor test = tests.ofResult(field, operator, literal, isUnsigned, fields);
      return calculated(field, asked, test, isUnsigned ? Results.UNSIGNED : Results.SIGNED);
    }
    if (asked.function().isPresent()) {
      return tests.ofText(field, operator, literal);
    }
    tests.needUnit(field, asked.name(), literal);
    NumberHints.hint(field, literal, hints);
    if (!asked.slices().isEmpty()) {
      return tests.ofSlice(field, operator, literal);
    }
    if (field.type() == FieldType.GROUP && field.types().size() == 1) {
      throw withoutValue(asked, literal, fields);
    }
    try {
      ValueVisitor test = tests.of(field, operator, literal, fields);
      OptionalLong number = Numbers.integer(literal.text());
      boolean isNamed = field.has(FieldType.NAMED) && !field.values().isEmpty();
      return isNamed && operator.isEquality() && number.isPresent() && number.getAsLong() != 0
          ? new NamelessNumber(field, literal.text(), number.getAsLong(), hints, test)
          : test;
    } catch (FilterException e) {
      String named =
          WiresharkTable.named(fields.record(), field.name()).orElse(field.name() + NAME_OF);
      if (!field.has(FieldType.UNSIGNED) || fields.find(named).isEmpty()) {
        throw e.asWritten(field.name(), asked.name());
      }
      String names =
          "; names are those of "
              + named
              + ": "
              + named
              + " == "
              + FilterTexts.shown(literal.text());
      throw new FilterException(e.reason() + names, expression, new Span(e.start(), e.end()));
    }
  }

  private <R> Field<R> field(Asked asked, FieldRegistry<R> fields) throws FilterException {
    Optional<Field<R>> field = fields.find(asked.name());
    if (field.isPresent()) {
      Optional<String> refusal = asked.refusal(field.get());
      if (refusal.isPresent()) {
        String type = field.get().type().label();
        throw wrong(asked, asked.name() + " is " + type + ", and only " + refusal.get());
      }
      needs.add(field.get().need());
      return field.get();
    }
    throw new UnknownField(asked, expression).among(fields, others);
  }

  private FilterException withoutValue(Asked asked, Literal literal, FieldRegistry<?> fields) {
    String inside = asked.name() + ".";
    String parts =
        fields.names().stream()
            .filter(name -> name.startsWith(inside) && name.indexOf('.', inside.length()) < 0)
            .limit(PARTS_NAMED)
            .collect(Collectors.joining(" or "));
    return new FilterException(
        asked.name()
            + " has no value of its own: ask if it is present, for its len(), or for one of its"
            + " fields"
            + (parts.isEmpty() ? "" : ", such as " + parts),
        expression,
        literal.place());
  }

  private FilterException withoutOperator(Asked asked, Literal beside, FieldRegistry<?> fields) {
    int start = asked.place().start();
    Span place = beside.place();
    String left = expression.substring(start, place.start()).strip();
    String right = FilterTexts.shown(beside.text());
    String reason =
        fields.find(beside.text()).isPresent()
            ? left + " and " + right + " are two fields: write and, or, or an operator between them"
            : "an operator is missing; did you mean " + left + " == " + right + "?";
    return new FilterException(reason, expression, place);
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
