package org.rdmadump.natives;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Optional;

/** The library that this build made. */
public final class NativeLibraries {
  private NativeLibraries() {}

  /** {@return whether it is there, for this machine} */
  public static boolean isBuilt() {
    return url().isPresent();
  }

  /** {@return where it is} */
  public static Path file() throws URISyntaxException {
    return Path.of(url().orElseThrow().toURI());
  }

  /** {@return its name in the jar} */
  public static String resource() {
    String architecture = NativeLibrary.architecture(System.getProperty("os.arch", ""));
    return NativeLibrary.resource(architecture, NativeLibrary.version());
  }

  private static Optional<URL> url() {
    return Optional.ofNullable(NativeLibraries.class.getClassLoader().getResource(resource()));
  }
}
