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
   * The files of a name: the one that has it as its place among all, or else those which have, or
   * had, it as their path or the end of it.
   */
  static List<ExtractedFile> named(String name, List<ExtractedFile> all) {
    List<ExtractedFile> placed = all.stream().filter(each -> each.path().equals(name)).toList();
    return placed.isEmpty()
        ? all.stream()
            .filter(
                file ->
                    file.names().stream()
                        .anyMatch(each -> each.equals(name) || each.endsWith("/" + name)))
            .toList()
        : placed;
  }
}
