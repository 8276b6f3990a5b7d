package org.rdmadump.analysis.field;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * All that can be asked of a kind of record.
 *
 * <p>For one thread, as are its fields.
 *
 * @param <R> the kind of record
 */
public final class FieldRegistry<R> {
  private static final String OPERATIONS = ".operations.";

  private final String record;
  private final List<Field<R>> declared = new ArrayList<>();
  private final Map<String, Field<R>> byName = new HashMap<>();
  private final List<FieldSource<R>> sources = new ArrayList<>();
  private final Map<String, FieldGroup<R, ?>> groups = new HashMap<>();
  private final Map<String, FieldPart<R, ?>> parts = new HashMap<>();

  /** Every field, once somebody has asked for all. */
  private List<Field<R>> all = List.of();

  /** Their names, likewise. */
  private List<String> names = List.of();

  /**
   * A registry without fields.
   *
   * @param record what a record is called, in plural: {@code messages}
   */
  public FieldRegistry(String record) {
    this.record = record;
  }

  /** {@return what a record is called, in plural} */
  public String record() {
    return record;
  }

  /** Adds a field. Of fields with the same name, the first one counts. */
  public FieldRegistry<R> add(Field<R> field) {
    if (byName.putIfAbsent(field.name(), field) == null) {
      declared.add(field);
    }
    for (String alias : field.aliases()) {
      byName.putIfAbsent(alias, field);
    }
    return this;
  }

  /** Adds a field whose values {@code reader} finds. */
  public FieldRegistry<R> add(FieldType type, String name, String meaning, FieldReader<R> reader) {
    return add(new Field<>(name, type, meaning, reader));
  }

  /** Adds a field that always has one value, a number. */
  public FieldRegistry<R> number(
      FieldType type, String name, String meaning, ToLongFunction<R> value) {
    return add(type, name, meaning, new NumberReader<>(value));
  }

  /**
   * Adds a field that always has one value, one of {@code values}.
   *
   * @param index which of them
   */
  public FieldRegistry<R> named(
      String name, String meaning, List<String> values, ToIntFunction<R> index) {
    ValueNames names = value -> values.get((int) value);
    FieldReader<R> reader = (record, to) -> to.named(index.applyAsInt(record), names);
    return add(new Field<>(name, FieldType.NAMED, meaning, reader).named(values));
  }

  /** Adds a field that has one value, one of the reader's names, or none. */
  public FieldRegistry<R> named(String name, String meaning, NumberBlock.Reader<R> reader) {
    return add(new Field<>(name, FieldType.NAMED, meaning, reader).named(reader.names()));
  }

  /** Gives the field that was added last other names, with spaces between them. */
  public FieldRegistry<R> also(String aliases) {
    return replaceLast(last().also(aliases.split(" ", -1)));
  }

  /** Says what values of the field that was added last are called. */
  public FieldRegistry<R> values(List<String> values) {
    return replaceLast(last().named(values));
  }

  /**
   * Says how values without a name are written, of the field that was added last, such as {@code
   * opcode 0x%02x}.
   */
  public FieldRegistry<R> numbered(List<String> forms) {
    return replaceLast(last().numbered(forms));
  }

  /** Says what values of the field that was added last are counted in. */
  public FieldRegistry<R> in(FieldUnit unit) {
    return replaceLast(last().in(unit));
  }

  /** Says what values of the field that was added last need of decoding. */
  public FieldRegistry<R> needs(FieldNeed need) {
    return replaceLast(last().needs(need));
  }

  /** Says when JSON has the field that was added last, unless always. */
  public FieldRegistry<R> inJson(InJson when) {
    return replaceLast(last().inJson(when));
  }

  /** Says when JSON has a field, unless always. */
  public FieldRegistry<R> inJson(String name, InJson when) {
    declared.replaceAll(field -> field.name().equals(name) ? field.inJson(when) : field);
    return this;
  }

  private Field<R> last() {
    return declared.get(declared.size() - 1);
  }

  private FieldRegistry<R> replaceLast(Field<R> field) {
    Field<R> before = declared.remove(declared.size() - 1);
    byName.remove(before.name());
    for (String alias : before.aliases()) {
      byName.remove(alias, before);
    }
    return add(field);
  }

  /**
   * Adds a part that every record has, with its own fields as {@code NAME.FIELD}.
   *
   * @param inside the fields of the part, whose aliases are whole names
   * @param aliases of the part
   */
  public <P> FieldRegistry<R> part(
      String name, String meaning, FieldRegistry<P> inside, Function<R, P> part, String aliases) {
    add(FieldType.GROUP, name, meaning, (record, to) -> to.group()).also(aliases);
    parts.put(name, new FieldPart<>(inside, part));
    return flatten(name, inside, reader -> (record, to) -> reader.read(part.apply(record), to));
  }

  /** Adds a part that a record has or not, likewise. */
  public <P> FieldRegistry<R> optionalPart(
      String name,
      String meaning,
      FieldRegistry<P> inside,
      Function<R, Optional<P>> part,
      String... aliases) {
    FieldReader<R> presence = (record, to) -> part.apply(record).isPresent() && to.group();
    add(new Field<>(name, FieldType.GROUP, meaning, presence).also(aliases));
    parts.put(name, new FieldPart<>(inside, record -> part.apply(record).orElse(null)));
    return flatten(
        name,
        inside,
        reader ->
            (record, to) -> {
              Optional<P> present = part.apply(record);
              return present.isPresent() && reader.read(present.get(), to);
            });
  }

  private <P> FieldRegistry<R> flatten(
      String name, FieldRegistry<P> inside, Function<FieldReader<P>, FieldReader<R>> through) {
    for (Field<P> each : inside.declared) {
      add(each.of(name + "." + each.name(), each.aliases(), through.apply(each.reader())));
    }
    return this;
  }

  /** Adds all that can be asked of the same kind of record. */
  public FieldRegistry<R> addAll(FieldRegistry<R> others) {
    for (Field<R> each : others.declared) {
      add(each);
    }
    sources.addAll(others.sources);
    groups.putAll(others.groups);
    parts.putAll(others.parts);
    return this;
  }

  /** {@return whether a field of that name, no alias, was added} */
  public boolean has(String name) {
    Field<R> known = byName.get(name);
    return known != null && known.name().equals(name);
  }

  /** {@return the fields that were added one by one, in that order} */
  public List<Field<R>> declared() {
    return declared;
  }

  /** Adds fields that are looked for behind those that were added one by one. */
  public FieldRegistry<R> add(FieldSource<R> source) {
    sources.add(source);
    return this;
  }

  /**
   * Adds parts of a record: the group itself as a field, and those of its parts as {@code
   * GROUP.FIELD}.
   */
  public <P> FieldRegistry<R> add(FieldGroup<R, P> group, String meaning, String... aliases) {
    add(
        new Field<R>(
                group.name(),
                FieldType.GROUP,
                meaning,
                (part, to) -> group.each(part, (each, visitor) -> visitor.group(), to))
            .also(aliases));
    groups.put(group.name(), group);
    sources.add(new PartFields<>(group));
    return this;
  }

  /** {@return the field of that name or alias; letters may be large where they should be small} */
  public Optional<Field<R>> find(String name) {
    // Else a part, which does the same, would take a name in large letters for an alias of its own.
    String small = name.toLowerCase(Locale.ROOT);
    Optional<Field<R>> found = exactly(small);
    return found.isPresent() || small.equals(name) ? found : exactly(name);
  }

  private Optional<Field<R>> exactly(String name) {
    Field<R> known = byName.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    for (FieldSource<R> source : sources) {
      Optional<Field<R>> found = source.find(name);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** {@return the name of a field that leaves the operations out, if it finds that field, too} */
  public Optional<String> shortName(String name) {
    String shorter = withoutOperations(name);
    return !shorter.equals(name) && find(shorter).map(Field::name).filter(name::equals).isPresent()
        ? Optional.of(shorter)
        : Optional.empty();
  }

  private static String withoutOperations(String name) {
    int at = name.indexOf(OPERATIONS);
    return at < 0 ? name : name.substring(0, at + 1) + name.substring(at + OPERATIONS.length());
  }

  /** {@return the parts of that name, whose fields can be asked of one and the same of them} */
  public Optional<FieldGroup<R, ?>> group(String name) {
    FieldGroup<R, ?> known = groups.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    for (FieldSource<R> source : sources) {
      Optional<FieldGroup<R, ?>> found = source.group(name);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** {@return the part of that name, of which there is one at most} */
  public Optional<FieldPart<R, ?>> part(String name) {
    return Optional.ofNullable(parts.get(name));
  }

  /**
   * {@return every field, in the order of the field reference; this can take milliseconds, and is
   * to be asked for when all fields have been added}
   */
  public List<Field<R>> all() {
    if (all.isEmpty()) {
      List<Field<R>> each = new ArrayList<>(declared);
      for (FieldSource<R> source : sources) {
        for (Field<R> field : source.all()) {
          if (!byName.containsKey(field.name())) {
            each.add(field);
          }
        }
      }
      all = Collections.unmodifiableList(each);
    }
    return all;
  }

  /**
   * {@return every name that a field may be asked for by: aliases, those of operations also without
   * that word, and its own; to be asked for when all fields have been added}
   */
  public List<String> names() {
    if (names.isEmpty()) {
      List<String> each = new ArrayList<>();
      for (Field<R> field : all()) {
        each.addAll(field.aliases());
        String shorter = withoutOperations(field.name());
        if (!shorter.equals(field.name())) {
          each.add(shorter);
        }
        each.add(field.name());
      }
      names = Collections.unmodifiableList(each);
    }
    return names;
  }
}
