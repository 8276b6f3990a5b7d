package org.rdmadump.capture;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Names of the files that a rotating capture writes: they differ in digits only, a number or a time
 * ({@code tcpdump -C}, {@code -W}, {@code -G}, {@code dumpcap -b}), and older ones may have been
 * compressed.
 */
final class RotatedName {
  private static final String[] COMPRESSED = {".gz", ".zst"};

  private RotatedName() {}

  /** {@return the folder and what the names of a set have in common} */
  static String set(Path file) {
    @Nullable Path last = file.getFileName();
    String name = last == null ? "" : last.toString();
    for (String suffix : COMPRESSED) {
      if (name.endsWith(suffix)) {
        name = name.substring(0, name.length() - suffix.length());
      }
    }
    StringBuilder set = new StringBuilder().append(folder(file)).append('/');
    for (int i = 0; i < name.length(); i++) {
      char each = name.charAt(i);
      if (each < '0' || each > '9') {
        set.append(each);
      }
    }
    return set.toString();
  }

  private static String folder(Path file) {
    @Nullable Path folder = file.toAbsolutePath().normalize().getParent();
    return folder == null ? "" : folder.toString();
  }
}
