package org.rdmadump.xdr.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of a protocol. Nothing of them is made before it is asked for, so that a run
 * pays only for the types that it meets.
 *
 * <p>Several threads may use one schema.
 */
public final class XdrSchema {
  /** What identifies a procedure: its program, version and number. */
  private static final int NUMBERS = 3;

  private final SchemaTable table;
  private final @Nullable String[] strings;
  private final @Nullable XdrNames[] names;
  private final @Nullable XdrType[] types;
  private final @Nullable XdrField[] fields;
  private final @Nullable XdrProcedure[] procedures;

  /** Program, version and number of each procedure, one behind the other. */
  private final long[] numbers;

  private XdrSchema(SchemaTable table) {
    this.table = table;
    this.strings = new String[table.count(SchemaFormat.STRINGS)];
    this.names = new XdrNames[table.count(SchemaFormat.NAMES)];
    this.types = new XdrType[table.count(SchemaFormat.TYPES)];
    this.fields = new XdrField[table.count(SchemaFormat.FIELDS)];
    this.procedures = new XdrProcedure[table.count(SchemaFormat.PROCEDURES)];
    this.numbers = new long[NUMBERS * procedures.length];
    for (int i = 0; i < procedures.length; i++) {
      SchemaTable.Entry in = table.at(table.position(SchemaFormat.PROCEDURES, i));
      for (int n = 0; n < NUMBERS; n++) {
        numbers[NUMBERS * i + n] = in.longNumber();
      }
    }
  }

  /**
   * {@return the declarations in a table that is written as text, one byte to a character}
   *
   * @param parts of the text, as a class of the build's has them
   * @throws IllegalArgumentException if they are no table
   */
  public static XdrSchema of(String... parts) {
    int length = 0;
    for (String part : parts) {
      length += part.length();
    }
    byte[] table = new byte[length];
    int at = 0;
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.ISO_8859_1);
      System.arraycopy(bytes, 0, table, at, bytes.length);
      at += bytes.length;
    }
    return of(table);
  }

  /**
   * {@return the declarations in a table}
   *
   * @param table as {@code XdrCompiler} makes it; not changed any more
   * @throws IllegalArgumentException if it is none
   */
  public static XdrSchema of(byte[] table) {
    return new XdrSchema(new SchemaTable(table));
  }

  /**
   * {@return a value of a declared type that stands alone; its name is that of the type}
   *
   * @throws IllegalArgumentException if no such type is declared
   */
  public XdrField declared(String type) {
    for (int i = 0; i < table.count(SchemaFormat.DECLARED); i++) {
      XdrField each = declared(i);
      if (each.name().equals(type)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no type " + type);
  }

  /**
   * {@return a declared type}
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public XdrType type(String name) {
    return declared(name).type();
  }

  /** {@return every type that is declared, as a value that stands alone} */
  public List<XdrField> declared() {
    List<XdrField> all = new ArrayList<>();
    for (int i = 0; i < table.count(SchemaFormat.DECLARED); i++) {
      all.add(declared(i));
    }
    return all;
  }

  /** {@return a procedure} */
  public Optional<XdrProcedure> procedure(long program, long version, long procedure) {
    for (int i = 0; i < procedures.length; i++) {
      int at = NUMBERS * i;
      if (numbers[at] == program && numbers[at + 1] == version && numbers[at + 2] == procedure) {
        XdrProcedure known = procedures[i];
        return Optional.of(known != null ? known : makeProcedure(i));
      }
    }
    return Optional.empty();
  }

  private XdrField declared(int index) {
    return field(table.at(table.position(SchemaFormat.DECLARED, index)).number());
  }

  String string(int id) {
    String known = strings[id];
    if (known == null) {
      known = table.at(table.position(SchemaFormat.STRINGS, id)).string();
      strings[id] = known;
    }
    return known;
  }

  XdrNames names(int id) {
    XdrNames known = names[id];
    return known != null ? known : makeNames(id);
  }

  XdrField field(int id) {
    XdrField known = fields[id];
    return known != null ? known : makeField(id);
  }

  XdrType type(int id) {
    XdrType known = types[id];
    return known != null ? known : makeType(id);
  }

  private synchronized XdrProcedure makeProcedure(int index) {
    XdrProcedure made = procedures[index];
    if (made == null) {
      SchemaTable.Entry in = table.at(table.position(SchemaFormat.PROCEDURES, index));
      long number = 0;
      for (int n = 0; n < NUMBERS; n++) {
        number = in.longNumber();
      }
      made = new XdrProcedure(string(in.number()), number, field(in.number()), field(in.number()));
      procedures[index] = made;
    }
    return made;
  }

  private synchronized XdrNames makeNames(int id) {
    XdrNames made = names[id];
    if (made == null) {
      made = new XdrNames(this, table, table.position(SchemaFormat.NAMES, id));
      names[id] = made;
    }
    return made;
  }

  private synchronized XdrField makeField(int id) {
    XdrField made = fields[id];
    if (made == null) {
      made = new XdrField(this, table, table.position(SchemaFormat.FIELDS, id));
      fields[id] = made;
    }
    return made;
  }

  private synchronized XdrType makeType(int id) {
    XdrType made = types[id];
    if (made == null) {
      made = new XdrType(this, table, table.position(SchemaFormat.TYPES, id));
      types[id] = made;
    }
    return made;
  }
}
