package org.rdmadump.report.text;

import java.nio.charset.StandardCharsets;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.finding.Severity;

/** The colours of a terminal, or none. */
final class Palette {
  /** What a colour stands for. */
  enum Ink {
    /** Nothing special: the colour that the terminal has anyway. */
    USUAL,
    /** A call: cyan. */
    CALL,
    /** A reply: green. */
    REPLY,
    /** Something that failed: red. */
    ERROR,
    /** Something to look at, such as a message that is not all there: yellow. */
    WARNING,
    /** A file handle: magenta. */
    HANDLE,
    /** A name or a text that somebody chose: bold. */
    NAME
  }

  private final boolean colour;
  private final byte[] call = sequence("36");
  private final byte[] reply = sequence("32");
  private final byte[] error = sequence("1;31");
  private final byte[] warning = sequence("33");
  private final byte[] handle = sequence("35");
  private final byte[] name = sequence("1");
  private final byte[] off = sequence("0");

  Palette(boolean colour) {
    this.colour = colour;
  }

  /** {@return what a finding is printed in} */
  static Ink ink(Severity severity) {
    return switch (severity) {
      case NOTE -> Ink.USUAL;
      case WARNING -> Ink.WARNING;
      case ERROR -> Ink.ERROR;
    };
  }

  /** Appends a text in a colour. */
  void put(AsciiBuffer line, Ink ink, String text) {
    on(line, ink);
    line.put(text);
    off(line, ink);
  }

  /** Begins a colour. */
  void on(AsciiBuffer line, Ink ink) {
    if (colour && ink != Ink.USUAL) {
      line.putInvisible(
          switch (ink) {
            case USUAL -> off;
            case CALL -> call;
            case REPLY -> reply;
            case ERROR -> error;
            case WARNING -> warning;
            case HANDLE -> handle;
            case NAME -> name;
          });
    }
  }

  /** Ends a colour. */
  void off(AsciiBuffer line, Ink ink) {
    if (colour && ink != Ink.USUAL) {
      line.putInvisible(off);
    }
  }

  /** ECMA-48 Select Graphic Rendition. */
  private static byte[] sequence(String parameters) {
    return ("\033[" + parameters + "m").getBytes(StandardCharsets.US_ASCII);
  }
}
