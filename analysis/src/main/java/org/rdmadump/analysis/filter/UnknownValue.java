package org.rdmadump.analysis.filter;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.analysis.field.CommonFields;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.finding.Rule;

/** What a value may stand for that a field never has. */
final class UnknownValue {
  /** Words for a value that is not there. */
  private static final Set<String> ABSENT =
      Set.of("absent", "missing", "n/a", "none", "null", "unknown");

  /** Values listed in a message; a line has no room for more. */
  private static final int MOST_LISTED = 12;

  /** Letters of a part of a value, at least. */
  private static final int LEAST_LETTERS = 3;

  /** Shorter, but the end of many values. */
  private static final String OK = "OK";

  private UnknownValue() {}

  /**
   * {@return what is wrong with a value, and what was probably meant}
   *
   * @param fields all that can be asked of the record
   */
  static String of(Field<?> field, String name, FieldRegistry<?> fields) {
    Map<String, String> byUpperCase = new LinkedHashMap<>();
    field.values().forEach(value -> byUpperCase.put(value.toUpperCase(Locale.ROOT), value));
    String upper = name.toUpperCase(Locale.ROOT);
    Optional<String> nearest =
        inside(upper, byUpperCase.keySet())
            .or(() -> Nearest.to(upper, List.copyOf(byUpperCase.keySet())))
            .map(byUpperCase::get);
    String list = "rdmadump fields " + field.name();
    String listed =
        field.values().size() <= MOST_LISTED
            ? "; it is " + String.join(", ", field.values())
            : "; it is one of " + field.values().size() + ": " + list;
    String said = field.name() + " is never " + FilterTexts.shown(name);
    Optional<Rule> rule = ruleOfCheck(field, name);
    if (rule.isPresent()) {
      String only = rule.get().name();
      return said + " here; rdmadump check --rules " + only + " tells of it";
    }
    if (isAboutAbsence(field, name)) {
      return said + "; where it is absent: not " + field.name();
    }
    String last = lastPart(field.name());
    return said
        + elsewhere(field, name, fields, each -> lastPart(each).equals(last))
            .or(
                () ->
                    nearest.map(
                        value -> "; did you mean " + written(value) + "? " + list + " lists all"))
            .or(() -> containing(field, name))
            .or(() -> elsewhere(field, name, fields, each -> true))
            .orElse(listed);
  }

  /**
   * {@return the comparison with another field that has the value, if there is one: the field that
   * is used most, or whose name has fewest parts}
   *
   * @param among which names of fields may be it
   */
  private static Optional<String> elsewhere(
      Field<?> field, String value, FieldRegistry<?> fields, Predicate<String> among) {
    List<String> used = CommonFields.mostUsed();
    return fields.all().stream()
        .filter(each -> each.dialect() == Dialect.OWN && among.test(each.name()))
        .filter(each -> each.values().stream().anyMatch(value::equalsIgnoreCase))
        .map(each -> ofEither(each.name(), fields))
        .filter(each -> !each.equals(field.name()))
        .min(
            Comparator.comparingInt(
                    (String each) -> used.contains(each) ? used.indexOf(each) : used.size())
                .thenComparingLong(each -> each.chars().filter(it -> it == '.').count()))
        .map(
            each ->
                "; did you mean "
                    + fields.shortName(each).orElse(each)
                    + " == "
                    + written(value)
                    + "?");
  }

  /**
   * {@return a name without its first part, if that is one, as nfs.status is of reply.nfs.status}
   */
  private static String ofEither(String name, FieldRegistry<?> fields) {
    String rest = name.substring(name.indexOf('.') + 1);
    return fields.find(rest).map(Field::name).filter(rest::equals).orElse(name);
  }

  private static String lastPart(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** {@return the rule of that name, if the field has rules, but not this one} */
  private static Optional<Rule> ruleOfCheck(Field<?> field, String name) {
    RuleCatalogue catalogue = new RuleCatalogue();
    boolean hasRules =
        !field.values().isEmpty() && catalogue.find(field.values().get(0)).isPresent();
    return hasRules ? catalogue.find(name.toLowerCase(Locale.ROOT)) : Optional.empty();
  }

  /**
   * {@return the value that a word ends with, as {@code OP_WRITE} does, or the only one that ends
   * with it, as {@code RDMA_NOMSG} does with {@code NOMSG}}
   */
  private static Optional<String> inside(String word, Set<String> values) {
    Optional<String> ending =
        values.stream()
            .filter(value -> word.endsWith("_" + value))
            .max(Comparator.comparingInt(String::length));
    List<String> longer = values.stream().filter(value -> value.endsWith("_" + word)).toList();
    return ending.or(() -> longer.stream().filter(only -> longer.size() == 1).findFirst());
  }

  /**
   * {@return how values are found that have a word in them, as {@code NOENT} is in {@code
   * NFS4ERR_NOENT}; of an error of the operating system, such as {@code ESTALE}, without its E}
   */
  private static Optional<String> containing(Field<?> field, String word) {
    List<String> values = field.values();
    for (String part : word.startsWith("E") ? List.of(word, word.substring(1)) : List.of(word)) {
      Pattern wanted = Pattern.compile(part, Pattern.CASE_INSENSITIVE | Pattern.LITERAL);
      List<Matcher> found = values.stream().map(wanted::matcher).filter(Matcher::find).toList();
      boolean isLong = part.length() >= LEAST_LETTERS || part.equalsIgnoreCase(OK);
      if (isLong && !found.isEmpty() && values.size() > MOST_LISTED) {
        return Optional.of(
            "; did you mean " + field.name() + " contains " + written(found.get(0).group()) + "?");
      }
    }
    return Optional.empty();
  }

  /**
   * {@return whether a word asks for records without the field} These are texts of a part; what a
   * record has itself, such as the rule of a finding, and what has a number, is always there.
   */
  private static boolean isAboutAbsence(Field<?> field, String word) {
    return ABSENT.contains(word.toLowerCase(Locale.ROOT))
        && field.has(FieldType.TEXT)
        && field.name().indexOf('.') > 0;
  }

  /** A value as an expression has it: in quotation marks if there are spaces in it. */
  private static String written(String value) {
    return value.indexOf(' ') < 0 ? value : '"' + value + '"';
  }
}
