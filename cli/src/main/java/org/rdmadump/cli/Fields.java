package org.rdmadump.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.analysis.check.FindingFields;
import org.rdmadump.analysis.field.CommonFields;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.analysis.stats.ConnectionFields;
import org.rdmadump.report.json.FieldJsonWriter;

/**
 * The verb {@code fields}: prints what can be asked of a record by name, in chapters, those used
 * most first.
 *
 * @param words what fields have in a name, as the name of a value, or else in their meaning; none
 *     for all fields
 */
record Fields(List<String> words, boolean json) implements Command {
  private static final String RULE = "findings.rule";

  private static final Pattern OF_EXCHANGE = Pattern.compile("^(call|reply)\\.(?=.)");

  /** Reads it from a command line. */
  static Fields of(Arguments arguments) {
    List<String> words = new ArrayList<>();
    // Both messages of an exchange have the same fields.
    arguments.words().forEach(word -> words.add(OF_EXCHANGE.matcher(word).replaceFirst("")));
    return new Fields(List.copyOf(words), arguments.has(CommandOption.JSON));
  }

  @Override
  public int run(Environment environment) throws IOException {
    List<ListedField> all = inChapters(everything());
    List<ListedField> fields = found(all);
    if (fields.isEmpty()) {
      environment.say(
          "no field has "
              + String.join(" and ", words)
              + " in its name or meaning, or as a value"
              + nearest(all).map(meant -> "; did you mean " + meant + "?").orElse(""));
      return ExitStatus.NO_MATCH;
    }
    if (json) {
      List<Field<?>> plain = new ArrayList<>();
      fields.forEach(each -> plain.add(each.field()));
      FieldJsonWriter.write(environment.out(), plain);
    } else {
      Terminal terminal = environment.terminal();
      FieldListText text = new FieldListText(fields, words);
      String printed =
          !terminal.output()
              ? text.lines()
              : words.isEmpty()
                  ? text.overview(terminal.columns())
                  : text.chapters(terminal.columns());
      environment.out().write(printed.getBytes(StandardCharsets.UTF_8));
    }
    environment.out().flush();
    return ExitStatus.DONE;
  }

  /** The field, or else the value, whose name is hardly different from the only word. */
  private Optional<String> nearest(List<ListedField> all) {
    if (words.size() != 1) {
      return Optional.empty();
    }
    Set<String> names = new LinkedHashSet<>();
    Set<String> values = new LinkedHashSet<>();
    for (ListedField each : all) {
      names.addAll(each.field().aliases());
      names.add(each.field().name());
      values.addAll(each.field().values());
    }
    return Nearest.to(words.get(0), List.copyOf(names))
        .or(() -> Nearest.to(words.get(0), List.copyOf(values)));
  }

  private List<ListedField> found(List<ListedField> all) {
    List<ListedField> byName = new ArrayList<>();
    List<ListedField> byMeaning = new ArrayList<>();
    for (ListedField each : all) {
      switch (each.find(words)) {
        case NAME -> byName.add(each);
        case MEANING -> byMeaning.add(each);
        case NOWHERE -> {}
      }
    }
    List<ListedField> found = byName.isEmpty() ? byMeaning : byName;
    if (words.size() == 1) {
      String word = words.get(0).toLowerCase(Locale.ROOT);
      List<String> meant = CommonFields.called(word);
      boolean isPart =
          found.stream().anyMatch(each -> List.of(each.field().name().split("\\.")).contains(word));
      if (!meant.isEmpty() && (found.isEmpty() || (found.equals(byName) && !isPart))) {
        // What only has the word inside of another one is not meant more than these.
        return all.stream()
            .filter(each -> meant.contains(each.field().name()) || found.contains(each))
            .sorted(Comparator.comparing(each -> !meant.contains(each.field().name())))
            .toList();
      }
    }
    if (!words.isEmpty() && words.stream().noneMatch(FieldChapter::isOne)) {
      // What is looked for is hardly ever deep inside of another value.
      found.sort(Comparator.comparing(ListedField::chapter).thenComparing(ListedField::depth));
    }
    return found;
  }

  /** All fields, of messages, of exchanges what they have beside those, and so of frames. */
  private static List<ListedField> everything() {
    List<ListedField> all = new ArrayList<>();
    Set<String> known = new HashSet<>();
    add(MessageFields.registry(), FieldChapter.MESSAGES, known, all);
    add(ExchangeFields.registry(), FieldChapter.EXCHANGES, known, all);
    add(NvmeFields.registry(), FieldChapter.NVME, known, all);
    add(FrameFields.registry(), FieldChapter.FRAMES, known, all);
    add(ConnectionFields.registry(), FieldChapter.CONNECTIONS, known, all);
    return all;
  }

  private static <R> void add(
      FieldRegistry<R> registry, FieldChapter otherwise, Set<String> known, List<ListedField> to) {
    List<Field<R>> fields = registry.all();
    Set<String> own = new HashSet<>();
    for (Field<R> field : fields) {
      String name = field.name();
      boolean ofPart = otherwise == FieldChapter.EXCHANGES && isOfMessage(name, known);
      // Of the same name, the first is the one that is found by it.
      if (own.add(name) && !known.contains(name) && !ofPart) {
        Field<R> named = withAllRules(withAllNames(field, registry));
        to.add(new ListedField(named, FieldChapter.of(field, otherwise)));
      }
    }
    known.addAll(own);
  }

  /** Whether it is {@code call.} or {@code reply.} with a field of messages. */
  private static boolean isOfMessage(String name, Set<String> known) {
    return known.contains(name.substring(name.indexOf('.') + 1));
  }

  /** The same with the rules that only findings of check have, which have it by the same name. */
  private static <R> Field<R> withAllRules(Field<R> field) {
    return field.name().equals(RULE)
        ? field.named(FindingFields.registry().find(RULE).orElseThrow().values())
        : field;
  }

  /** The same with its other names, and with the one that leaves the operations out. */
  private static <R> Field<R> withAllNames(Field<R> field, FieldRegistry<R> all) {
    List<String> names = new ArrayList<>();
    all.shortName(field.name()).ifPresent(names::add);
    names.addAll(field.aliases());
    return names.isEmpty() ? field : field.also(names.toArray(new String[0]));
  }

  /** The same in the order of the chapters, those used most in one of their own. */
  private static List<ListedField> inChapters(List<ListedField> all) {
    List<String> used = CommonFields.mostUsed();
    ListedField[] first = new ListedField[used.size()];
    List<ListedField> sorted = new ArrayList<>();
    for (FieldChapter chapter : FieldChapter.values()) {
      for (ListedField each : all) {
        int place = used.indexOf(each.field().name());
        if (each.chapter() == chapter && place >= 0) {
          first[place] = new ListedField(each.field(), FieldChapter.USED);
        } else if (each.chapter() == chapter) {
          sorted.add(each);
        }
      }
    }
    List<ListedField> ordered = new ArrayList<>(List.of(first));
    ordered.addAll(sorted);
    return ordered;
  }
}
