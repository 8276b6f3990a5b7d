package org.rdmadump.testing;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a test needs beyond a JDK. A test that calls one of these first is skipped on a machine that
 * lacks it, with a line that says why; continuous integration has everything and accepts no skip.
 */
public final class Needs {
  private static final List<Path> LIBRARIES =
      List.of(Path.of("/usr/lib"), Path.of("/usr/lib64"), Path.of("/usr/local/lib"));

  private static final List<Path> HEADERS =
      List.of(Path.of("/usr/include"), Path.of("/usr/local/include"));

  /** As in /usr/lib/x86_64-linux-gnu/libpcap.so.0.8. */
  private static final int LIBRARY_DEPTH = 2;

  private Needs() {}

  /** The program tshark. */
  public static void tshark() {
    command("tshark", "tshark");
  }

  /** The library libpcap, for pcap4j. */
  public static void libpcap() {
    if (!hasLibrary("libpcap")) {
      skip("libpcap (Debian package libpcap0.8)");
    }
  }

  /** The rights of the superuser. */
  public static void root() {
    if (!isRoot()) {
      skip("root");
    }
  }

  /** Network namespaces, which only the superuser makes, and not everywhere. */
  public static void netNamespaces() {
    command("ip", "iproute2");
    String name = "rdmadump-needs-" + ProcessHandle.current().pid();
    if (!succeeds("ip", "netns", "add", name)) {
      skip("network namespaces, which are not permitted here");
    }
    boolean unused = succeeds("ip", "netns", "del", name);
  }

  private static boolean succeeds(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * A program on the search path.
   *
   * @param name file name of the program
   * @param debianPackage package that brings it, for the message
   */
  public static void command(String name, String debianPackage) {
    if (find(name).isEmpty()) {
      skip(name + " (Debian package " + debianPackage + ")");
    }
  }

  /**
   * A header of C.
   *
   * @param name as a program includes it
   * @param debianPackage package that brings it, for the message
   */
  public static void header(String name, String debianPackage) {
    if (HEADERS.stream().noneMatch(folder -> Files.exists(folder.resolve(name)))) {
      skip(name + " (Debian package " + debianPackage + ")");
    }
  }

  /**
   * Something that the build may leave out.
   *
   * @param there whether it is there
   * @param what what it is, for the message
   */
  public static void built(boolean there, String what) {
    if (!there) {
      skip(what);
    }
  }

  /** The program of that name on the search path. */
  static Optional<Path> find(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** True if a shared library, such as {@code libpcap}, is in one of the usual folders. */
  static boolean hasLibrary(String name) {
    return LIBRARIES.stream().filter(Files::isDirectory).anyMatch(folder -> holds(folder, name));
  }

  private static boolean holds(Path folder, String library) {
    try (Stream<Path> files =
        Files.find(
            folder,
            LIBRARY_DEPTH,
            (file, attributes) -> file.getFileName().toString().startsWith(library + ".so"))) {
      return files.findAny().isPresent();
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Maven does not print why a test was skipped, so this does. */
  private static void skip(String what) {
    String message = "skipped: needs " + what;
    System.out.println(message + ": " + caller());
    abort(message);
  }

  private static String caller() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> !frame.getClassName().equals(Needs.class.getName()))
                    .findFirst()
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .orElse("unknown"));
  }
}
