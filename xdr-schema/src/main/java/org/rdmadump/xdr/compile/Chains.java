package org.rdmadump.xdr.compile;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the structures that are linked lists: optional data of their own type ends them. */
final class Chains {
  private final Scope scope;

  Chains(Scope scope) {
    this.scope = scope;
  }

  /** The structure that a specifier names, through any typedefs that only rename it. */
  Optional<Syntax.TypeDefinition> struct(Syntax.Specifier specifier)
      throws XdrDeclarationException {
    Syntax.Specifier at = specifier;
    Set<String> seen = new HashSet<>();
    while (at instanceof Syntax.Named named && seen.add(named.name())) {
      Syntax.Definition definition = scope.type(named.name(), named.place());
      if (definition instanceof Syntax.TypeDefinition type) {
        return type.body() instanceof Syntax.StructBody ? Optional.of(type) : Optional.empty();
      }
      Syntax.Declaration declaration = ((Syntax.Typedef) definition).declaration();
      if (declaration.shape() != Syntax.Shape.PLAIN) {
        return Optional.empty();
      }
      at = declaration.type();
    }
    return Optional.empty();
  }

  /** Whether the last member of a structure is optional data of the same type. */
  boolean isChain(Syntax.TypeDefinition struct) throws XdrDeclarationException {
    List<Syntax.Declaration> members = ((Syntax.StructBody) struct.body()).members();
    Syntax.Declaration last = members.get(members.size() - 1);
    Set<String> seen = new HashSet<>();
    while (last.shape() == Syntax.Shape.PLAIN
        && last.type() instanceof Syntax.Named named
        && seen.add(named.name())
        && scope.type(named.name(), named.place()) instanceof Syntax.Typedef typedef) {
      last = typedef.declaration();
    }
    Optional<Syntax.TypeDefinition> next =
        last.shape() == Syntax.Shape.OPTIONAL ? struct(last.type()) : Optional.empty();
    return members.size() > 1 && next.isPresent() && next.get().name().equals(struct.name());
  }
}
