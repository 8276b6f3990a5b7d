package org.rdmadump.xdr.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.rdmadump.xdr.schema.SchemaFormat;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/** Turns definitions into types and fields that refer to each other by number. */
final class Resolver {
  private static final long MOST_UNSIGNED = 0xffffffffL;
  private static final int TRUE = 1;

  private final Scope scope;
  final List<TypeDraft> types = new ArrayList<>();
  final List<FieldDraft> fields = new ArrayList<>();
  final List<NamesDraft> names = new ArrayList<>();

  /** Numbers of the fields that stand for declared types. */
  final List<Integer> declared = new ArrayList<>();

  final List<ProcedureDraft> procedures = new ArrayList<>();

  private final Map<String, Use> uses = new HashMap<>();
  private final Chains chains;
  private final Map<String, Integer> links = new HashMap<>();
  private final Map<String, Integer> namesOf = new HashMap<>();
  private final Map<String, Integer> declaredFields = new HashMap<>();
  private final Map<XdrType.Kind, Integer> builtIns = new HashMap<>();
  private final Set<String> busy = new HashSet<>();
  private final Set<String> selectors = new HashSet<>();

  /** A type, and what its own marks say of its values. */
  private record Use(int type, Traits traits) {}

  Resolver(Scope scope) {
    this.scope = scope;
    this.chains = new Chains(scope);
  }

  /** Resolves what the file declares, and everything that needs. */
  void run() throws XdrDeclarationException {
    for (Syntax.Definition each : scope.declaredHere()) {
      declared(each.name(), each.place());
    }
    for (Syntax.Program program : scope.programs()) {
      for (Syntax.Version version : program.versions()) {
        version(scope.number(program.number()), version);
      }
    }
    finish();
  }

  private void version(long program, Syntax.Version version) throws XdrDeclarationException {
    String prefix = Mark.argument(version.marks(), "prefix");
    Set<Long> numbers = new HashSet<>();
    for (Syntax.Procedure each : version.procedures()) {
      long number = scope.number(each.number());
      if (!numbers.add(number)) {
        throw each.place().wrong("a second procedure " + number);
      }
      String name = each.name();
      procedures.add(
          new ProcedureDraft(
              program,
              scope.number(version.number()),
              number,
              name.startsWith(prefix) ? name.substring(prefix.length()) : name,
              arguments(each),
              standing(each.result(), each.place())));
    }
  }

  private int arguments(Syntax.Procedure procedure) throws XdrDeclarationException {
    if (procedure.arguments().size() == 1) {
      return standing(procedure.arguments().get(0), procedure.place());
    }
    List<Syntax.Declaration> members = new ArrayList<>();
    for (Syntax.Specifier each : procedure.arguments()) {
      members.add(
          new Syntax.Declaration(
              "arg" + (members.size() + 1),
              each,
              Syntax.Shape.PLAIN,
              Optional.empty(),
              List.of(),
              procedure.place()));
    }
    int type = struct(procedure.name() + "_args", members, procedure.place());
    return field(procedure.name() + "_args", new Use(type, Traits.NONE), Traits.NONE);
  }

  /** A type that stands alone. */
  private int standing(Syntax.Specifier type, SourcePosition place) throws XdrDeclarationException {
    if (type instanceof Syntax.Named named) {
      return declared(named.name(), named.place());
    }
    Use use = use(type, "", place);
    String name = types.get(use.type).kind.name().toLowerCase(Locale.ROOT);
    return field(name, use, Traits.NONE);
  }

  private int declared(String name, SourcePosition place) throws XdrDeclarationException {
    Integer known = declaredFields.get(name);
    if (known == null) {
      known = field(name, named(name, place), Traits.NONE);
      declaredFields.put(name, known);
      declared.add(known);
    }
    return known;
  }

  private int field(String name, Use use, Traits marks) {
    fields.add(new FieldDraft(name, use.type, marks.over(use.traits)));
    return fields.size() - 1;
  }

  private int field(Syntax.Declaration declaration) throws XdrDeclarationException {
    Use use = use(declaration, "");
    return field(declaration.name(), use, Traits.NONE);
  }

  /** The type that a declaration gives to its name, with the marks of both. */
  private Use use(Syntax.Declaration it, String typeName) throws XdrDeclarationException {
    Traits marks = Traits.of(it.marks());
    if (it.type() instanceof Syntax.BuiltIn builtIn) {
      if (builtIn.kind() == XdrType.Kind.OPAQUE || builtIn.kind() == XdrType.Kind.STRING) {
        boolean fixed = it.shape() == Syntax.Shape.FIXED;
        XdrType.Kind kind = fixed ? XdrType.Kind.FIXED_OPAQUE : builtIn.kind();
        return new Use(add(kind, typeName, it, bound(it)), marks);
      }
    }
    if (it.shape() == Syntax.Shape.PLAIN) {
      Use use = use(it.type(), typeName, it.place());
      return new Use(use.type, marks.over(use.traits));
    }
    if (it.shape() == Syntax.Shape.OPTIONAL) {
      return optional(it, typeName, marks);
    }
    XdrType.Kind kind =
        it.shape() == Syntax.Shape.FIXED ? XdrType.Kind.FIXED_ARRAY : XdrType.Kind.ARRAY;
    int id = add(kind, typeName, it, bound(it));
    Use element = use(it.type(), "", it.place());
    types.get(id).element = element(element, marks);
    return new Use(id, ofWhole(it));
  }

  /** What the marks of an array, a list or optional data say of it and not of its elements. */
  private Traits ofWhole(Syntax.Declaration it) throws XdrDeclarationException {
    Traits marks = Traits.of(it.marks());
    if (it.shape() != Syntax.Shape.OPTIONAL) {
      return marks.ofArray();
    }
    Optional<Syntax.TypeDefinition> struct = chains.struct(it.type());
    return struct.isPresent() && chains.isChain(struct.get()) ? marks.ofArray() : Traits.NONE;
  }

  private Use optional(Syntax.Declaration it, String typeName, Traits marks)
      throws XdrDeclarationException {
    Optional<Syntax.TypeDefinition> struct = chains.struct(it.type());
    if (struct.isPresent() && chains.isChain(struct.get())) {
      int id = add(XdrType.Kind.LIST, typeName, it, MOST_UNSIGNED);
      types.get(id).element = element(new Use(link(struct.get()), Traits.NONE), marks);
      return new Use(id, ofWhole(it));
    }
    int id = add(XdrType.Kind.OPTIONAL, typeName, it, 1);
    int element = field("", use(it.type(), "", it.place()), marks);
    types.get(id).element = element;
    return new Use(id, ofWhole(it));
  }

  private int element(Use use, Traits marks) {
    int id = field("", use, marks.ofElements());
    fields.get(id).flags |= SchemaFormat.FIELD_ELEMENT;
    return id;
  }

  private long bound(Syntax.Declaration it) throws XdrDeclarationException {
    if (it.size().isEmpty()) {
      return MOST_UNSIGNED;
    }
    long bound = scope.number(it.size().get());
    if (bound < 1 || bound > MOST_UNSIGNED) {
      throw it.size().get().place().wrong("a length of " + bound);
    }
    return bound;
  }

  private int add(XdrType.Kind kind, String name, Syntax.Declaration it, long bound) {
    TypeDraft type = new TypeDraft(name, kind, it.place());
    type.bound = bound;
    types.add(type);
    return types.size() - 1;
  }

  private Use use(Syntax.Specifier type, String typeName, SourcePosition place)
      throws XdrDeclarationException {
    if (type instanceof Syntax.Named named) {
      return named(named.name(), named.place());
    }
    if (type instanceof Syntax.BuiltIn builtIn) {
      return new Use(builtIn(builtIn.kind(), typeName, place), Traits.NONE);
    }
    if (type instanceof Syntax.StructBody body) {
      return new Use(struct(typeName, body.members(), place), Traits.NONE);
    }
    if (type instanceof Syntax.UnionBody body) {
      return new Use(union(typeName, body, List.of(), place), Traits.NONE);
    }
    return new Use(enumeration(typeName, (Syntax.EnumBody) type, List.of(), place), Traits.NONE);
  }

  private Use named(String name, SourcePosition place) throws XdrDeclarationException {
    Use known = uses.get(name);
    if (known != null) {
      return known;
    }
    Syntax.Definition definition = scope.type(name, place);
    if (definition instanceof Syntax.TypeDefinition type) {
      return defined(type);
    }
    if (!busy.add(name)) {
      throw place.wrong("'" + name + "' is made of itself");
    }
    Syntax.Declaration declaration = ((Syntax.Typedef) definition).declaration();
    if (declaration.shape() != Syntax.Shape.PLAIN) {
      // Known before its elements, which may refer to it.
      uses.put(name, new Use(types.size(), ofWhole(declaration)));
    }
    Use use = use(declaration, name);
    busy.remove(name);
    uses.put(name, use);
    return use;
  }

  private Use defined(Syntax.TypeDefinition definition) throws XdrDeclarationException {
    Traits traits = Traits.of(definition.marks());
    // Known before its members, which may refer to it.
    uses.put(definition.name(), new Use(types.size(), traits));
    int id;
    if (definition.body() instanceof Syntax.StructBody body) {
      id = struct(definition.name(), body.members(), definition.place());
    } else if (definition.body() instanceof Syntax.UnionBody body) {
      id = union(definition.name(), body, definition.marks(), definition.place());
    } else {
      Syntax.EnumBody body = (Syntax.EnumBody) definition.body();
      id = enumeration(definition.name(), body, definition.marks(), definition.place());
    }
    return new Use(id, traits);
  }

  private int builtIn(XdrType.Kind kind, String typeName, SourcePosition place) {
    Integer known = typeName.isEmpty() ? builtIns.get(kind) : null;
    if (known != null) {
      return known;
    }
    TypeDraft type = new TypeDraft(typeName, kind, place);
    type.bound = MOST_UNSIGNED;
    types.add(type);
    if (typeName.isEmpty()) {
      builtIns.put(kind, types.size() - 1);
    }
    return types.size() - 1;
  }

  private int struct(String name, List<Syntax.Declaration> members, SourcePosition place)
      throws XdrDeclarationException {
    TypeDraft type = new TypeDraft(name, XdrType.Kind.STRUCT, place);
    types.add(type);
    int id = types.size() - 1;
    for (Syntax.Declaration member : members) {
      type.fields.add(field(member));
    }
    return id;
  }

  private int union(String name, Syntax.UnionBody body, List<Mark> marks, SourcePosition place)
      throws XdrDeclarationException {
    TypeDraft type = new TypeDraft(name, XdrType.Kind.UNION, place);
    types.add(type);
    int id = types.size() - 1;
    type.discriminant = field(body.discriminant());
    TypeDraft by = types.get(fields.get(type.discriminant).type);
    switch (by.kind) {
      case INT, UNSIGNED_INT, ENUM, BOOL -> {
        // These can be discriminants.
      }
      default -> throw body.discriminant().place().wrong("a discriminant that is no integer");
    }
    Set<Long> seen = new HashSet<>();
    for (Syntax.Case each : body.cases()) {
      int arm = type.fields.size();
      type.fields.add(field(each.arm()));
      for (Syntax.Value value : each.values()) {
        long label = label(value, by.kind);
        if (!seen.add(label)) {
          throw value.place().wrong("a second case " + label);
        }
        type.cases.add(new long[] {label, arm});
      }
    }
    type.cases.sort((one, other) -> Long.compare(one[0], other[0]));
    if (body.otherwise().isPresent()) {
      type.defaultArm = type.fields.size();
      type.fields.add(field(body.otherwise().get()));
    }
    Optional<Mark> maybe = Mark.find(marks, "maybe");
    if (maybe.isPresent()) {
      maybe(type, by, maybe.get());
    }
    return id;
  }

  private long label(Syntax.Value value, XdrType.Kind kind) throws XdrDeclarationException {
    long number =
        kind == XdrType.Kind.BOOL && value instanceof Syntax.Reference reference
            ? truth(reference)
            : scope.number(value);
    if (number < Integer.MIN_VALUE || number > MOST_UNSIGNED) {
      throw value.place().wrong("a case of more than 32 bits");
    }
    return kind == XdrType.Kind.UNSIGNED_INT ? number & MOST_UNSIGNED : (int) number;
  }

  private long truth(Syntax.Reference reference) throws XdrDeclarationException {
    return switch (reference.name()) {
      case "TRUE" -> TRUE;
      case "FALSE" -> 0;
      default -> throw reference.place().wrong("expected TRUE or FALSE");
    };
  }

  private void maybe(TypeDraft type, TypeDraft by, Mark mark) throws XdrDeclarationException {
    int present = type.defaultArm;
    int absent = type.defaultArm;
    for (long[] each : type.cases) {
      present = each[0] == TRUE ? (int) each[1] : present;
      absent = each[0] == 0 ? (int) each[1] : absent;
    }
    if (by.kind != XdrType.Kind.BOOL
        || present == TypeDraft.NONE
        || absent == TypeDraft.NONE
        || kindOf(type.fields.get(present)) == XdrType.Kind.VOID
        || kindOf(type.fields.get(absent)) != XdrType.Kind.VOID) {
      throw mark.place().wrong("maybe needs a bool, a value if TRUE and void if FALSE");
    }
    type.flags |= SchemaFormat.TYPE_MAYBE;
  }

  private XdrType.Kind kindOf(int field) {
    return types.get(fields.get(field).type).kind;
  }

  private int enumeration(String name, Syntax.EnumBody body, List<Mark> marks, SourcePosition place)
      throws XdrDeclarationException {
    TypeDraft type = new TypeDraft(name, XdrType.Kind.ENUM, place);
    types.add(type);
    int id = types.size() - 1;
    type.names = names(body, Mark.argument(marks, "prefix"));
    if (!name.isEmpty()) {
      namesOf.put(name, type.names);
    }
    if (Mark.find(marks, "open").isPresent()) {
      type.flags |= SchemaFormat.TYPE_OPEN;
    }
    return id;
  }

  /** The names by number; of two names for one number the first. */
  private int names(Syntax.EnumBody body, String prefix) throws XdrDeclarationException {
    Map<Long, String> sorted = new TreeMap<>();
    for (Syntax.Enumerator each : body.values()) {
      long value = scope.number(each.value());
      if (value < Integer.MIN_VALUE || value > MOST_UNSIGNED) {
        throw each.value().place().wrong("a value of more than 32 bits");
      }
      sorted.putIfAbsent((long) (int) value, each.name());
    }
    names.add(new NamesDraft(prefix, List.copyOf(sorted.keySet()), List.copyOf(sorted.values())));
    return names.size() - 1;
  }

  /** The element of a list: the structure without its last member. */
  private int link(Syntax.TypeDefinition struct) throws XdrDeclarationException {
    Integer known = links.get(struct.name());
    if (known != null) {
      return known;
    }
    links.put(struct.name(), types.size());
    List<Syntax.Declaration> members = ((Syntax.StructBody) struct.body()).members();
    return struct(struct.name(), members.subList(0, members.size() - 1), struct.place());
  }

  /** Fills in what refers to other definitions by name. */
  private void finish() throws XdrDeclarationException {
    // Held types may bring further fields.
    for (int i = 0; i < fields.size(); i++) {
      FieldDraft field = fields.get(i);
      if (field.traits.hold() != XdrHold.NOTHING) {
        hold(field, field.traits.holdMark().orElseThrow());
      }
      if (field.traits.names().isPresent()) {
        field.names = names(field.traits.formMark().orElseThrow());
      }
    }
    Sizes.set(types, fields);
    CountedTypes.set(types, fields);
    MarkChecks.run(types, fields, selectors);
  }

  private void hold(FieldDraft field, Mark mark) throws XdrDeclarationException {
    TypeDraft type = types.get(field.type);
    if (type.kind != XdrType.Kind.OPAQUE && type.kind != XdrType.Kind.FIXED_OPAQUE) {
      throw mark.place().wrong("mark '" + mark.word() + "' needs an opaque");
    }
    field.holdField = declared(mark.arguments().get(0), mark.place());
    if (field.traits.hold() != XdrHold.VALUE) {
      field.holdBy = mark.arguments().get(2);
      selectors.add(field.holdBy);
      if (kindOf(field.holdField) != XdrType.Kind.UNION) {
        throw mark.place().wrong("'" + mark.arguments().get(0) + "' is no union");
      }
    }
  }

  private int names(Mark mark) throws XdrDeclarationException {
    String name = mark.arguments().get(0);
    declared(name, mark.place());
    Integer found = namesOf.get(name);
    if (found == null) {
      throw mark.place().wrong("'" + name + "' is no enum");
    }
    return found;
  }
}
