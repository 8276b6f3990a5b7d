package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.net.IpAddress;

/**
 * A table of fields, a row for each: its name, its meaning in one line, and where its value is. The
 * method that adds a row says how the value is shown; others add to the last row.
 *
 * @param <H> what has the fields, such as a header
 */
final class FieldTable<H> {
  /** Shows a number of 16 bits in hexadecimal. */
  private static final ValueNames HEX16 = value -> String.format(Locale.ROOT, "0x%04x", value);

  private final List<Field<H>> fields = new ArrayList<>();

  /** Adds a field whose value may be absent, or not be a plain one. */
  FieldTable<H> add(String name, FieldType type, String meaning, FieldReader<H> reader) {
    fields.add(new Field<>(name, type, meaning, reader));
    return this;
  }

  /** Adds a decimal number. */
  FieldTable<H> number(String name, String meaning, ToLongFunction<H> of) {
    return add(name, FieldType.UNSIGNED, meaning, number(of));
  }

  /** Adds a decimal number of 32 bits without a sign. */
  FieldTable<H> uint32(String name, String meaning, ToIntFunction<H> of) {
    return add(name, FieldType.UNSIGNED, meaning, unsigned(of));
  }

  /** Adds a number of 16 bits that is shown in hexadecimal. */
  FieldTable<H> hex16(String name, String meaning, ToIntFunction<H> of) {
    return named(name, meaning, of::applyAsInt, HEX16);
  }

  /** Adds a number of 32 bits that is shown in hexadecimal. */
  FieldTable<H> hex32(String name, String meaning, ToIntFunction<H> of) {
    return add(name, FieldType.HEX32, meaning, unsigned(of));
  }

  /** Adds a number of 64 bits that is shown in hexadecimal. */
  FieldTable<H> hex64(String name, String meaning, ToLongFunction<H> of) {
    return add(name, FieldType.HEX64, meaning, number(of));
  }

  /** Adds a bit. */
  FieldTable<H> flag(String name, String meaning, Predicate<H> of) {
    return add(name, FieldType.BOOLEAN, meaning, (h, to) -> to.number(of.test(h) ? 1 : 0));
  }

  /** Adds a number that has a name. */
  FieldTable<H> named(String name, String meaning, ToLongFunction<H> of, ValueNames names) {
    return add(name, FieldType.NAMED, meaning, (h, to) -> to.named(of.applyAsLong(h), names));
  }

  /** Adds the EtherType of what follows. */
  FieldTable<H> etherType(ToIntFunction<H> of) {
    return hex16("type", "EtherType of what follows", of);
  }

  /** Adds characters. */
  FieldTable<H> text(String name, String meaning, Function<H, String> of) {
    return add(name, FieldType.TEXT, meaning, (h, to) -> to.text(of.apply(h)));
  }

  /** Adds an address. */
  FieldTable<H> address(String name, String meaning, Function<H, IpAddress> of) {
    return add(name, FieldType.ADDRESS, meaning, (h, to) -> to.address(of.apply(h)));
  }

  /** Says what Wireshark and others call the last field. */
  FieldTable<H> also(String... aliases) {
    fields.add(fields.remove(fields.size() - 1).also(aliases));
    return this;
  }

  /** Says what values the last field can have, by name. */
  FieldTable<H> values(List<String> values) {
    fields.add(fields.remove(fields.size() - 1).named(values));
    return this;
  }

  /** Adds the fields of a part that may be absent; then its fields have no values. */
  <P> FieldTable<H> part(Function<H, Optional<P>> part, Consumer<FieldTable<P>> rows) {
    FieldTable<P> table = new FieldTable<>();
    rows.accept(table);
    for (Field<P> field : table.fields) {
      FieldReader<H> reader =
          (h, to) -> {
            Optional<P> present = part.apply(h);
            return present.isPresent() && field.reader().read(present.get(), to);
          };
      add(field, reader);
    }
    return this;
  }

  /** Adds a field that is like another but for where its value is. */
  private FieldTable<H> add(Field<?> like, FieldReader<H> reader) {
    fields.add(
        new Field<>(
            like.name(), like.types(), like.meaning(), like.aliases(), like.values(), reader));
    return this;
  }

  /** {@return the fields, in the order of the wire for the most part} */
  List<Field<H>> fields() {
    return fields;
  }

  private static <H> FieldReader<H> number(ToLongFunction<H> of) {
    return (h, to) -> to.number(of.applyAsLong(h));
  }

  private static <H> FieldReader<H> unsigned(ToIntFunction<H> of) {
    return (h, to) -> to.number(Integer.toUnsignedLong(of.applyAsInt(h)));
  }
}
