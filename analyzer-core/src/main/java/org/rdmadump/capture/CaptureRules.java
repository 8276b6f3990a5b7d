package org.rdmadump.capture;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be noticed about a capture as such. */
public final class CaptureRules {
  /** The first frame that was cut by the snap length. */
  public static final Rule FRAMES_CUT =
      new Rule("capture.frames-cut", Severity.NOTE, "draft-ietf-opsawg-pcap section 5");

  /** The capture cannot be read to its end. */
  public static final Rule CUT_SHORT =
      new Rule("capture.cut-short", Severity.WARNING, "draft-ietf-opsawg-pcap section 5");

  private CaptureRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return List.of(FRAMES_CUT, CUT_SHORT);
  }
}
