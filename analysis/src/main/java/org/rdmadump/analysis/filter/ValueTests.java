package org.rdmadump.analysis.filter;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.rdmadump.analysis.field.ArrivalTime;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.ValueVisitor;

/** Makes value tests from the values of an expression, by the type of the field. */
final class ValueTests {
  private static final String TOO_DEEP = "no pattern: nested too deeply";

  private static final String HANDLE = "fh:";

  /** Fields whose numbers are connections. */
  private static final Pattern CONNECTION = Pattern.compile("(.*\\.)?connection");

  /** The end of names of numbers that may have a name, though it is not known which. */
  private static final String PROGRAM = "program";

  private static final Pattern OF_LINES = Pattern.compile("c[1-9]\\d*");

  /** Fields whose hexadecimal numbers are file handles; those of an operation lack its protocol. */
  private static final Pattern OF_FILES =
      Pattern.compile("(nfs|nfs_acl|mount|nlm)\\..*|([^.]+\\.)*\\w*fh(andle|_list|_vers)?");

  /** Types whose numbers can be negative. */
  private static final Set<FieldType> SIGNED =
      Set.of(
          FieldType.SIGNED, FieldType.DURATION, FieldType.SECONDS, FieldType.TIME, FieldType.DATE);

  /** A whole number, which may be too large. */
  private static final Pattern DECIMAL = Pattern.compile("\\d+[kKMGT]?");

  private static final Pattern NOT_OCTAL = Pattern.compile("0\\d*[89]\\d*");

  /** What others write for numbers from one to another. */
  private static final Pattern RANGE = Pattern.compile("\\d+(\\.\\.|-)\\d+");

  private static final Pattern HEXADECIMAL = Pattern.compile("\\p{XDigit}{2,16}");

  private static final Pattern MINOR_VERSION = Pattern.compile("4\\.\\d");

  private static final String FLAGS = "\\|";

  private final String expression;

  ValueTests(String expression) {
    this.expression = expression;
  }

  /**
   * {@return the test for a comparison}
   *
   * @param fields all that can be asked of the record
   * @throws FilterException if the value does not fit the field's type
   */
  ValueVisitor of(Field<?> field, Operator operator, Literal literal, FieldRegistry<?> fields)
      throws FilterException {
    if (field.has(FieldType.TEXT)
        && operator.isEquality()
        && !literal.isQuoted()
        && literal.text().indexOf('*') >= 0) {
      throw wrong(
          literal,
          "in "
              + operator.sign()
              + " a * is only itself: use contains, or matches with a pattern such as"
              + " '\\.txt$'; a name that has one is written with quotation marks");
    }
    if (operator == Operator.MATCHES) {
      return pattern(field, literal);
    }
    if (operator == Operator.CONTAINS
        && !hasText(field)
        && !field.has(FieldType.BYTES)
        && !field.has(FieldType.ETHER)) {
      throw wrong(
          literal, field.name() + " is " + kind(field) + ", which contains nothing" + part(field));
    }
    OptionalLong number =
        operator == Operator.CONTAINS
            ? OptionalLong.empty()
            : number(field, operator, literal, fields);
    if (operator.isEquality() && number.isPresent() && isTooLarge(field, number.getAsLong())) {
      throw wrong(literal, tooLarge(field, literal));
    }
    Optional<String> text = text(field, operator, literal, number, fields);
    Optional<byte[]> bytes = field.has(FieldType.BYTES) ? bytes(literal) : Optional.empty();
    Optional<AddressRange> addresses =
        field.has(FieldType.ADDRESS)
            ? AddressRange.of(literal.text())
                .filter(it -> operator.isEquality() || (operator.isOrder() && it.isSingle()))
            : Optional.empty();
    if (number.isEmpty() && text.isEmpty() && bytes.isEmpty() && addresses.isEmpty()) {
      throw wrong(literal, reason(field, operator, literal));
    }
    boolean isUnsigned = field.types().stream().noneMatch(SIGNED::contains);
    return new ValueTest(operator, number, isUnsigned, text, bytes, addresses);
  }

  /**
   * Refuses a duration without a unit if the field's name does not state the unit: Wireshark's
   * {@code rpc.time} is in seconds.
   *
   * @param asked the field's name in the expression
   */
  void needUnit(Field<?> field, String asked, Literal literal) throws FilterException {
    OptionalLong number =
        field.has(FieldType.DURATION) ? Numbers.integer(literal.text()) : OptionalLong.empty();
    if (number.isPresent()
        && number.getAsLong() != 0
        && !asked.toLowerCase(Locale.ROOT).endsWith(FieldUnit.NANOSECONDS)) {
      throw wrong(literal, asked + " needs a unit, such as " + literal.text() + "ms or 1.5s");
    }
  }

  /**
   * {@return the test of a length or count}
   *
   * @param what name of the tested quantity, for messages
   * @param isUnsigned whether the quantity ranges from 0 to 2<sup>64</sup>-1
   */
  ValueVisitor ofInteger(String what, Operator operator, Literal literal, boolean isUnsigned)
      throws FilterException {
    OptionalLong number = Numbers.amount(literal.text());
    if (number.isEmpty() || operator == Operator.CONTAINS || operator == Operator.MATCHES) {
      throw wrong(literal, what + " is an integer");
    }
    return ofNumber(operator, number, isUnsigned && !literal.text().startsWith("-"));
  }

  /**
   * {@return the test of what is calculated with a number, in the same unit}
   *
   * @param isUnsigned whether results range from 0 to 2<sup>64</sup>-1
   */
  ValueVisitor ofResult(
      Field<?> field,
      Operator operator,
      Literal literal,
      boolean isUnsigned,
      FieldRegistry<?> fields)
      throws FilterException {
    OptionalLong number = number(field, operator, literal, fields);
    if (number.isEmpty() && !field.has(FieldType.SECONDS)) {
      number = Numbers.amount(literal.text());
    }
    if (operator == Operator.CONTAINS || operator == Operator.MATCHES) {
      throw wrong(literal, "what is calculated is a number, and asked by == or an order");
    }
    if (number.isEmpty()) {
      throw wrong(
          literal,
          field.has(FieldType.NAMED)
              ? "what is calculated is an integer, such as 4096, and has no name"
              : reason(field, operator, literal));
    }
    return ofNumber(operator, number, isUnsigned && !literal.text().startsWith("-"));
  }

  /** {@return whether a number is not 0} */
  ValueVisitor anyBit() {
    return ofNumber(Operator.DIFFERENT, OptionalLong.of(0), /* isUnsigned= */ true);
  }

  private static ValueTest ofNumber(Operator operator, OptionalLong number, boolean isUnsigned) {
    return new ValueTest(
        operator, number, isUnsigned, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** {@return the test of a text or name that a function made} */
  ValueVisitor ofText(Field<?> field, Operator operator, Literal literal) throws FilterException {
    if (operator == Operator.MATCHES) {
      return pattern(field, literal);
    }
    return new ValueTest(
        operator,
        OptionalLong.empty(),
        /* isUnsigned= */ true,
        Optional.of(literal.text()),
        Optional.empty(),
        Optional.empty());
  }

  /** {@return the test of a slice of text or bytes, which has no names of its own} */
  ValueVisitor ofSlice(Field<?> field, Operator operator, Literal literal) throws FilterException {
    if (operator == Operator.MATCHES) {
      return pattern(field, literal);
    }
    boolean isEther = field.has(FieldType.ETHER);
    Optional<String> text =
        isEther
            ? HexBytes.of(literal.text()).map(EtherText::of)
            : Optional.of(literal.text()).filter(any -> field.has(FieldType.TEXT));
    boolean hasBytes = field.has(FieldType.BYTES) || field.has(FieldType.ADDRESS);
    Optional<byte[]> bytes = hasBytes ? bytes(literal) : Optional.empty();
    if (text.isEmpty() && bytes.isEmpty()) {
      throw wrong(
          literal,
          "a slice of " + field.name() + " has bytes, such as 52:54, not " + shown(literal));
    }
    return new ValueTest(
        operator, OptionalLong.empty(), /* isUnsigned= */ true, text, bytes, Optional.empty());
  }

  private static String shown(Literal literal) {
    return FilterTexts.shown(literal.text());
  }

  private OptionalLong number(
      Field<?> field, Operator operator, Literal literal, FieldRegistry<?> fields)
      throws FilterException {
    String text = literal.text();
    for (FieldType type : field.types()) {
      OptionalLong number =
          switch (type) {
            case UNSIGNED ->
                text.startsWith("-") ? OptionalLong.empty() : Numbers.amount(plain(field, text));
            case HEX8, HEX16, HEX24, HEX32, HEX64 ->
                text.startsWith("-") ? OptionalLong.empty() : Numbers.integer(bare(field, text));
            case SIGNED -> Numbers.amount(text);
            case SECONDS -> Numbers.seconds(text);
            case DATE -> ArrivalTime.read(text);
            case BOOLEAN -> truth(field, operator, literal);
            case DURATION -> Numbers.duration(text);
            case TIME -> Numbers.time(text);
            case NAMED -> literal.isQuoted() ? OptionalLong.empty() : Numbers.integer(text);
            case LEVEL -> level(field, literal, fields);
            default -> OptionalLong.empty();
          };
      if (number.isPresent()) {
        return number;
      }
    }
    return OptionalLong.empty();
  }

  /** A connection number without the prefix that output prints: {@code c1}. */
  private static String plain(Field<?> field, String text) {
    return CONNECTION.matcher(field.name()).matches() && OF_LINES.matcher(text).matches()
        ? text.substring(1)
        : text;
  }

  /** A file handle without the prefix that output prints: {@code fh:0xc717cadc}. */
  private static String bare(Field<?> field, String text) {
    return text.startsWith(HANDLE) && OF_FILES.matcher(field.name()).matches()
        ? text.substring(HANDLE.length())
        : text;
  }

  private OptionalLong truth(Field<?> field, Operator operator, Literal literal)
      throws FilterException {
    // In Wireshark a boolean is a number.
    boolean isOrdered = operator.isOrder() && field.dialect() == Dialect.WIRESHARK;
    if (!operator.isEquality() && !isOrdered) {
      return OptionalLong.empty();
    }
    OptionalLong truth =
        switch (literal.text()) {
          case "true", "True", "TRUE", "1" -> OptionalLong.of(1);
          case "false", "False", "FALSE", "0" -> OptionalLong.of(0);
          default -> OptionalLong.empty();
        };
    boolean asksFalse =
        truth.isPresent() && !isOrdered && (truth.getAsLong() == 1) != (operator == Operator.EQUAL);
    if (asksFalse && field.values().size() == 1) {
      String name = field.name();
      throw wrong(
          literal, name + " is present only if it is true: ask " + name + ", or not " + name);
    }
    return truth;
  }

  private OptionalLong level(Field<?> field, Literal literal, FieldRegistry<?> fields)
      throws FilterException {
    for (int i = 0; i < field.values().size(); i++) {
      if (field.values().get(i).equalsIgnoreCase(literal.text())) {
        return OptionalLong.of(i);
      }
    }
    OptionalLong number = Numbers.integer(literal.text());
    if (number.isEmpty()) {
      throw wrong(literal, UnknownValue.of(field, literal.text(), fields));
    }
    return number;
  }

  private Optional<String> text(
      Field<?> field,
      Operator operator,
      Literal literal,
      OptionalLong number,
      FieldRegistry<?> fields)
      throws FilterException {
    if (field.has(FieldType.TEXT)) {
      if (operator.isEquality() && field.types().size() == 1 && !field.values().isEmpty()) {
        return Optional.of(knownText(field, literal, fields));
      }
      return Optional.of(literal.text());
    }
    if (field.has(FieldType.ETHER)) {
      return HexBytes.of(literal.text())
          .filter(bytes -> operator == Operator.CONTAINS || bytes.length == EtherText.LENGTH)
          .map(EtherText::of);
    }
    if (!field.has(FieldType.NAMED) || number.isPresent()) {
      return Optional.empty();
    }
    if (operator.isEquality() && !field.values().isEmpty()) {
      return Optional.of(knownName(field, literal, fields));
    }
    if (operator.isEquality()
        && isOnlyNumbers(field)
        && NumberedForms.find(field.numbered(), literal.text()).isPresent()) {
      return NumberedForms.find(field.numbered(), literal.text());
    }
    boolean isNoNumber = isWord(field, literal) || isOnlyNumbers(field);
    if (operator.isEquality() && field.types().size() == 1 && isNoNumber) {
      throw wrong(
          literal,
          field.name() + " is a number, such as 4096, 0644 or 0x1000, not " + shown(literal));
    }
    return operator.isOrder() ? Optional.empty() : Optional.of(literal.text());
  }

  /**
   * Whether a value has no digit, which all values have that are numbers in a form of their own, or
   * begins with a letter, as none of these does.
   */
  private static boolean isWord(Field<?> field, Literal literal) {
    String text = literal.text();
    return !field.name().endsWith(PROGRAM)
        && (text.chars().noneMatch(Character::isDigit) || Character.isLetter(text.charAt(0)));
  }

  /** Whether values are numbers in a known form, of which none has a name. */
  private static boolean isOnlyNumbers(Field<?> field) {
    return field.type() == FieldType.NAMED
        && field.values().isEmpty()
        && !field.numbered().isEmpty();
  }

  /**
   * Checks the names of a value; the names in a set of flags are separated by bars.
   *
   * @return the value as output writes it, but for large letters
   */
  private String knownName(Field<?> field, Literal literal, FieldRegistry<?> fields)
      throws FilterException {
    Optional<String> numbered = NumberedForms.find(field.numbered(), literal.text());
    if (numbered.isPresent()) {
      return numbered.get();
    }
    for (String part : literal.text().split(FLAGS, -1)) {
      boolean known = Numbers.integer(part).isPresent();
      for (String value : field.values()) {
        known |= value.equalsIgnoreCase(part);
      }
      if (!known) {
        throw wrong(literal, UnknownValue.of(field, part, fields));
      }
    }
    return literal.text();
  }

  /** {@return the known text that is meant: the same, or the same but for large letters} */
  private String knownText(Field<?> field, Literal literal, FieldRegistry<?> fields)
      throws FilterException {
    String text = literal.text();
    if (field.values().contains(text)) {
      return text;
    }
    Optional<String> numbered = NumberedForms.find(field.numbered(), text);
    if (numbered.isPresent()) {
      return numbered.get();
    }
    for (String value : field.values()) {
      if (field.dialect() == Dialect.OWN && value.equalsIgnoreCase(text)) {
        return value;
      }
    }
    throw wrong(literal, UnknownValue.of(field, text, fields));
  }

  private static Optional<byte[]> bytes(Literal literal) {
    String text = literal.text();
    return literal.isQuoted() && !text.startsWith(HexBytes.PREFIX)
        ? Optional.of(text.getBytes(StandardCharsets.UTF_8))
        : HexBytes.of(text);
  }

  private ValueVisitor pattern(Field<?> field, Literal literal) throws FilterException {
    if (!hasText(field)) {
      throw wrong(
          literal,
          field.name() + " is " + kind(field) + ", and only text has a pattern" + part(field));
    }
    try {
      String meant = PcrePattern.toJava(literal.text());
      if (PatternRepeats.areTooMany(meant)) {
        throw wrong(
            literal, "no pattern: it repeats a part more than " + PatternRepeats.MOST + " times");
      }
      return new PatternTest(Pattern.compile(meant, Pattern.CASE_INSENSITIVE));
    } catch (PatternSyntaxException e) {
      if (e.getDescription().startsWith("Stack overflow")) {
        throw wrong(literal, TOO_DEEP);
      }
      // In another pattern than the one that was written, the place is another one, too.
      int index = e.getPattern().equals(literal.text()) ? Math.max(0, e.getIndex()) : 0;
      int at = literal.place().start() + (literal.isQuoted() ? 1 : 0) + index;
      int end = literal.place().end();
      throw new FilterException(
          "not a regular expression: " + FilterTexts.shown(e.getDescription()),
          expression,
          new Span(Math.min(at, end - 1), end));
    } catch (StackOverflowError e) {
      throw wrong(literal, TOO_DEEP);
    }
  }

  /** How part of a value is asked for that is no text. */
  private static String part(Field<?> field) {
    return field.has(FieldType.ADDRESS)
        ? "; addresses with a prefix are " + field.name() + " == 192.0.2.0/24"
        : "";
  }

  private static boolean hasText(Field<?> field) {
    return field.has(FieldType.TEXT)
        || (field.has(FieldType.NAMED) && !isOnlyNumbers(field))
        || field.has(FieldType.LEVEL);
  }

  /** Whether a number has more hexadecimal digits than any value. */
  private static boolean isTooLarge(Field<?> field, long number) {
    int bits = 4 * field.type().hexDigits();
    return field.types().size() == 1 && bits > 0 && bits < Long.SIZE && number >>> bits != 0;
  }

  private static String tooLarge(Field<?> field, Literal literal) {
    return shown(literal) + " is more than any " + field.name();
  }

  private static String reason(Field<?> field, Operator operator, Literal literal) {
    String value = FilterTexts.shown(literal.text());
    if (field.type().isNumber() && NOT_OCTAL.matcher(literal.text()).matches()) {
      return "a number that begins with 0 is octal, and has no 8 or 9: " + value;
    }
    if (field.type().isNumber()
        && field.type() != FieldType.BOOLEAN
        && DECIMAL.matcher(literal.text()).matches()) {
      return tooLarge(field, literal);
    }
    if (field.type().isNumber() && RANGE.matcher(literal.text()).matches()) {
      return "a range is asked for by in: " + field.name() + " in {10..20}";
    }
    if (field.type().hexDigits() > 0 && HEXADECIMAL.matcher(literal.text()).matches()) {
      return "a hexadecimal number begins with 0x: 0x" + value;
    }
    if (field.type() == FieldType.ADDRESS && AddressRange.isTooLong(literal.text())) {
      return "the prefix of " + value + " is longer than the address";
    }
    String expected =
        switch (field.type()) {
          case UNSIGNED, SIGNED -> "an integer, such as 4096, 64k or 0x1000";
          case HEX8, HEX16, HEX24, HEX32, HEX64 -> "an integer, such as 4096 or 0x1000";
          case ETHER ->
              "an Ethernet address, such as 52:54:00:77:00:01 (of a part: "
                  + field.name()
                  + "[0:3] == 52:54:00)";
          case SECONDS -> "seconds, such as 0.0015, or a number with a unit, such as 1.5ms";
          case DATE -> "a time, such as \"Nov 20, 2026 23:26:26\" or 2026-11-20T23:26:26Z";
          case BOOLEAN -> "true or false, and asked by == or !=";
          case ADDRESS ->
              "an address, such as 192.0.2.1 or fe80::1, or one with a prefix, 192.0.2.0/24, with =="
                  + " or !=";
          case TIME -> "a time, such as 2026-11-20T23:26:26Z, or nanoseconds since 1970";
          case DURATION -> "a duration, such as 1500 (nanoseconds), 10ms or 1.5s";
          case BYTES -> "bytes, such as 0x00ff or \"text\"";
          default -> operator.isOrder() ? "a number, for " + operator.sign() : "a name";
        };
    String minor =
        field.name().equals("nfs.version") && MINOR_VERSION.matcher(value).matches()
            ? " (nfs.minor_version has what is behind the point)"
            : "";
    return field.name() + FilterException.NEEDS + expected + ", not " + value + minor;
  }

  private static String kind(Field<?> field) {
    return isOnlyNumbers(field) ? "a number" : field.type().label();
  }

  private FilterException wrong(Literal literal, String reason) {
    return new FilterException(reason, expression, literal.place());
  }
}
