package org.rdmadump.xdr.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The step of the build that makes Java sources of the declarations in a folder. */
public final class CompileDeclarations {
  private static final String LIST = "protocols.list";
  private static final Path FOLDER = Path.of("org", "rdmadump", "protocols");

  private CompileDeclarations() {}

  /**
   * Compiles the files that {@code protocols.list} names, one a line, without their {@code .x}.
   *
   * @param arguments folder of the declarations, and that of the sources
   * @throws IOException if files cannot be read or written
   * @throws XdrDeclarationException if a declaration is wrong
   */
  public static void main(String[] arguments) throws IOException, XdrDeclarationException {
    Path from = Path.of(arguments[0]);
    Path to = Path.of(arguments[1]).resolve(FOLDER);
    Files.createDirectories(to);
    List<String> names = Files.readAllLines(from.resolve(LIST));
    for (String name : names) {
      String file = name + ".x";
      byte[] table =
          XdrCompiler.compile(
              file, Files.readString(from.resolve(file)), other -> text(from.resolve(other)));
      write(to, TableSource.className(name), TableSource.of(name, table));
    }
    write(to, "Protocols", TableSource.index(names));
    write(to, "package-info", TableSource.packageInfo());
  }

  /** A file that is as it should be keeps its time, so that nothing is compiled in vain. */
  private static void write(Path folder, String type, String source) throws IOException {
    Path file = folder.resolve(type + ".java");
    if (!Files.exists(file) || !Files.readString(file).equals(source)) {
      Files.writeString(file, source, StandardCharsets.US_ASCII);
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
