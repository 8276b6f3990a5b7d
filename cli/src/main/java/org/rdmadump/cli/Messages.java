package org.rdmadump.cli;

import java.io.PrintStream;

/**
 * Messages to the user on standard error, one line each.
 *
 * @param stream where they go
 */
record Messages(PrintStream stream) {
  private static final String NAME = "rdmadump: ";

  /** Prints a message behind the program's name; control characters in it become question marks. */
  void say(String message) {
    StringBuilder line = new StringBuilder(NAME.length() + message.length()).append(NAME);
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      line.append(Character.isISOControl(c) ? '?' : c);
    }
    stream.println(line);
    stream.flush();
  }
}
