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
    for (NamesDraft each : from.names) {
      TableWriter.Entry record = new TableWriter.Entry();
      record.number(out.string(each.prefix())).number(each.values().size());
      for (int i = 0; i < each.values().size(); i++) {
        record.number(each.values().get(i)).number(out.string(each.names().get(i)));
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
      declared.add(new TableWriter.Entry().number(each));
    }
    List<TableWriter.Entry> procedures = new ArrayList<>();
    for (ProcedureDraft each : from.procedures) {
      procedures.add(
          new TableWriter.Entry()
              .number(each.program())
              .number(each.version())
              .number(each.number())
              .number(out.string(each.name()))
              .number(each.arguments())
              .number(each.results()));
    }
    return out.table(names, types, fields, declared, procedures);
  }

  private static TableWriter.Entry type(TypeDraft type, TableWriter out) {
    TableWriter.Entry record =
        new TableWriter.Entry()
            .number(SchemaFormat.KINDS.indexOf(type.kind))
            .number(type.flags)
            .number(out.string(type.name))
            .number(type.bound)
            .number(type.fixedSize)
            .number(type.leastSize)
            .number(type.element)
            .number(type.names)
            .number(type.discriminant)
            .number(type.fields.size());
    for (int field : type.fields) {
      record.number(field);
    }
    record.number(type.defaultArm).number(type.cases.size());
    for (long[] each : type.cases) {
      record.number(each[0]).number(each[1]);
    }
    return record;
  }

  private static TableWriter.Entry field(FieldDraft field, TableWriter out) {
    List<Mark> own = field.traits.own();
    TableWriter.Entry record =
        new TableWriter.Entry()
            .number(out.string(field.name))
            .number(field.type)
            .number(SchemaFormat.FORMS.indexOf(field.traits.form()))
            .number(field.flags)
            .number(SchemaFormat.HOLDS.indexOf(field.traits.hold()))
            .number(out.string(field.traits.tell()))
            .number(field.names)
            .number(field.holdField)
            .number(out.string(field.holdBy))
            .number(own.size());
    for (Mark mark : own) {
      record
          .number(out.string(mark.word()))
          .number(out.string(mark.arguments().isEmpty() ? "" : mark.arguments().get(0)));
    }
    return record;
  }
}
