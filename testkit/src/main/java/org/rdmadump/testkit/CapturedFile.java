package org.rdmadump.testkit;

import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.bytes.Rope;

/**
 * A file that NFS moved, with its bytes; gaps are zero.
 *
 * @param about what is known of it
 * @param content what was written to it or, if nothing was, read of it
 */
record CapturedFile(ExtractedFile about, Rope content) {
  /** Whether it has, or had, a path; a name alone is the end of one. */
  boolean isNamed(String name) {
    return about.names().stream().anyMatch(each -> each.equals(name) || each.endsWith("/" + name))
        || about.path().equals(name);
  }
}
