package org.rdmadump.natives;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A library as this build made it.
 *
 * @param library the library
 */
public record BuiltLibrary(NativeLibrary library) {
  private static final Pattern GLIBC = Pattern.compile("GLIBC_([0-9]+(?:[.][0-9]+)+)");

  /** {@return whether it is there, for this machine} */
  public boolean isBuilt() {
    return url().isPresent();
  }

  /** {@return where it is} */
  public Path file() throws URISyntaxException {
    return Path.of(url().orElseThrow().toURI());
  }

  /** {@return where the headers of its native methods are} */
  public Path headers() throws URISyntaxException {
    return file().resolveSibling("../../../../jni").normalize();
  }

  /** {@return its name in the jar} */
  public String resource() {
    String architecture = NativeLibrary.architecture(System.getProperty("os.arch", ""));
    return library.resource(architecture, version());
  }

  /** {@return the version of the project that it is of} */
  public String version() {
    return NativeLibrary.version();
  }

  /** {@return the newest glibc of which it takes a function, such as 2.17} */
  public Runtime.Version glibc() throws Exception {
    Run run = Run.of(List.of("objdump", "-T", file().toString()), file().resolveSibling(""));
    return GLIBC
        .matcher(run.output())
        .results()
        .map(each -> Runtime.Version.parse(each.group(1)))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private Optional<URL> url() {
    return Optional.ofNullable(BuiltLibrary.class.getClassLoader().getResource(resource()));
  }
}
