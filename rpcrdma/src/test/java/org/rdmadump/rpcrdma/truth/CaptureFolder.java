package org.rdmadump.rpcrdma.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The captures that the ground truth is checked on. */
final class CaptureFolder {
  /** System property that names another folder. */
  static final String PROPERTY = "rdmadump.captures";

  private static final Pattern CAPTURE = Pattern.compile("(.+)\\.(?:pcap|pcapng)");

  private CaptureFolder() {}

  /** Top of the project, whether the build runs in it or in the module. */
  static Path project() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve("testdata"))) {
      Path parent = here.getParent();
      if (parent == null) {
        throw new IllegalStateException("no testdata folder above " + Path.of("").toAbsolutePath());
      }
      here = parent;
    }
    return here;
  }

  /**
   * Captures in the folder and below it, by name.
   *
   * @throws IllegalStateException if there is none
   */
  static List<CaptureCase> captures() throws IOException {
    String given = System.getProperty(PROPERTY, "");
    Path folder = given.isEmpty() ? project().resolve("testdata/captures") : Path.of(given);
    try (Stream<Path> files = Files.walk(folder)) {
      List<CaptureCase> captures = files.sorted().flatMap(CaptureFolder::capture).toList();
      if (captures.stream().noneMatch(each -> each.isTraced() || each.isVerbs() || each.isOdd())) {
        throw new IllegalStateException(
            String.format(Locale.ROOT, "no capture with its trace in %s", folder));
      }
      return captures;
    }
  }

  private static Stream<CaptureCase> capture(Path file) {
    Matcher name = CAPTURE.matcher(file.getFileName().toString());
    return name.matches() ? Stream.of(new CaptureCase(name.group(1), file)) : Stream.empty();
  }
}
