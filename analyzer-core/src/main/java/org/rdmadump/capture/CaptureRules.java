package org.rdmadump.capture;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be noticed about a capture as such. */
public final class CaptureRules {
  private static final RuleList RULES = new RuleList();

  /** The snap length cut frames; this is the first one. */
  public static final Rule FRAMES_CUT =
      RULES.note("capture.frames-cut", "draft-ietf-opsawg-pcap section 5");

  /** The capture file ends in the middle of a frame, or is damaged there. */
  public static final Rule CUT_SHORT =
      RULES.warning("capture.cut-short", "draft-ietf-opsawg-pcap section 5");

  /** One interface shows nearly every packet of a connection twice. */
  public static final Rule PACKETS_TWICE = RULES.warning("capture.packets-twice", "docs/cli.md");

  private CaptureRules() {}

  /** {@return those about a file or a connection as a whole, which no frame or message has} */
  public static List<Rule> ofWhole() {
    return List.of(CUT_SHORT, PACKETS_TWICE);
  }

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
