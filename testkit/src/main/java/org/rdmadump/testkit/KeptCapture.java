package org.rdmadump.testkit;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Reports where the capture of a failed test is; JUnit adds it to the failure.
 *
 * <pre>
 * Suppressed: org.rdmadump.testkit.KeptCapture: the capture of this test is kept: /tmp/....pcapng
 * </pre>
 */
public final class KeptCapture extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Of a capture that has all packets.
   *
   * @param report where its report is
   */
  KeptCapture(Path file, String report) {
    super("the capture of this test is kept: " + file + "; " + report, null, false, false);
  }

  /** Of a capture that does not have all packets; says why. */
  KeptCapture(Path file, String report, IOException why) {
    super(
        why.getMessage() + "; the capture of this test is kept: " + file + "; " + report,
        why,
        false,
        false);
  }
}
