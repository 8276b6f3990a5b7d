package org.rdmadump.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What standard output and standard error are connected to.
 *
 * @param output standard output is a terminal
 * @param outputPipe standard output is a pipe or a socket
 * @param error standard error is a terminal
 * @param colour the environment does not forbid colour
 * @param columns width, from 1 on
 * @param unicode the locale is one of UTF-8
 * @param answers somebody can be asked: standard input and standard error are terminals, and no
 *     automation such as CI says that it runs this
 */
record Terminal(
    boolean output,
    boolean outputPipe,
    boolean error,
    boolean colour,
    int columns,
    boolean unicode,
    boolean answers) {
  private static final int USUAL_COLUMNS = 80;
  private static final int MOST_DIGITS = 5;

  /** Set by the launcher, which gives Java another locale for the sake of file names. */
  private static final String ASCII = "rdmadump.ascii";

  /** Neither is a terminal. */
  static final Terminal NONE = new Terminal(false, false, false, false, USUAL_COLUMNS, true, false);

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
        allowed && !"dumb".equals(System.getenv("TERM")),
        columns(Optional.ofNullable(System.getenv("COLUMNS"))),
        isUtf8(System.getenv("LC_ALL"), System.getenv("LC_CTYPE"), System.getenv("LANG"))
            && System.getProperty(ASCII) == null,
        isTerminal(target("/proc/self/fd/0")) && isTerminal(err) && System.getenv("CI") == null);
  }

  /** {@return whether the first setting that says something asks for UTF-8, as POSIX has it} */
  static boolean isUtf8(@Nullable String... settings) {
    for (String setting : settings) {
      if (setting != null && !setting.isEmpty()) {
        String locale = setting.toUpperCase(Locale.ROOT);
        return locale.contains("UTF-8") || locale.contains("UTF8");
      }
    }
    return false;
  }

  /** {@return width that COLUMNS says, which the launcher sets from the terminal; 80 if none} */
  static int columns(Optional<String> environment) {
    String digits = environment.orElse("");
    if (digits.isEmpty() || digits.length() > MOST_DIGITS || digits.startsWith("0")) {
      return USUAL_COLUMNS;
    }
    int columns = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return USUAL_COLUMNS;
      }
      columns = 10 * columns + digit;
    }
    return columns;
  }

  /** {@return whether text on standard output is coloured} */
  boolean colours(When when) {
    return when == When.ALWAYS || (when == When.AUTO && output && colour);
  }

  /** {@return whether progress is shown on standard error} */
  boolean showsProgress(When when) {
    return when == When.ALWAYS || (when == When.AUTO && error);
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
