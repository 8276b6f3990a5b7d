package org.rdmadump.analysis.filter;

import java.util.Locale;

/**
 * Tells which version of NFS a name of a status is of: a status is compared with those of its own
 * version only, so that all others of that version are what differs from it.
 */
final class StatusVersion {
  private static final String[] PREFIXES = {"NFS3", "NFS4", "NFS_", "NFSERR_"};
  private static final int[] VERSIONS = {3, 4, 2, 2};

  private StatusVersion() {}

  /** {@return the version that a name is of, 0 if it is of none} */
  static int of(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (int i = 0; i < PREFIXES.length; i++) {
      if (upper.startsWith(PREFIXES[i]) && (upper.endsWith("_OK") || upper.contains("ERR_"))) {
        return VERSIONS[i];
      }
    }
    return 0;
  }
}
