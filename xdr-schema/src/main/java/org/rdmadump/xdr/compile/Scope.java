package org.rdmadump.xdr.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The definitions of a file and of what it includes, by name. */
final class Scope {
  private static final String EXTENDS = "extends";

  private final Map<String, Syntax.Definition> types = new LinkedHashMap<>();
  private final Map<String, Syntax.Value> constants = new HashMap<>();
  private final Set<String> declaredHere = new HashSet<>();
  private final List<Syntax.Program> programs = new ArrayList<>();
  private final Set<String> evaluating = new HashSet<>();

  /** Adds a definition; {@code included} tells whether another file has it. */
  void add(Syntax.Definition definition, boolean included) throws XdrDeclarationException {
    if (definition instanceof Syntax.Constant constant) {
      constant(constant.name(), constant.value(), constant.place());
    } else if (definition instanceof Syntax.Program program) {
      if (!included) {
        programs.add(program);
      }
    } else if (definition instanceof Syntax.TypeDefinition type) {
      if (type.body() instanceof Syntax.EnumBody body) {
        for (Syntax.Enumerator each : body.values()) {
          constant(each.name(), each.value(), each.place());
        }
      }
      Optional<Mark> extending = type.mark(EXTENDS);
      if (extending.isPresent()) {
        types.put(type.name(), extended(type, extending.get()));
      } else {
        type(type);
      }
    } else if (definition instanceof Syntax.Typedef typedef) {
      type(typedef);
    }
    if (!included) {
      declaredHere.add(definition.name());
    }
  }

  /** {@return the types that the file itself defines or extends, in order} */
  List<Syntax.Definition> declaredHere() {
    return types.values().stream().filter(each -> declaredHere.contains(each.name())).toList();
  }

  List<Syntax.Program> programs() {
    return programs;
  }

  /** {@return the definition of a type} */
  Syntax.Definition type(String name, SourcePosition place) throws XdrDeclarationException {
    Syntax.Definition found = types.get(name);
    if (found == null) {
      throw place.wrong("no type '" + name + "'" + suggestion(name));
    }
    return found;
  }

  /** {@return the number that a constant expression stands for} */
  long number(Syntax.Value value) throws XdrDeclarationException {
    if (value instanceof Syntax.Literal literal) {
      return literal.number();
    }
    Syntax.Reference reference = (Syntax.Reference) value;
    Syntax.Value meant = constants.get(reference.name());
    if (meant == null) {
      throw reference.place().wrong("no constant '" + reference.name() + "'");
    }
    if (!evaluating.add(reference.name())) {
      throw reference.place().wrong("constant '" + reference.name() + "' is made of itself");
    }
    long number = number(meant);
    evaluating.remove(reference.name());
    return number;
  }

  private void type(Syntax.Definition type) throws XdrDeclarationException {
    if (types.putIfAbsent(type.name(), type) != null) {
      throw type.place().wrong("a second type '" + type.name() + "'");
    }
  }

  private void constant(String name, Syntax.Value value, SourcePosition place)
      throws XdrDeclarationException {
    if (constants.putIfAbsent(name, value) != null) {
      throw place.wrong("a second constant '" + name + "'");
    }
  }

  private Syntax.TypeDefinition extended(Syntax.TypeDefinition more, Mark mark)
      throws XdrDeclarationException {
    if (types.get(more.name()) instanceof Syntax.TypeDefinition base) {
      List<Mark> marks = new ArrayList<>(base.marks());
      more.marks().stream().filter(each -> !each.equals(mark)).forEach(marks::add);
      if (base.body() instanceof Syntax.EnumBody before
          && more.body() instanceof Syntax.EnumBody behind) {
        List<Syntax.Enumerator> values = new ArrayList<>(before.values());
        values.addAll(behind.values());
        return new Syntax.TypeDefinition(
            base.name(), new Syntax.EnumBody(values), marks, more.place());
      }
      if (base.body() instanceof Syntax.UnionBody before
          && more.body() instanceof Syntax.UnionBody behind) {
        List<Syntax.Case> cases = new ArrayList<>(before.cases());
        cases.addAll(behind.cases());
        Optional<Syntax.Declaration> otherwise =
            behind.otherwise().isPresent() ? behind.otherwise() : before.otherwise();
        return new Syntax.TypeDefinition(
            base.name(),
            new Syntax.UnionBody(before.discriminant(), cases, otherwise),
            marks,
            more.place());
      }
    }
    throw mark.place().wrong("no enum or union '" + more.name() + "' of this kind to extend");
  }

  private String suggestion(String name) {
    return types.keySet().stream()
        .filter(known -> known.equalsIgnoreCase(name) || known.equals(name + "4"))
        .findFirst()
        .map(known -> ", did you mean '" + known + "'?")
        .orElse("");
  }
}
