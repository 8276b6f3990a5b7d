package org.rdmadump.report.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldPart;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.NumberBlock;

/**
 * Writes what a registry has of a record as members of the object that is open. What a name has
 * before a dot is an object, parts are an array of objects.
 *
 * @param <R> the kind of record
 */
final class JsonMembers<R> {
  private static final byte[][] NO_LABELS = {};

  private final JsonOutput out;
  private final JsonValues values;
  private final Supplier<FieldRegistry<R>> registry;
  private final String around;

  // Not there before the first record: of findings, and of what is missing, mostly there is none.
  private Member<R> @Nullable [] inPlace;
  private Member<R> @Nullable [] behind;

  /**
   * One member, or none if the record does not have it.
   *
   * @param form of numbers
   * @param reader shows the value, or writes what has parts
   * @param block finds it with those of other members, if it is not null
   * @param place where it is in the block
   * @param labels names of values as JSON has them, if they have names
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Member<R>(
      byte[] key,
      NumberForm form,
      FieldReader<R> reader,
      @Nullable NumberBlock<R> block,
      int place,
      byte[][] labels) {
    Member(byte[] key, NumberForm form, FieldReader<R> reader) {
      this(key, form, reader, null, 0, NO_LABELS);
    }

    Member(byte[] key, NumberForm form, NumberBlock.Reader<R> of) {
      this(key, form, of, of.block(), of.place(), labels(of.names()));
    }

    private static byte[][] labels(List<String> names) {
      byte[][] labels = new byte[names.size()][];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = JsonText.quoted(names.get(i));
      }
      return labels;
    }
  }

  /**
   * Members that {@code out} writes.
   *
   * @param around name of the object that is open, with a dot behind it; empty for the record
   */
  JsonMembers(JsonOutput out, FieldRegistry<R> registry, String around) {
    this(out, () -> registry, around);
  }

  /** The same, of a registry that is made for the first record. */
  JsonMembers(JsonOutput out, Supplier<FieldRegistry<R>> registry, String around) {
    this.out = out;
    this.values = new JsonValues(out);
    this.registry = registry;
    this.around = around;
  }

  /** Those that stand behind lists, or those that do not. */
  private Member<R>[] members(boolean isBehind) {
    FieldRegistry<R> fields = registry.get();
    List<Member<R>> members = new ArrayList<>();
    for (Field<R> field : fields.declared()) {
      String name = field.name();
      InJson when = field.inJson();
      if (when != InJson.NEVER
          && isBehind == (when == InJson.BEHIND_LISTS || when == InJson.IF_TRUE)
          && name.startsWith(around)
          && name.indexOf('.', around.length()) < 0) {
        members.add(member(fields, field, name.substring(around.length())));
      }
    }
    return array(members);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // An array of a generic type.
  private static <R> Member<R>[] array(List<Member<R>> members) {
    return members.toArray(new Member[0]);
  }

  private static <R> Member<R> parts(FieldReader<R> writer) {
    NumberForm none = new NumberForm(FieldType.GROUP, InJson.IN_PLACE);
    return new Member<>(JsonValues.NO_KEY, none, writer);
  }

  private <P> FieldReader<R> object(byte[] key, FieldPart<R, P> part) {
    JsonMembers<P> members = new JsonMembers<>(out, part.inside(), "");
    Function<R, @Nullable P> of = part.of();
    return (record, to) -> {
      P present = of.apply(record);
      if (present != null) {
        out.beginObject(key);
        members.write(present);
        out.endObject();
      }
      return false;
    };
  }

  /** Writes the members of a record. */
  void write(R record) {
    writeInPlace(record);
    writeBehind(record);
  }

  /** Writes records as an array of objects. */
  void writeArray(byte[] key, List<R> records) {
    out.beginArray(key);
    for (int i = 0; i < records.size(); i++) {
      out.beginObject();
      write(records.get(i));
      out.endObject();
    }
    out.endArray();
  }

  /** Writes those that do not stand behind lists. */
  void writeInPlace(R record) {
    Member<R>[] known = inPlace;
    if (known == null) {
      known = members(/* isBehind= */ false);
      inPlace = known;
    }
    write(known, record);
  }

  /** Writes those that stand behind lists. */
  void writeBehind(R record) {
    Member<R>[] known = behind;
    if (known == null) {
      known = members(/* isBehind= */ true);
      behind = known;
    }
    write(known, record);
  }

  @SuppressWarnings("ReferenceEquality") // A block is read once for all of its members.
  private void write(Member<R>[] members, R record) {
    NumberBlock<R> before = null;
    for (Member<R> member : members) {
      NumberBlock<R> block = member.block;
      if (block == null) {
        values.field(member.key, member.form);
        member.reader.read(record, values);
        continue;
      }
      if (block != before) {
        block.read(record);
        before = block;
      }
      if (block.has(member.place)) {
        write(member, block.get(member.place));
      }
    }
  }

  private void write(Member<R> member, long value) {
    if (member.labels.length > 0) {
      out.key(member.key);
      out.quoted(member.labels[(int) value]);
    } else {
      member.form.write(out, member.key, value);
    }
  }

  private Member<R> member(FieldRegistry<R> registry, Field<R> field, String name) {
    byte[] key = JsonText.key(name);
    if (field.type() != FieldType.GROUP) {
      NumberForm form = new NumberForm(field.type(), field.inJson());
      return field.reader() instanceof NumberBlock.Reader<R> of
          ? new Member<>(key, form, of)
          : new Member<>(key, form, field.reader());
    }
    Optional<FieldPart<R, ?>> part = registry.part(field.name());
    return parts(
        part.isPresent()
            ? object(key, part.get())
            : group(key, registry.group(field.name()).orElseThrow()));
  }

  private <P> FieldReader<R> group(byte[] key, FieldGroup<R, P> group) {
    JsonMembers<P> members = new JsonMembers<>(out, group.parts(), "");
    FieldReader<P> object =
        (part, to) -> {
          if (group.isOne()) {
            out.key(key);
          }
          out.beginObject();
          members.write(part);
          out.endObject();
          return false;
        };
    if (group.isOne()) {
      return (record, to) -> group.each(record, object, to);
    }
    return (record, to) -> {
      out.beginArray(key);
      group.each(record, object, to);
      out.endArray();
      return false;
    };
  }
}
