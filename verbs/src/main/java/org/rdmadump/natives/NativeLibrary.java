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
 * A C library with native methods of rdmadump.
 *
 * <p>The library comes from the jar, in {@code META-INF/native/linux-ARCHITECTURE/}. It is copied
 * to a private folder, which is deleted right after loading. A system property can name another
 * library, which is then loaded instead.
 */
public final class NativeLibrary {
  private final String name;
  private final String override;
  private final Supplier<String> built;

  private boolean tried;

  /** Why the library cannot be used, after the attempt to load it. */
  private Optional<String> problem = Optional.empty();

  /**
   * Creates a library without loading it.
   *
   * @param name name of its file, before version and suffix, such as {@code librdmadump}
   * @param override system property with the path of a library to load instead
   * @param built a native method of the library, which returns the rdmadump version of its build
   */
  public NativeLibrary(String name, String override, Supplier<String> built) {
    this.name = name;
    this.override = override;
    this.built = built;
  }

  /**
   * Loads the library, unless it is loaded.
   *
   * @throws NativeLibraryException if loading fails, or failed before
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

  /** {@return the path of the library in the jar} */
  String resource(String architecture, String version) {
    return "META-INF/native/linux-" + architecture + "/" + name + "-" + version + ".so";
  }

  /** {@return the version of this build} */
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

  /** {@return gcc's name of a processor; Java's name differs for x86_64 only} */
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
