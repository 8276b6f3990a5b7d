package org.rdmadump.xdr.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.xdr.schema.XdrType;

/** Reads declarations (RFC 4506 section 6.3, RFC 5531 section 12.2). */
final class Parser {
  /** Words that cannot be names; {@code program} and {@code version} are names of members too. */
  private static final Set<String> RESERVED =
      Set.of(
          "bool",
          "case",
          "const",
          "default",
          "double",
          "quadruple",
          "enum",
          "float",
          "hyper",
          "int",
          "opaque",
          "string",
          "struct",
          "switch",
          "typedef",
          "union",
          "unsigned",
          "void");

  private final List<Token> tokens;
  private int at;

  private Parser(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** {@return the definitions of a file, in order} */
  static List<Syntax.Definition> definitions(Source source) throws XdrDeclarationException {
    Parser parser = new Parser(Lexer.tokens(source));
    List<Syntax.Definition> definitions = new ArrayList<>();
    while (parser.peek().kind() != Token.Kind.END) {
      definitions.add(parser.definition());
    }
    return definitions;
  }

  private Syntax.Definition definition() throws XdrDeclarationException {
    Token first = peek();
    if (first.kind() == Token.Kind.INCLUDE) {
      at++;
      return new Syntax.Include(first.text(), first.place());
    }
    List<Mark> marks = marks();
    Token word = next();
    Syntax.Definition definition =
        switch (word.text()) {
          case "const" -> constant(marks);
          case "typedef" -> new Syntax.Typedef(declaration(marks));
          case "enum", "struct", "union" -> type(word, marks);
          case "program" -> program(marks);
          default ->
              throw word.place()
                  .wrong(
                      "expected const, typedef, enum, struct, union or program, found "
                          + word.shown());
        };
    if (definition instanceof Syntax.Typedef typedef && typedef.declaration().isVoid()) {
      throw word.place().wrong("a typedef of void");
    }
    expect(";");
    return definition;
  }

  private Syntax.Definition constant(List<Mark> marks) throws XdrDeclarationException {
    none(marks);
    Token name = name();
    expect("=");
    return new Syntax.Constant(name.text(), value(), name.place());
  }

  private Syntax.Definition type(Token word, List<Mark> marks) throws XdrDeclarationException {
    Token name = name();
    Syntax.Specifier body =
        switch (word.text()) {
          case "enum" -> enumBody();
          case "struct" -> structBody();
          default -> unionBody();
        };
    return new Syntax.TypeDefinition(name.text(), body, marks, name.place());
  }

  private Syntax.EnumBody enumBody() throws XdrDeclarationException {
    List<Syntax.Enumerator> values = new ArrayList<>();
    expect("{");
    do {
      Token name = name();
      expect("=");
      values.add(new Syntax.Enumerator(name.text(), value(), name.place()));
    } while (accept(","));
    expect("}");
    return new Syntax.EnumBody(values);
  }

  private Syntax.StructBody structBody() throws XdrDeclarationException {
    List<Syntax.Declaration> members = new ArrayList<>();
    Set<String> names = new HashSet<>();
    expect("{");
    do {
      Syntax.Declaration member = declaration(marks());
      if (member.isVoid()) {
        throw member.place().wrong("a member of type void");
      }
      if (!names.add(member.name())) {
        throw member.place().wrong("a second member '" + member.name() + "'");
      }
      members.add(member);
      expect(";");
    } while (!accept("}"));
    return new Syntax.StructBody(members);
  }

  private Syntax.UnionBody unionBody() throws XdrDeclarationException {
    expect("switch");
    expect("(");
    Syntax.Declaration discriminant = declaration(marks());
    expect(")");
    expect("{");
    List<Syntax.Case> cases = new ArrayList<>();
    Optional<Syntax.Declaration> otherwise = Optional.empty();
    while (!accept("}")) {
      List<Mark> marks = new ArrayList<>(marks());
      Token word = next();
      if (word.is("default") && otherwise.isEmpty()) {
        expect(":");
        marks.addAll(marks());
        otherwise = Optional.of(declaration(marks));
      } else if (word.is("case") && otherwise.isEmpty()) {
        cases.add(cases(marks));
      } else {
        throw word.place().wrong("expected case, default or '}', found " + word.shown());
      }
      expect(";");
    }
    if (cases.isEmpty()) {
      throw discriminant.place().wrong("a union without a case");
    }
    return new Syntax.UnionBody(discriminant, cases, otherwise);
  }

  private Syntax.Case cases(List<Mark> marks) throws XdrDeclarationException {
    List<Syntax.Value> values = new ArrayList<>();
    do {
      values.add(value());
      expect(":");
      marks.addAll(marks());
    } while (accept("case"));
    return new Syntax.Case(values, declaration(marks));
  }

  private Syntax.Declaration declaration(List<Mark> marks) throws XdrDeclarationException {
    Token first = peek();
    Syntax.Specifier type = specifier();
    if (type instanceof Syntax.BuiltIn builtIn && builtIn.kind() == XdrType.Kind.VOID) {
      return new Syntax.Declaration(
          "", type, Syntax.Shape.PLAIN, Optional.empty(), marks, first.place());
    }
    boolean bytes =
        type instanceof Syntax.BuiltIn builtIn
            && (builtIn.kind() == XdrType.Kind.OPAQUE || builtIn.kind() == XdrType.Kind.STRING);
    if (!bytes && accept("*")) {
      Token name = name();
      return new Syntax.Declaration(
          name.text(), type, Syntax.Shape.OPTIONAL, Optional.empty(), marks, name.place());
    }
    Token name = name();
    Syntax.Shape shape = Syntax.Shape.PLAIN;
    Optional<Syntax.Value> size = Optional.empty();
    if (accept("[")) {
      shape = Syntax.Shape.FIXED;
      size = Optional.of(value());
      expect("]");
    } else if (accept("<")) {
      shape = Syntax.Shape.VARIABLE;
      if (!peek().is(">")) {
        size = Optional.of(value());
      }
      expect(">");
    }
    boolean string = type instanceof Syntax.BuiltIn b && b.kind() == XdrType.Kind.STRING;
    if ((bytes && shape == Syntax.Shape.PLAIN) || (string && shape == Syntax.Shape.FIXED)) {
      throw name.place()
          .wrong("'" + name.text() + "' needs a length in <>" + (string ? "" : " or []"));
    }
    return new Syntax.Declaration(name.text(), type, shape, size, marks, name.place());
  }

  private Syntax.Specifier specifier() throws XdrDeclarationException {
    Token word = next();
    if (word.kind() != Token.Kind.WORD) {
      throw word.place().wrong("expected a type, found " + word.shown());
    }
    return switch (word.text()) {
      case "void" -> new Syntax.BuiltIn(XdrType.Kind.VOID);
      case "int" -> new Syntax.BuiltIn(XdrType.Kind.INT);
      case "hyper" -> new Syntax.BuiltIn(XdrType.Kind.HYPER);
      case "unsigned" -> unsigned();
      case "float" -> new Syntax.BuiltIn(XdrType.Kind.FLOAT);
      case "double" -> new Syntax.BuiltIn(XdrType.Kind.DOUBLE);
      case "quadruple" -> new Syntax.BuiltIn(XdrType.Kind.QUADRUPLE);
      case "bool" -> new Syntax.BuiltIn(XdrType.Kind.BOOL);
      case "opaque" -> new Syntax.BuiltIn(XdrType.Kind.OPAQUE);
      case "string" -> new Syntax.BuiltIn(XdrType.Kind.STRING);
      case "enum" -> peek().is("{") ? enumBody() : reference();
      case "struct" -> peek().is("{") ? structBody() : reference();
      case "union" -> peek().is("switch") ? unionBody() : reference();
      default -> {
        if (RESERVED.contains(word.text())) {
          throw word.place().wrong("expected a type, found " + word.shown());
        }
        yield new Syntax.Named(word.text(), word.place());
      }
    };
  }

  private Syntax.Specifier unsigned() {
    if (accept("hyper")) {
      return new Syntax.BuiltIn(XdrType.Kind.UNSIGNED_HYPER);
    }
    accept("int");
    return new Syntax.BuiltIn(XdrType.Kind.UNSIGNED_INT);
  }

  private Syntax.Specifier reference() throws XdrDeclarationException {
    Token name = name();
    return new Syntax.Named(name.text(), name.place());
  }

  private Syntax.Definition program(List<Mark> marks) throws XdrDeclarationException {
    none(marks);
    Token name = name();
    List<Syntax.Version> versions = new ArrayList<>();
    expect("{");
    do {
      versions.add(version(marks()));
    } while (!accept("}"));
    expect("=");
    return new Syntax.Program(name.text(), versions, value(), name.place());
  }

  private Syntax.Version version(List<Mark> marks) throws XdrDeclarationException {
    expect("version");
    Token name = name();
    List<Syntax.Procedure> procedures = new ArrayList<>();
    expect("{");
    do {
      procedures.add(procedure());
    } while (!accept("}"));
    expect("=");
    Syntax.Value number = value();
    expect(";");
    return new Syntax.Version(name.text(), procedures, number, marks, name.place());
  }

  private Syntax.Procedure procedure() throws XdrDeclarationException {
    Syntax.Specifier result = specifier();
    Token name = name();
    expect("(");
    List<Syntax.Specifier> arguments = new ArrayList<>();
    do {
      arguments.add(specifier());
    } while (accept(","));
    expect(")");
    expect("=");
    Syntax.Value number = value();
    expect(";");
    return new Syntax.Procedure(name.text(), result, arguments, number, name.place());
  }

  private List<Mark> marks() throws XdrDeclarationException {
    List<Mark> marks = new ArrayList<>();
    while (peek().kind() == Token.Kind.MARK) {
      marks.addAll(Mark.read(next()));
    }
    return marks;
  }

  private static void none(List<Mark> marks) throws XdrDeclarationException {
    if (!marks.isEmpty()) {
      throw marks.get(0).place().wrong("nothing to mark here");
    }
  }

  private Syntax.Value value() throws XdrDeclarationException {
    Token token = next();
    if (token.kind() == Token.Kind.NUMBER) {
      return new Syntax.Literal(number(token), token.place());
    }
    if (token.kind() == Token.Kind.WORD && !RESERVED.contains(token.text())) {
      return new Syntax.Reference(token.text(), token.place());
    }
    throw token
        .place()
        .wrong("expected a number or the name of a constant, found " + token.shown());
  }

  private static long number(Token token) throws XdrDeclarationException {
    String digits = token.text();
    boolean negative = digits.startsWith("-");
    if (negative) {
      digits = digits.substring(1);
    }
    try {
      long number =
          digits.startsWith("0x") || digits.startsWith("0X")
              ? Long.parseUnsignedLong(digits.substring(2), 16)
              : digits.length() > 1 && digits.startsWith("0")
                  ? Long.parseUnsignedLong(digits.substring(1), 8)
                  : Long.parseUnsignedLong(digits);
      return negative ? -number : number;
    } catch (NumberFormatException e) {
      throw token.place().wrong(token.shown() + " is no number of at most 64 bits");
    }
  }

  private Token name() throws XdrDeclarationException {
    Token token = next();
    if (token.kind() != Token.Kind.WORD || RESERVED.contains(token.text())) {
      throw token.place().wrong("expected a name, found " + token.shown());
    }
    return token;
  }

  private void expect(String what) throws XdrDeclarationException {
    Token token = next();
    if (!token.is(what)) {
      throw token.place().wrong("expected '" + what + "', found " + token.shown());
    }
  }

  private boolean accept(String what) {
    boolean is = peek().is(what);
    at += is ? 1 : 0;
    return is;
  }

  private Token peek() {
    return tokens.get(at);
  }

  private Token next() {
    Token token = tokens.get(at);
    at += token.kind() == Token.Kind.END ? 0 : 1;
    return token;
  }
}
