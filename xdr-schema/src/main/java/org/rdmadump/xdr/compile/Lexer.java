package org.rdmadump.xdr.compile;

import java.util.ArrayList;
import java.util.List;

/** Cuts a text into tokens (RFC 4506 section 6.2). */
final class Lexer {
  private static final String SIGNS = "{}[]()<>;:,=*";
  private static final String INCLUDE = "%include";

  private final Source source;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Lexer(Source source) {
    this.source = source;
    this.text = source.text();
  }

  /** {@return the tokens, the last of kind {@link Token.Kind#END}} */
  static List<Token> tokens(Source source) throws XdrDeclarationException {
    Lexer lexer = new Lexer(source);
    lexer.run();
    return lexer.tokens;
  }

  private void run() throws XdrDeclarationException {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        at++;
      } else if (text.startsWith("/*", at)) {
        comment();
      } else if (c == '%') {
        marked();
      } else if (isWordStart(c)) {
        take(Token.Kind.WORD, whileWord(at));
      } else if (isDigit(c) || c == '-') {
        take(Token.Kind.NUMBER, whileWord(at + 1));
      } else if (SIGNS.indexOf(c) >= 0) {
        take(Token.Kind.SIGN, at + 1);
      } else {
        throw here().wrong("unexpected character '" + c + "'");
      }
    }
    tokens.add(new Token(Token.Kind.END, "", new SourcePosition(source, text.length())));
  }

  private void comment() throws XdrDeclarationException {
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      throw here().wrong("the comment has no end");
    }
    at = end + 2;
  }

  private void marked() throws XdrDeclarationException {
    int end = text.indexOf('\n', at);
    String line = text.substring(at, end < 0 ? text.length() : end).stripTrailing();
    if (at > 0 && !text.substring(text.lastIndexOf('\n', at - 1) + 1, at).isBlank()) {
      throw here().wrong("a line with % must begin with it");
    }
    if (line.startsWith(INCLUDE + " \"") && line.endsWith("\"") && line.length() > 11) {
      String name = line.substring(INCLUDE.length() + 2, line.length() - 1);
      tokens.add(new Token(Token.Kind.INCLUDE, name, here()));
    } else if (line.startsWith("%[") && line.endsWith("]")) {
      SourcePosition inside = new SourcePosition(source, at + 2);
      tokens.add(new Token(Token.Kind.MARK, line.substring(2, line.length() - 1), inside));
    } else {
      throw here().wrong("expected %[...] or %include \"...\"");
    }
    at += line.length();
  }

  private void take(Token.Kind kind, int end) {
    tokens.add(new Token(kind, text.substring(at, end), here()));
    at = end;
  }

  private int whileWord(int from) {
    int end = from;
    while (end < text.length() && (isWordStart(text.charAt(end)) || isDigit(text.charAt(end)))) {
      end++;
    }
    return end;
  }

  private SourcePosition here() {
    return new SourcePosition(source, at);
  }

  private static boolean isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
