package org.rdmadump.testkit;

/**
 * Says beside the failure of a test where the reports of its captures are; JUnit adds it to that
 * failure.
 *
 * <pre>
 * Suppressed: org.rdmadump.testkit.AttachedReport: the report of nfs41.pcap: ....html
 * </pre>
 */
public final class AttachedReport extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AttachedReport(String message) {
    super(message, null, false, false);
  }
}
