package org.rdmadump.capture;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
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

  /** Packets were lost while the capture was made, as the capture itself tells. */
  public static final Rule PACKETS_DROPPED =
      RULES.warning("capture.packets-dropped", "draft-ietf-opsawg-pcapng sections 4.3 and 4.6");

  /** One interface shows nearly every packet of a connection twice. */
  public static final Rule PACKETS_TWICE = RULES.warning("capture.packets-twice", "docs/cli.md");

  private CaptureRules() {}

  /**
   * {@return a finding about packets that were lost while a capture was made, if any were}
   *
   * @param frame number of the last frame that was read
   * @param count how many were lost; empty if the capture does not tell
   */
  public static Optional<Finding> dropped(long frame, OptionalLong count) {
    if (count.orElse(0) == 0) {
      return Optional.empty();
    }
    String message = Counted.of(count.getAsLong(), "packet") + " dropped while capturing";
    return Optional.of(new Finding(PACKETS_DROPPED, frame, -1, message));
  }

  /** {@return those about a file or a connection as a whole, which no frame or message has} */
  public static List<Rule> ofWhole() {
    return List.of(CUT_SHORT, PACKETS_DROPPED, PACKETS_TWICE);
  }

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
