package org.rdmadump.analysis.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** What {@link CaptureCheck} finds in a capture. */
final class CheckedFindings {
  private CheckedFindings() {}

  /** The messages of the findings of a rule. */
  static List<String> of(FrameSource source, Rule rule) throws IOException {
    List<Finding> all = new ArrayList<>();
    CaptureCheck check =
        new CaptureCheck(
            new RuleSelection(List.of(), List.of()),
            Optional.empty(),
            each -> all.add(each.finding()));
    try (source) {
      new CaptureDecoder(source, CaptureOptions.DEFAULT, check).decodeAll();
    }
    return all.stream().filter(each -> each.rule().equals(rule)).map(Finding::message).toList();
  }
}
