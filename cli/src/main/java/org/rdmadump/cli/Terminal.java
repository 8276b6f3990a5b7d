package org.rdmadump.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What standard output and standard error are connected to.
 *
 * @param output standard output is a terminal
 * @param outputPipe standard output is a pipe or a socket
 * @param error standard error is a terminal
 * @param colour the environment does not forbid colour
 */
record Terminal(boolean output, boolean outputPipe, boolean error, boolean colour) {
  /** Neither is a terminal. */
  static final Terminal NONE = new Terminal(false, false, false, false);

  /** Looks at the process's own descriptors, which Linux shows as links. */
  static Terminal detect() {
    String out = target("/proc/self/fd/1");
    String err = target("/proc/self/fd/2");
    String noColor = System.getenv("NO_COLOR");
    boolean allowed = noColor == null || noColor.isEmpty();
    return new Terminal(
        isTerminal(out),
        out.startsWith("pipe:") || out.startsWith("socket:"),
        isTerminal(err),
        allowed && !"dumb".equals(System.getenv("TERM")));
  }

  /** {@return whether text on standard output is coloured} */
  boolean colours(When when) {
    return when == When.ALWAYS || (when == When.AUTO && output && colour);
  }

  private static boolean isTerminal(String target) {
    return target.startsWith("/dev/pts/")
        || target.startsWith("/dev/tty")
        || target.equals("/dev/console");
  }

  private static String target(String link) {
    try {
      return Files.readSymbolicLink(Path.of(link)).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }
}
