package org.rdmadump.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.jar.Manifest;

/** What the build says of this program. */
final class Release {
  private static final int DATE_LENGTH = "2026-11-22".length();

  private Release() {}

  /** {@return the version} */
  static String version() {
    String version = Release.class.getPackage().getImplementationVersion();
    return version == null ? "development version" : version;
  }

  /** {@return the day that it is of; empty if that is not known} */
  static String date() {
    try (InputStream in = Release.class.getResourceAsStream("/META-INF/MANIFEST.MF")) {
      if (in == null) {
        return "";
      }
      String time = new Manifest(in).getMainAttributes().getValue("Release-Date");
      return time == null || time.length() < DATE_LENGTH ? "" : time.substring(0, DATE_LENGTH);
    } catch (IOException e) {
      // The manual page is as good without.
      return "";
    }
  }
}
