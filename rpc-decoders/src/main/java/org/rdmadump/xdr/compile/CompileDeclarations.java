package org.rdmadump.xdr.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The step of the build that compiles the declarations of a folder. */
public final class CompileDeclarations {
  private static final String LIST = "protocols.list";

  private CompileDeclarations() {}

  /**
   * Compiles the files that {@code protocols.list} names, one a line, without their {@code .x}.
   *
   * @param arguments folder of the declarations, and that of the tables
   * @throws IOException if files cannot be read or written
   * @throws XdrDeclarationException if a declaration is wrong
   */
  public static void main(String[] arguments) throws IOException, XdrDeclarationException {
    Path from = Path.of(arguments[0]);
    Path to = Path.of(arguments[1]);
    Files.createDirectories(to);
    for (String name : Files.readAllLines(from.resolve(LIST))) {
      String file = name + ".x";
      byte[] table =
          XdrCompiler.compile(
              file, Files.readString(from.resolve(file)), other -> text(from.resolve(other)));
      Files.write(to.resolve(name + ".xdrt"), table);
    }
  }

  private static Optional<String> text(Path file) {
    try {
      return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
