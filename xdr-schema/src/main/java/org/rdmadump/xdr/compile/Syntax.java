package org.rdmadump.xdr.compile;

import java.util.List;
import java.util.Optional;
import org.rdmadump.xdr.schema.XdrType;

/** What the parser makes of declarations (RFC 4506 section 6.3, RFC 5531 section 12.2). */
final class Syntax {
  private Syntax() {}

  /** A constant expression. */
  sealed interface Value {
    SourcePosition place();
  }

  record Literal(long number, SourcePosition place) implements Value {}

  record Reference(String name, SourcePosition place) implements Value {}

  /** What stands before the name of a declaration. */
  sealed interface Specifier {}

  /** Also {@code void}, {@code opaque} and {@code string}, as their kinds of any length. */
  record BuiltIn(XdrType.Kind kind) implements Specifier {}

  record Named(String name, SourcePosition place) implements Specifier {}

  record EnumBody(List<Enumerator> values) implements Specifier {}

  record StructBody(List<Declaration> members) implements Specifier {}

  record UnionBody(Declaration discriminant, List<Case> cases, Optional<Declaration> otherwise)
      implements Specifier {}

  record Enumerator(String name, Value value, SourcePosition place) {}

  record Case(List<Value> values, Declaration arm) {}

  /** How the name of a declaration is written. */
  enum Shape {
    PLAIN,
    FIXED,
    VARIABLE,
    OPTIONAL
  }

  /**
   * A declaration.
   *
   * @param size between the brackets, if anything is there
   */
  record Declaration(
      String name,
      Specifier type,
      Shape shape,
      Optional<Value> size,
      List<Mark> marks,
      SourcePosition place) {
    boolean isVoid() {
      return type instanceof BuiltIn builtIn && builtIn.kind() == XdrType.Kind.VOID;
    }
  }

  /** A definition at the top of a file. */
  sealed interface Definition {
    String name();

    SourcePosition place();
  }

  record Constant(String name, Value value, SourcePosition place) implements Definition {}

  record Typedef(Declaration declaration) implements Definition {
    @Override
    public String name() {
      return declaration.name();
    }

    @Override
    public SourcePosition place() {
      return declaration.place();
    }
  }

  /** A structure, union or enumeration. */
  record TypeDefinition(String name, Specifier body, List<Mark> marks, SourcePosition place)
      implements Definition {
    Optional<Mark> mark(String word) {
      return marks.stream().filter(mark -> mark.word().equals(word)).findFirst();
    }
  }

  record Program(String name, List<Version> versions, Value number, SourcePosition place)
      implements Definition {}

  record Version(
      String name,
      List<Procedure> procedures,
      Value number,
      List<Mark> marks,
      SourcePosition place) {}

  record Procedure(
      String name,
      Specifier result,
      List<Specifier> arguments,
      Value number,
      SourcePosition place) {}

  /** {@code %include}. */
  record Include(String name, SourcePosition place) implements Definition {}
}
