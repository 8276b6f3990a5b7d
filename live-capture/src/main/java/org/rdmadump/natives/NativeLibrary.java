package org.rdmadump.natives;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The part in C, one library for all classes with native methods.
 *
 * <p>It comes out of the jar, from {@code META-INF/native/linux-ARCHITECTURE/}, by way of a private
 * folder that is deleted as soon as it is loaded. A library named by {@value #OVERRIDE} is taken
 * instead, and nothing else is tried then.
 */
public final class NativeLibrary {
  /** System property: the library to load, a path. */
  public static final String OVERRIDE = "rdmadump.native";

  private NativeLibrary() {}

  /**
   * Loads it, unless it is loaded.
   *
   * @throws NativeLibraryException if that failed, now or before
   */
  public static void load() throws NativeLibraryException {
    if (Attempt.PROBLEM.isPresent()) {
      throw new NativeLibraryException(Attempt.PROBLEM.get());
    }
  }

  /** {@return where the jar has the library of a machine} */
  static String resource(String architecture, String version) {
    return "META-INF/native/linux-" + architecture + "/librdmadump-" + version + ".so";
  }

  /** {@return the version that Java was built as} */
  static String version() {
    try (InputStream text = NativeLibrary.class.getResourceAsStream("version.txt")) {
      if (text == null) {
        throw new IllegalStateException("version.txt is not beside NativeLibrary");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the name that gcc has for a processor; Java has another for the most common one} */
  static String architecture(String javaName) {
    return javaName.equals("amd64") ? "x86_64" : javaName;
  }

  /** The one attempt, made when it is first asked about. */
  private static final class Attempt {
    static final Optional<String> PROBLEM = problem();

    private Attempt() {}

    private static Optional<String> problem() {
      String system = System.getProperty("os.name", "");
      if (!system.toLowerCase(Locale.ROOT).equals("linux")) {
        return Optional.of("RDMA devices can be used on Linux only, and this is " + system);
      }
      String override = System.getProperty(OVERRIDE, "");
      String version = version();
      Optional<String> problem =
          override.isEmpty()
              ? fromJar(resource(architecture(System.getProperty("os.arch", "")), version))
              : from(Path.of(override).toAbsolutePath(), OVERRIDE + "=" + override);
      return problem.isPresent() ? problem : otherVersion(version);
    }

    private static Optional<String> fromJar(String resource) {
      try (InputStream library =
          NativeLibrary.class.getClassLoader().getResourceAsStream(resource)) {
        if (library == null) {
          return Optional.of(
              "this rdmadump was built without "
                  + resource
                  + ": build it on such a machine with gcc, make and libibverbs-dev installed");
        }
        // Only its owner may enter it.
        Path folder = Files.createTempDirectory("rdmadump-");
        Path copy = folder.resolve(resource.substring(resource.lastIndexOf('/') + 1));
        try {
          Files.copy(library, copy);
          return from(copy, "the library " + resource + " of the jar, copied to " + copy);
        } finally {
          Files.deleteIfExists(copy);
          Files.delete(folder);
        }
      } catch (IOException e) {
        return Optional.of(
            "the library "
                + resource
                + " of the jar cannot be copied to "
                + System.getProperty("java.io.tmpdir")
                + ": "
                + e
                + "; -Djava.io.tmpdir=FOLDER names another folder");
      }
    }

    private static Optional<String> from(Path file, String what) {
      try {
        System.load(file.toString());
        return Optional.empty();
      } catch (UnsatisfiedLinkError e) {
        return Optional.of(what + " cannot be loaded: " + e.getMessage());
      }
    }

    private static Optional<String> otherVersion(String version) {
      String built;
      try {
        built = LibraryVersion.built();
      } catch (UnsatisfiedLinkError e) {
        return Optional.of("the native library is not one of rdmadump: " + e.getMessage());
      }
      return built.equals(version)
          ? Optional.empty()
          : Optional.of("the native library is of rdmadump " + built + ", the rest of " + version);
    }
  }
}
