package org.rdmadump.natives;

import java.nio.file.Path;
import java.util.List;
import org.rdmadump.testing.Needs;

/** valgrind(1), which tells of wrong uses of memory, and of what nobody freed. */
public final class Valgrind {
  /** The exit status of a program that it found something in. */
  public static final int FOUND = 99;

  private Valgrind() {}

  /** {@return what runs a program under it} */
  public static List<String> command(Path program) {
    Needs.command("valgrind", "valgrind");
    return List.of(
        "valgrind",
        "--quiet",
        "--leak-check=full",
        "--show-leak-kinds=definite,indirect,possible",
        "--errors-for-leak-kinds=definite,indirect,possible",
        "--error-exitcode=" + FOUND,
        program.toString());
  }
}
