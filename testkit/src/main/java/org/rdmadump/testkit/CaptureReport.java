package org.rdmadump.testkit;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.report.ReportCollector;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.capture.MergeListener;
import org.rdmadump.capture.MergedSource;
import org.rdmadump.report.html.HtmlReport;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Writes captures as the page of {@code rdmadump report}, for people who ask why a test failed. */
final class CaptureReport {
  private CaptureReport() {}

  /**
   * Writes the page.
   *
   * @param captures merged by time if there are several
   * @param page is overwritten
   * @throws IOException if a capture cannot be opened, or the page not be written
   */
  static void write(List<Path> captures, Path page) throws IOException {
    long first = firstNanos(captures);
    HtmlReport report = new HtmlReport(HtmlReport.EXCHANGES, /* hidesNames= */ false, () -> first);
    ReportCollector collector = report.collector(/* everything= */ true);
    Troubles troubles = new Troubles();
    try (FrameSource source = open(captures, troubles)) {
      CaptureSummary summary = new CaptureDecoder(source, options(), collector).decodeAll();
      source
          .damage()
          .ifPresent(it -> troubles.add(Math.min(it.frame(), summary.frames()), it.message()));
      troubles.all.forEach(each -> collector.cutShort(each.frame(), each.text()));
      List<String> names = captures.stream().map(Path::toString).toList();
      boolean isWhole = troubles.all.isEmpty();
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(page))) {
        report.write(collector.content(names, summary, isWhole, source.dropped()), out);
      }
    }
  }

  private static CaptureOptions options() {
    return new CaptureOptions(
        /* digest= */ false,
        /* keepBytes= */ false,
        CaptureOptions.DEFAULT.maxMemory(),
        CaptureOptions.DEFAULT.decodeAs(),
        /* keepFragments= */ true);
  }

  private static long firstNanos(List<Path> captures) throws IOException {
    try (FrameSource source = open(captures, new Troubles())) {
      Frame frame = new Frame();
      return source.next(frame) ? frame.epochNanos() : 0;
    }
  }

  private static FrameSource open(List<Path> captures, Troubles troubles) throws IOException {
    return captures.size() == 1
        ? CaptureInput.of(captures.get(0)).open()
        : MergedSource.open(captures.stream().map(CaptureInput::of).toList(), troubles);
  }

  /** What is wrong with captures that are merged. */
  private static final class Troubles implements MergeListener {
    private final List<InputDamage> all = new ArrayList<>();

    @Override
    public void damaged(CaptureInput input, Damage damage, long frame) {
      add(frame, input.name() + ": " + damage.message());
    }

    @Override
    public void failed(CaptureInput input, IOException why) {
      add(0, input.name() + ": " + CaptureInput.reason(why));
    }

    private void add(long frame, String text) {
      all.add(new InputDamage(text, frame));
    }
  }
}
