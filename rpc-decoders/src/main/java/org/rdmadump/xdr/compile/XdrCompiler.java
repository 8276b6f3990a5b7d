package org.rdmadump.xdr.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.xdr.schema.SchemaFormat;

/** Compiles declarations into a table. */
public final class XdrCompiler {
  /** Finds the files that others include. */
  public interface Files {
    /** {@return the text of a file, if there is one of that name} */
    Optional<String> text(String name);
  }

  private final Files files;
  private final Scope scope = new Scope();
  private final Set<String> read = new HashSet<>();

  private XdrCompiler(Files files) {
    this.files = files;
  }

  /**
   * Compiles one text.
   *
   * @param name for messages
   * @param text declarations, {@code docs/schema.md}
   * @param files where included files are
   * @return a table for {@code XdrSchema.of}
   * @throws XdrDeclarationException if something is wrong; it says where
   */
  public static byte[] compile(String name, String text, Files files)
      throws XdrDeclarationException {
    XdrCompiler compiler = new XdrCompiler(files);
    compiler.read.add(name);
    compiler.read(new Source(name, text), false);
    Resolver resolver = new Resolver(compiler.scope);
    resolver.run();
    return table(resolver);
  }

  private void read(Source source, boolean included) throws XdrDeclarationException {
    for (Syntax.Definition definition : Parser.definitions(source)) {
      if (definition instanceof Syntax.Include include) {
        if (read.add(include.name())) {
          Optional<String> text = files.text(include.name());
          if (text.isEmpty()) {
            throw include.place().wrong("no file '" + include.name() + "'");
          }
          read(new Source(include.name(), text.get()), true);
        }
      } else {
        scope.add(definition, included);
      }
    }
  }

  private static byte[] table(Resolver from) {
    TableWriter out = new TableWriter();
    List<TableWriter.Entry> names = new ArrayList<>();
    for (Resolver.NamesDraft each : from.names) {
      TableWriter.Entry record = new TableWriter.Entry();
      record.i32(out.string(each.prefix())).i32(each.values().size());
      for (int i = 0; i < each.values().size(); i++) {
        record.i64(each.values().get(i)).i32(out.string(each.names().get(i)));
      }
      names.add(record);
    }
    List<TableWriter.Entry> types = new ArrayList<>();
    for (TypeDraft each : from.types) {
      types.add(type(each, out));
    }
    List<TableWriter.Entry> fields = new ArrayList<>();
    for (FieldDraft each : from.fields) {
      fields.add(field(each, out));
    }
    List<TableWriter.Entry> declared = new ArrayList<>();
    for (int each : from.declared) {
      declared.add(new TableWriter.Entry().i32(each));
    }
    List<TableWriter.Entry> procedures = new ArrayList<>();
    for (Resolver.ProcedureDraft each : from.procedures) {
      procedures.add(
          new TableWriter.Entry()
              .i64(each.program())
              .i64(each.version())
              .i64(each.number())
              .i32(out.string(each.name()))
              .i32(each.arguments())
              .i32(each.results()));
    }
    return out.table(names, types, fields, declared, procedures);
  }

  private static TableWriter.Entry type(TypeDraft type, TableWriter out) {
    TableWriter.Entry record =
        new TableWriter.Entry()
            .u8(SchemaFormat.KINDS.indexOf(type.kind))
            .u8(type.flags)
            .i32(out.string(type.name))
            .i64(type.bound)
            .i64(type.fixedSize)
            .i64(type.leastSize)
            .i32(type.element)
            .i32(type.names)
            .i32(type.discriminant)
            .i32(type.fields.size());
    for (int field : type.fields) {
      record.i32(field);
    }
    record.i32(type.defaultArm).i32(type.cases.size());
    for (long[] each : type.cases) {
      record.i64(each[0]).i32((int) each[1]);
    }
    return record;
  }

  private static TableWriter.Entry field(FieldDraft field, TableWriter out) {
    List<Mark> own = field.traits.own();
    TableWriter.Entry record =
        new TableWriter.Entry()
            .i32(out.string(field.name))
            .i32(field.type)
            .u8(SchemaFormat.FORMS.indexOf(field.traits.form()))
            .u8(field.flags)
            .u8(SchemaFormat.HOLDS.indexOf(field.traits.hold()))
            .i32(out.string(field.traits.tell()))
            .i32(field.names)
            .i32(field.holdField)
            .i32(out.string(field.holdBy))
            .i32(own.size());
    for (Mark mark : own) {
      record
          .i32(out.string(mark.word()))
          .i32(out.string(mark.arguments().isEmpty() ? "" : mark.arguments().get(0)));
    }
    return record;
  }
}
