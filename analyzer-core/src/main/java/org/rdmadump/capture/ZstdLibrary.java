package org.rdmadump.capture;

import com.github.luben.zstd.util.Native;
import java.io.IOException;

/**
 * The native library of zstd-jni, which comes out of its jar by way of a private folder. By itself,
 * zstd-jni would put it beside the files of all users.
 */
final class ZstdLibrary {
  /** System property of zstd-jni: a folder that a user names is taken as it is. */
  private static final String FOLDER = "ZstdTempFolder";

  private ZstdLibrary() {}

  /**
   * Loads it, and does nothing if it is loaded.
   *
   * @throws IOException if the temporary folder takes no other
   */
  static synchronized void load() throws IOException {
    if (Native.isLoaded()) {
      return;
    }
    if (System.getProperty(FOLDER) != null) {
      Native.load();
      return;
    }
    try (PrivateFolder folder = PrivateFolder.make()) {
      Native.load(folder.path().toFile());
    }
  }
}
