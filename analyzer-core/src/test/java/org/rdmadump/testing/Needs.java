package org.rdmadump.testing;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a test needs beyond a JDK. A test that calls one of these first is skipped, with a line that
 * says why, on a machine that lacks it; continuous integration has everything and accepts no skip.
 */
public final class Needs {
  private static final List<Path> LIBRARY_FOLDERS =
      List.of(Path.of("/usr/lib"), Path.of("/usr/lib64"), Path.of("/lib"), Path.of("/lib64"));

  private Needs() {}

  /** The program tshark. */
  public static void tshark() {
    command("tshark", "tshark");
  }

  /** The library libpcap, for pcap4j. */
  public static void libpcap() {
    if (LIBRARY_FOLDERS.stream().noneMatch(Needs::holdsLibpcap)) {
      skip("libpcap (Debian package libpcap0.8)");
    }
  }

  /** The rights of the superuser. */
  public static void root() {
    if (!isRoot()) {
      skip("root");
    }
  }

  /**
   * A program on the search path.
   *
   * @param name file name of the program
   * @param debianPackage package that brings it, for the message
   */
  public static void command(String name, String debianPackage) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      if (Files.isExecutable(Path.of(folder, name))) {
        return;
      }
    }
    skip(name + " (Debian package " + debianPackage + ")");
  }

  /** In the folder itself, or in one of an architecture such as {@code x86_64-linux-gnu}. */
  private static boolean holdsLibpcap(Path folder) {
    return hasEntry(folder, "libpcap.so*") || hasEntry(folder, "*-linux-gnu*/libpcap.so*");
  }

  private static boolean hasEntry(Path folder, String glob) {
    int slash = glob.indexOf('/');
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(folder, slash < 0 ? glob : glob.substring(0, slash))) {
      for (Path entry : entries) {
        if (slash < 0 || hasEntry(entry, glob.substring(slash + 1))) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static void skip(String what) {
    abort("skipped: needs " + what);
  }
}
