package org.rdmadump.analysis.filter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.analysis.field.CommonFields;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.WiresharkTable;

/** What a field may stand for that the records of an expression do not have. */
final class UnknownField {
  /** What is said before the name of another field. */
  static final String MEANT = "; did you mean ";

  private static final int MOST_ALIKE = 3;

  /** Letters of a name that may stand for another: that of no field is nearly as long. */
  private static final int LONGEST = 200;

  /** Letters of an abbreviation, at least. */
  private static final int LEAST_ABBREVIATION = 3;

  /** Parts of the names of fields that a value alone may be of, at most. */
  private static final int PARTS_OF_COMMON = 2;

  /** How many parts of a group are named of many. */
  private static final int PARTS_SHOWN = 2;

  /** The end of names of durations, which is easily forgotten. */
  private static final String UNIT = FieldUnit.NANOSECONDS;

  /** What a value that stands alone is of, by what it looks like. */
  private static final Map<Pattern, String> BY_FORM =
      Map.of(
          Pattern.compile("0[xX]\\p{XDigit}{1,8}"), "rpcrdma.xid",
          Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+(/\\d+)?"), "addr");

  private final Asked asked;
  private final String name;
  private final String expression;

  /** What is in front of the last dot, and what is behind it. */
  private final String group;

  private final String last;

  UnknownField(Asked asked, String expression) {
    this.asked = asked;
    this.expression = expression;
    name = asked.name();
    int dot = name.lastIndexOf('.');
    group = dot < 0 ? "" : name.substring(0, dot);
    last = name.substring(dot + 1);
  }

  /**
   * {@return the error, with what was probably meant}
   *
   * @param fields of the records that were asked
   * @param others fields of other kinds of record
   */
  FilterException among(FieldRegistry<?> fields, List<FieldRegistry<?>> others) {
    if (name.length() > LONGEST) {
      return wrong("no field " + FilterTexts.shown(name) + "; rdmadump fields lists all");
    }
    for (FieldRegistry<?> other : others) {
      if (other.find(name).isPresent()) {
        if (isPart(fields, others) && fields.find(last).isPresent()) {
          return wrong("inside any() the names are those of the part: " + last);
        }
        String reason = name + " is a field of " + other.record() + ", not of " + fields.record();
        return wrong(reason).of(other.record(), name).orHas(fields.record(), alike(fields));
      }
    }
    Optional<String> advice = WiresharkTable.advice(name);
    if (advice.isPresent()) {
      return wrong("no field " + FilterTexts.shown(name) + "; " + advice.get());
    }
    String unknown = "no field " + FilterTexts.shown(name) + MEANT;
    List<BiFunction<UnknownField, FieldRegistry<?>, Optional<String>>> guesses =
        List.of(
            UnknownField::withoutRecord,
            UnknownField::ofRecord,
            UnknownField::withoutFirstPart,
            UnknownField::deeper,
            UnknownField::withoutMiddle,
            UnknownField::common,
            UnknownField::comparison,
            UnknownField::inGroup,
            UnknownField::ofLikeGroup);
    for (BiFunction<UnknownField, FieldRegistry<?>, Optional<String>> guess : guesses) {
      Optional<String> own = guess.apply(this, fields);
      if (own.isPresent()) {
        return wrong(unknown + own.get() + "?");
      }
      for (FieldRegistry<?> other : others) {
        Optional<String> there = guess.apply(this, other);
        if (there.isPresent() && fields.find(there.get()).isPresent()) {
          return wrong(unknown + there.get() + "?");
        }
        if (there.isPresent()) {
          return wrong(unknown + there.get() + ", of " + other.record() + "?")
              .of(other.record(), there.get());
        }
      }
    }
    return wrong("no field " + FilterTexts.shown(name) + "; " + list(fields, others));
  }

  /** Whether these are the fields of a part, such as an operation, not of a kind of record. */
  private static boolean isPart(FieldRegistry<?> fields, List<FieldRegistry<?>> others) {
    return others.stream().noneMatch(each -> each.record().equals(fields.record()));
  }

  /** {@return how the fields are listed among which it may be: those of the same layer} */
  private String list(FieldRegistry<?> fields, List<FieldRegistry<?>> others) {
    List<FieldRegistry<?>> all = new ArrayList<>(List.of(fields));
    all.addAll(others);
    for (String prefix = group; !prefix.isEmpty(); prefix = before(prefix)) {
      String inside = prefix + ".";
      if (all.stream().anyMatch(each -> hasAny(each, inside))) {
        return "rdmadump fields " + prefix + " lists those of " + prefix;
      }
    }
    boolean isWord =
        last.length() >= LEAST_ABBREVIATION
            && all.stream()
                .anyMatch(each -> each.names().stream().anyMatch(it -> it.contains(last)));
    return isWord ? "rdmadump fields " + last + " finds some" : "rdmadump fields lists all";
  }

  private static String before(String prefix) {
    return prefix.substring(0, Math.max(0, prefix.lastIndexOf('.')));
  }

  private static boolean hasAny(FieldRegistry<?> fields, String prefix) {
    return fields.names().stream().anyMatch(each -> each.startsWith(prefix));
  }

  /** {@return the last part, if what is before it only says which records are asked} */
  private Optional<String> withoutRecord(FieldRegistry<?> fields) {
    String record = fields.record();
    return group.equals(record.substring(0, record.length() - 1)) && hasByThatName(fields, last)
        ? Optional.of(last)
        : Optional.empty();
  }

  /** {@return what the records that were asked have by that name: client of a connection} */
  private Optional<String> ofRecord(FieldRegistry<?> fields) {
    String record = fields.record();
    return Optional.of(record.substring(0, record.length() - 1) + "." + name)
        .filter(it -> hasByThatName(fields, it));
  }

  /** {@return the same in a part of the group: a chunk has segments, which have a length} */
  private Optional<String> deeper(FieldRegistry<?> fields) {
    List<String> found =
        group.indexOf('.') < 0
            ? List.of()
            : few(fields, each -> each.startsWith(group + ".") && each.endsWith("." + last));
    return found.isEmpty() ? Optional.empty() : Optional.of(String.join(" or ", found));
  }

  /** {@return the rest of a name, if that is one: JSON has headers of frames in {@code layers}} */
  private Optional<String> withoutFirstPart(FieldRegistry<?> fields) {
    String rest = name.substring(name.indexOf('.') + 1);
    return rest.contains(".") && !rest.equals(name)
        ? fields.find(rest).map(Field::name)
        : Optional.empty();
  }

  /**
   * {@return the first and the last part, if that is a name: Wireshark has no part for a header}
   */
  private Optional<String> withoutMiddle(FieldRegistry<?> fields) {
    int first = name.indexOf('.');
    return first < 0 || first == group.length()
        ? Optional.empty()
        : Optional.of(name.substring(0, first + 1) + last)
            .filter(it -> fields.find(it).isPresent());
  }

  /**
   * {@return fields that are often asked for by the last part of the name, or by a word that others
   * have for it; those of the same layer if it has any of them}
   */
  private Optional<String> common(FieldRegistry<?> fields) {
    List<String> said = CommonFields.called(last);
    String layer = name.substring(0, name.indexOf('.') + 1);
    List<String> inLayer = new ArrayList<>();
    List<String> elsewhere = new ArrayList<>();
    for (String each : said) {
      if (hasByThatName(fields, each)) {
        (each.startsWith(layer) ? inLayer : elsewhere).add(fields.shortName(each).orElse(each));
      }
    }
    if (layer.isEmpty()) {
      for (String each : CommonFields.mostUsed()) {
        if (isLastPart(each) && !said.contains(each) && hasByThatName(fields, each)) {
          inLayer.add(fields.shortName(each).orElse(each));
        }
      }
    }
    List<String> meant =
        inLayer.isEmpty() && !elsewhere.isEmpty() && hasGroup(fields) ? elsewhere : inLayer;
    return meant.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join(" or ", meant.subList(0, Math.min(MOST_ALIKE, meant.size()))));
  }

  /** {@return the comparison with what is no field but a value, such as READ or 192.0.2.1} */
  private Optional<String> comparison(FieldRegistry<?> fields) {
    for (Map.Entry<Pattern, String> each : BY_FORM.entrySet()) {
      if (each.getKey().matcher(name).matches() && fields.find(each.getValue()).isPresent()) {
        return Optional.of(each.getValue() + " == " + FilterTexts.shown(name));
      }
    }
    if (!group.isEmpty()) {
      return Optional.empty();
    }
    Stream<String> others = own(fields).filter(each -> parts(each) <= PARTS_OF_COMMON);
    return Stream.concat(CommonFields.mostUsed().stream(), others)
        .flatMap(each -> comparison(fields, each).stream())
        .findFirst();
  }

  private Optional<String> comparison(FieldRegistry<?> fields, String field) {
    return fields.find(field).map(Field::values).orElse(List.of()).stream()
        .filter(name::equalsIgnoreCase)
        .map(value -> fields.shortName(field).orElse(field) + " == " + value)
        .findFirst();
  }

  private boolean isLastPart(String field) {
    return field.endsWith("." + last) || field.endsWith("." + last + UNIT);
  }

  private static boolean hasByThatName(FieldRegistry<?> fields, String name) {
    return fields.find(name).map(Field::name).filter(name::equals).isPresent();
  }

  /**
   * {@return what has another place in the group, or in none, or a last part that is hardly
   * different}
   */
  private Optional<String> inGroup(FieldRegistry<?> fields) {
    int first = name.indexOf('.');
    List<String> deeper =
        first <= 0
            ? List.of()
            : few(
                fields,
                each -> each.startsWith(name.substring(0, first + 1)) && each.endsWith("." + last));
    if (deeper.isEmpty()) {
      deeper = few(fields, each -> each.endsWith("." + name));
    }
    if (!deeper.isEmpty()) {
      return Optional.of(
          deeper.stream()
              .map(each -> fields.shortName(each).orElse(each))
              .collect(Collectors.joining(" or ")));
    }
    // A number whose name is also the beginning of others, such as infiniband.cm.req, is none.
    boolean isPartOfValue =
        fields.find(group).filter(UnknownField::isNoGroup).isPresent() && !hasGroup(fields);
    if (isPartOfValue) {
      return ofLastPart(fields).or(() -> Optional.of(group));
    }
    // A group that does not exist is misspelt itself.
    return fields
        .find(last)
        .filter(field -> hasGroup(fields))
        .map(Field::name)
        .or(() -> ofLastPart(fields));
  }

  private boolean hasGroup(FieldRegistry<?> fields) {
    return hasAny(fields, group + ".");
  }

  /** {@return the field of the same group whose last part is nearest, with its unit or without} */
  private Optional<String> ofLastPart(FieldRegistry<?> fields) {
    String prefix = group.isEmpty() ? "" : group + ".";
    List<String> rests = new ArrayList<>();
    List<String> withoutUnit = new ArrayList<>();
    for (String each : fields.names()) {
      if (each.startsWith(prefix)) {
        rests.add(each.substring(prefix.length()));
        if (each.endsWith(UNIT)) {
          withoutUnit.add(each.substring(prefix.length(), each.length() - UNIT.length()));
        }
      }
    }
    return Nearest.to(last, rests)
        .or(() -> Nearest.to(last, withoutUnit).map(each -> each + UNIT))
        .map(each -> prefix + each)
        .or(() -> ofAbbreviation(fields));
  }

  /** {@return the field of the same group that shortens the last part, such as opc of opcode} */
  private Optional<String> ofAbbreviation(FieldRegistry<?> fields) {
    String shortest = group + "." + last.substring(0, Math.min(LEAST_ABBREVIATION, last.length()));
    return fields.names().stream()
        .filter(each -> !group.isEmpty() && each.startsWith(shortest) && name.startsWith(each))
        .filter(each -> fields.find(each).filter(UnknownField::isNoGroup).isPresent())
        .max(Comparator.comparingInt(String::length));
  }

  private static boolean isNoGroup(Field<?> field) {
    return !field.has(FieldType.GROUP);
  }

  /** {@return what is of a group whose name is hardly different} */
  private Optional<String> ofLikeGroup(FieldRegistry<?> fields) {
    if (hasGroup(fields)) {
      return Optional.empty();
    }
    List<String> candidates = new ArrayList<>();
    for (String each : fields.names()) {
      String other = each.substring(0, Math.max(0, each.lastIndexOf('.')));
      if (!other.equals(group) && Nearest.to(group, List.of(other)).isPresent()) {
        candidates.add(each);
      }
    }
    return Nearest.to(name, candidates);
  }

  /**
   * {@return what the records that were asked have in its place: fields of a header with this name,
   * or parts of what it names; empty if nothing}
   */
  private String alike(FieldRegistry<?> fields) {
    Optional<String> common = common(fields).or(() -> comparison(fields));
    if (common.isPresent()) {
      return common.get().replace(" or ", " and ");
    }
    List<String> alike =
        few(
            fields,
            field ->
                field.endsWith("." + name)
                    && field.indexOf('.') == field.length() - name.length() - 1);
    if (!alike.isEmpty()) {
      return String.join(" and ", alike);
    }
    List<String> parts =
        fields.names().stream()
            .filter(field -> field.startsWith(name + "."))
            .limit(PARTS_SHOWN)
            .toList();
    return parts.isEmpty() ? "" : String.join(", ", parts) + " and so on";
  }

  /** The names with fewest parts that a predicate accepts; empty if they are many. */
  private static List<String> few(FieldRegistry<?> fields, Predicate<String> wanted) {
    List<String> all = own(fields).filter(wanted).toList();
    int least = all.stream().mapToInt(UnknownField::parts).min().orElse(0);
    List<String> some = all.stream().filter(each -> parts(each) == least).toList();
    return some.size() > MOST_ALIKE ? List.of() : some;
  }

  private static Stream<String> own(FieldRegistry<?> fields) {
    return fields.all().stream().filter(field -> field.dialect() == Dialect.OWN).map(Field::name);
  }

  private static int parts(String name) {
    int parts = 1;
    for (int at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
      parts++;
    }
    return parts;
  }

  private FilterException wrong(String reason) {
    return new FilterException(reason, expression, asked.place());
  }
}
