package org.rdmadump.natives;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A library in C with native methods of this project.
 *
 * <p>It comes out of the jar, from {@code META-INF/native/linux-ARCHITECTURE/}, by way of a private
 * folder that is deleted as soon as it is loaded. If its system property names a library, that one
 * is loaded instead, and no other.
 */
public final class NativeLibrary {
  private final String name;
  private final String override;
  private final Supplier<String> built;

  private boolean tried;

  /** Why it cannot be used, once it was tried. */
  private Optional<String> problem = Optional.empty();

  /**
   * A library, not loaded yet.
   *
   * @param name of its file, before version and suffix, such as {@code librdmadump}
   * @param override system property: the path of the library to load instead
   * @param built a native method of the library: the version of the project it was built from
   */
  public NativeLibrary(String name, String override, Supplier<String> built) {
    this.name = name;
    this.override = override;
    this.built = built;
  }

  /**
   * Loads it, unless it is loaded.
   *
   * @throws NativeLibraryException if that failed, now or before
   */
  public synchronized void load() throws NativeLibraryException {
    if (!tried) {
      problem = new Attempt(this).problem();
      tried = true;
    }
    if (problem.isPresent()) {
      throw new NativeLibraryException(problem.get());
    }
  }

  /** {@return where the jar has the library of a machine} */
  String resource(String architecture, String version) {
    return "META-INF/native/linux-" + architecture + "/" + name + "-" + version + ".so";
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

  /** The only attempt to load a library. */
  private record Attempt(NativeLibrary library) {
    Optional<String> problem() {
      String system = System.getProperty("os.name", "");
      if (!system.toLowerCase(Locale.ROOT).equals("linux")) {
        return Optional.of("RDMA devices can be used on Linux only, and this is " + system);
      }
      String named = System.getProperty(library.override, "");
      String version = version();
      Optional<String> problem =
          named.isEmpty()
              ? fromJar(library.resource(architecture(System.getProperty("os.arch", "")), version))
              : from(Path.of(named).toAbsolutePath(), library.override + "=" + named);
      return problem.isPresent() ? problem : otherVersion(version);
    }

    private static Optional<String> fromJar(String resource) {
      try (InputStream library =
          NativeLibrary.class.getClassLoader().getResourceAsStream(resource)) {
        if (library == null) {
          return Optional.of(
              "this rdmadump was built without "
                  + resource
                  + ": install the Debian packages gcc, make, libibverbs-dev and librdmacm-dev,"
                  + " and build it again on such a machine");
        }
        try (PrivateFolder folder = PrivateFolder.make()) {
          Path copy = folder.path().resolve(resource.substring(resource.lastIndexOf('/') + 1));
          Files.copy(library, copy);
          return from(copy, "the library " + resource + " of the jar, copied to " + copy);
        }
      } catch (IOException e) {
        return Optional.of(
            "the library "
                + resource
                + " of the jar cannot be copied to "
                + System.getProperty("java.io.tmpdir")
                + ": "
                + e
                + "; JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER names another folder");
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

    private Optional<String> otherVersion(String version) {
      String built;
      try {
        built = library.built.get();
      } catch (UnsatisfiedLinkError e) {
        return Optional.of("the native library is not one of rdmadump: " + e.getMessage());
      }
      return built.equals(version)
          ? Optional.empty()
          : Optional.of("the native library is of rdmadump " + built + ", the rest of " + version);
    }
  }
}
