package org.rdmadump.testkit;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.bytes.Rope;

/**
 * A file that NFS moved, with its bytes; gaps are zero.
 *
 * @param about what is known of it
 * @param content what was written to it or, if nothing was, read of it; empty if that is too much
 *     for memory, 2 GiB and more
 */
record CapturedFile(ExtractedFile about, Optional<Rope> content) {
  /**
   * The files of a name: the one that has it as its place among all, or else those which have it as
   * their path or the end of it, or else those which had it when they were removed.
   */
  static List<ExtractedFile> named(String name, List<ExtractedFile> all) {
    List<ExtractedFile> placed = all.stream().filter(each -> each.path().equals(name)).toList();
    if (!placed.isEmpty()) {
      return placed;
    }
    List<ExtractedFile> named = all.stream().filter(each -> isNamed(each, name)).toList();
    List<ExtractedFile> there = named.stream().filter(each -> !each.removed()).toList();
    return there.isEmpty() ? named : there;
  }

  private static boolean isNamed(ExtractedFile file, String name) {
    return file.names().stream().anyMatch(each -> each.equals(name) || each.endsWith("/" + name))
        || file.nfsPath().filter(path -> FileHistory.isNamed(path, name)).isPresent();
  }
}
