package org.rdmadump.analysis.field;

import java.util.List;

/**
 * Something that can be asked of a record by name.
 *
 * @param name as in JSON, with dots between: {@code rpcrdma.xid}
 * @param types what its values are; nearly always one. A field that versions of a protocol declare
 *     differently has several
 * @param meaning in one line
 * @param aliases other names for it
 * @param values of {@link FieldType#NAMED}: names that values can have, as far as they are known
 * @param numbered how values without a name are written, such as {@code opcode 0x%02x}, where
 *     {@code %02x} stands for a number
 * @param reader finds the values
 * @param inJson when JSON has it
 * @param dialect whose name it is
 * @param unit what its values are counted in
 * @param need what decoding has to keep or compute for its values
 * @param <R> the kind of record
 */
public record Field<R>(
    String name,
    List<FieldType> types,
    String meaning,
    List<String> aliases,
    List<String> values,
    List<String> numbered,
    FieldReader<R> reader,
    InJson inJson,
    Dialect dialect,
    FieldUnit unit,
    FieldNeed need) {
  /** A field of one type, without other names. */
  public Field(String name, FieldType type, String meaning, FieldReader<R> reader) {
    this(name, List.of(type), meaning, List.of(), List.of(), reader);
  }

  /** A field whose values without a name are plain numbers, if there are such values. */
  public Field(
      String name,
      List<FieldType> types,
      String meaning,
      List<String> aliases,
      List<String> values,
      FieldReader<R> reader,
      InJson inJson,
      Dialect dialect) {
    this(
        name,
        types,
        meaning,
        aliases,
        values,
        List.of(),
        reader,
        inJson,
        dialect,
        FieldUnit.of(name, types.get(0)),
        FieldNeed.NOTHING);
  }

  /** A field that JSON has in its place. */
  public Field(
      String name,
      List<FieldType> types,
      String meaning,
      List<String> aliases,
      List<String> values,
      FieldReader<R> reader) {
    this(name, types, meaning, aliases, values, reader, InJson.IN_PLACE, Dialect.OWN);
  }

  /** {@return what its values are, or most of them} */
  public FieldType type() {
    return types.get(0);
  }

  /** {@return whether some values are of that type} */
  public boolean has(FieldType type) {
    return types.contains(type);
  }

  /** {@return the same field with other names} */
  public Field<R> also(String... names) {
    return new Field<>(
        name,
        types,
        meaning,
        List.of(names),
        values,
        numbered,
        reader,
        inJson,
        dialect,
        unit,
        need);
  }

  /** {@return the same field by another name, such as the one that somebody asked for it by} */
  public Field<R> called(String other) {
    return new Field<>(
        other, types, meaning, aliases, values, numbered, reader, inJson, dialect, unit, need);
  }

  /** {@return the same field, of which it is known what values are called} */
  public Field<R> named(List<String> known) {
    return new Field<>(
        name, types, meaning, aliases, known, numbered, reader, inJson, dialect, unit, need);
  }

  /** {@return the same field, of which it is known how values without a name are written} */
  public Field<R> numbered(List<String> forms) {
    return new Field<>(
        name, types, meaning, aliases, values, forms, reader, inJson, dialect, unit, need);
  }

  /** {@return the same field, of which it is known when JSON has it} */
  public Field<R> inJson(InJson when) {
    return new Field<>(
        name, types, meaning, aliases, values, numbered, reader, when, dialect, unit, need);
  }

  /** {@return the same field, whose values are counted in something} */
  public Field<R> in(FieldUnit counted) {
    return new Field<>(
        name, types, meaning, aliases, values, numbered, reader, inJson, dialect, counted, need);
  }

  /** {@return the same field, whose values need something of decoding} */
  public Field<R> needs(FieldNeed something) {
    return new Field<>(
        name, types, meaning, aliases, values, numbered, reader, inJson, dialect, unit, something);
  }

  /** {@return the same fact as a field of something else, under another name} */
  public <O> Field<O> of(String other, List<String> otherAliases, FieldReader<O> otherReader) {
    return new Field<>(
        other,
        types,
        meaning,
        otherAliases,
        values,
        numbered,
        otherReader,
        inJson,
        dialect,
        unit,
        need);
  }

  /**
   * {@return the same fact by a name of Wireshark's, with its values}
   *
   * @param shown what Wireshark's values are
   * @param about what is said of it
   * @param its finds the values
   */
  public Field<R> inWireshark(String other, FieldType shown, String about, FieldReader<R> its) {
    // Names and times of ours can be compared with, too: no number looks like one.
    List<FieldType> all =
        (type() == FieldType.NAMED && hasNames()) || type() == FieldType.TIME
            ? List.of(shown, type())
            : List.of(shown);
    Field<R> field =
        new Field<>(other, all, about, List.of(), values, its, InJson.NEVER, Dialect.WIRESHARK);
    return (shown == FieldType.UNSIGNED ? field.in(unit) : field).needs(need);
  }

  /** Whether values can have names: not if it is known how all of them are written as numbers. */
  private boolean hasNames() {
    return numbered.isEmpty() || !values.isEmpty();
  }

  /** {@return some bits of the same fact, a number that has none of its names} */
  Field<R> partInWireshark(String other, FieldType shown, String about, FieldReader<R> its) {
    Field<R> field =
        new Field<>(
            other,
            List.of(shown),
            about,
            List.of(),
            List.of(),
            its,
            InJson.NEVER,
            Dialect.WIRESHARK);
    return field.needs(need);
  }
}
