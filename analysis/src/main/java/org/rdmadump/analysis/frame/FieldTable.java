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
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.net.IpAddress;

/**
 * A table of fields, a row for each: its name, and where its value is. What the field is, {@link
 * FieldDeclarations} says.
 *
 * @param <H> what has the fields, such as a header
 */
final class FieldTable<H> {
  /** Shows a number of 16 bits in hexadecimal. */
  private static final ValueNames HEX16 = value -> String.format(Locale.US, "0x%04x", value);

  private final String block;
  private final List<Field<H>> fields = new ArrayList<>();

  /**
   * A table without rows.
   *
   * @param block where its fields are declared, such as the name of a layer
   */
  FieldTable(String block) {
    this.block = block;
  }

  /** Adds a field whose value may be absent, or not be a plain one. */
  FieldTable<H> add(String name, FieldReader<H> reader) {
    FieldDeclarations.Declaration it = FieldDeclarations.of(block).get(name);
    if (it == null) {
      throw new IllegalArgumentException("field " + name + " is not declared in " + block);
    }
    Field<H> field =
        new Field<>(name, List.of(it.type()), it.meaning(), it.aliases(), List.of(), reader);
    fields.add(it.unit().map(field::in).orElse(field));
    return this;
  }

  /** Adds a number. */
  FieldTable<H> number(String name, ToLongFunction<H> of) {
    return add(name, (h, to) -> to.number(of.applyAsLong(h)));
  }

  /** Adds a number of 32 bits without a sign. */
  FieldTable<H> unsigned(String name, ToIntFunction<H> of) {
    return add(name, (h, to) -> to.number(Integer.toUnsignedLong(of.applyAsInt(h))));
  }

  /** Adds a number of 16 bits that is shown in hexadecimal. */
  FieldTable<H> hex16(String name, ToIntFunction<H> of) {
    return named(name, of::applyAsInt, HEX16).numbered(List.of("0x%04x"));
  }

  /** Adds a bit. */
  FieldTable<H> flag(String name, Predicate<H> of) {
    return add(name, (h, to) -> to.number(of.test(h) ? 1 : 0));
  }

  /** Adds a number that has a name. */
  FieldTable<H> named(String name, ToLongFunction<H> of, ValueNames names) {
    return add(name, (h, to) -> to.named(of.applyAsLong(h), names));
  }

  /** Adds the EtherType of what follows. */
  FieldTable<H> etherType(ToIntFunction<H> of) {
    return hex16("type", of);
  }

  /** Adds characters. */
  FieldTable<H> text(String name, Function<H, String> of) {
    return add(name, (h, to) -> to.text(of.apply(h)));
  }

  /** Adds an address. */
  FieldTable<H> address(String name, Function<H, IpAddress> of) {
    return add(name, (h, to) -> to.address(of.apply(h)));
  }

  /** Says what values the last field can have, by name. */
  FieldTable<H> values(List<String> values) {
    fields.add(fields.remove(fields.size() - 1).named(values));
    return this;
  }

  /** Says how values of the last field are written that have no name. */
  FieldTable<H> numbered(List<String> forms) {
    fields.add(fields.remove(fields.size() - 1).numbered(forms));
    return this;
  }

  /** Adds the fields of a part that may be absent; then its fields have no values. */
  <P> FieldTable<H> part(Function<H, Optional<P>> part, Consumer<FieldTable<P>> rows) {
    FieldTable<P> table = new FieldTable<>(block);
    rows.accept(table);
    for (Field<P> field : table.fields) {
      FieldReader<H> reader =
          (h, to) -> {
            Optional<P> present = part.apply(h);
            return present.isPresent() && field.reader().read(present.get(), to);
          };
      fields.add(field.of(field.name(), field.aliases(), reader));
    }
    return this;
  }

  /** Adds those of a registry that have values of their own, which it declares itself. */
  FieldTable<H> addAll(FieldRegistry<H> others) {
    for (Field<H> field : others.declared()) {
      if (field.type() != FieldType.GROUP) {
        fields.add(field);
      }
    }
    return this;
  }

  /** {@return the fields, in the order of the wire for the most part} */
  List<Field<H>> fields() {
    return fields;
  }
}
