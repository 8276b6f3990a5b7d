package org.rdmadump.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.CaptureLocation;
import org.rdmadump.analysis.conformance.CaseOutcome;
import org.rdmadump.analysis.conformance.CaseResult;
import org.rdmadump.analysis.conformance.ConformanceReport;
import org.rdmadump.analysis.conformance.FrameSpan;
import org.rdmadump.analysis.conformance.Note;
import org.rdmadump.capture.CaptureInput;

/**
 * The cases of {@code rdmadump conformance} as tests: a container for each capture, a test for each
 * case. A failed case shows the first call and reply at which it failed.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> conformance() {
 *   return ConformanceTests.of(Path.of("nfs41.pcap"));
 * }
 * }</pre>
 *
 * <p>A case that was not seen is skipped. A case that is uncertain because packets are missing is
 * skipped, too, but fails with {@link #strict}. A capture that shows no case, or cannot be read,
 * fails in a separate test.
 */
public final class ConformanceTests {
  private static final String SOMETHING_SEEN = "something is seen";

  private static final String READABLE = "the capture can be read";

  private ConformanceTests() {}

  /** {@return the tests; missing packets skip a case} */
  public static Stream<DynamicNode> of(Path... captures) {
    return Stream.of(captures).map(each -> container(each, false));
  }

  /** {@return the tests; missing packets fail a case} */
  public static Stream<DynamicNode> strict(Path... captures) {
    return Stream.of(captures).map(each -> container(each, true));
  }

  private static DynamicNode container(Path capture, boolean strict) {
    ConformanceReport report;
    try (RdmaCapture opened = RdmaCapture.open(capture)) {
      report = opened.conformance();
    } catch (IOException e) {
      return unread(capture, e);
    } catch (UncheckedIOException e) {
      return unread(capture, Objects.requireNonNull(e.getCause()));
    }
    return DynamicContainer.dynamicContainer(
        capture.toString(),
        Stream.concat(
            Stream.of(DynamicTest.dynamicTest(SOMETHING_SEEN, () -> judge(report, capture))),
            report.results().stream().map(each -> test(each, capture, strict))));
  }

  /** The captures behind one that cannot be read have their tests all the same. */
  private static DynamicNode unread(Path capture, IOException why) {
    DynamicTest failing =
        DynamicTest.dynamicTest(
            READABLE,
            () -> {
              throw new AssertionError(
                  capture + " cannot be read: " + CaptureInput.reason(why), why);
            });
    return DynamicContainer.dynamicContainer(capture.toString(), Stream.of(failing));
  }

  /** Without this, a capture of something else would skip every case and pass. */
  private static void judge(ConformanceReport report, Path capture) {
    if (report.isNothingSeen()) {
      throw new AssertionError("no NFS in " + capture + ": nothing could be judged");
    }
  }

  private static DynamicTest test(CaseResult result, Path capture, boolean strict) {
    return DynamicTest.dynamicTest(result.which().label(), () -> judge(result, capture, strict));
  }

  private static void judge(CaseResult result, Path capture, boolean strict) throws IOException {
    CaseOutcome outcome = result.outcome();
    if (outcome instanceof CaseOutcome.NotSeen) {
      throw new TestAbortedException("not seen: " + result.which().title());
    }
    if (outcome instanceof CaseOutcome.Fail fail) {
      throw new AssertionError(text(result, fail.notes(), fail.count(), capture));
    }
    if (outcome instanceof CaseOutcome.Warn warn) {
      String text = text(result, warn.notes(), warn.count(), capture);
      if (strict) {
        throw new AssertionError(text);
      }
      throw new TestAbortedException(text);
    }
  }

  private static String text(CaseResult result, List<Note> notes, long count, Path capture)
      throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(result.which().label()).append(": ").append(result.which().title());
    for (Note each : notes) {
      text.append("\n  frame ").append(each.place().frame()).append(": ").append(each.message());
    }
    if (count > notes.size()) {
      text.append("\n  ... and ").append(count - notes.size()).append(" more");
    }
    return text.append("\n\n").append(drawing(notes.get(0).place(), capture)).toString();
  }

  /** The exchange that was on the wire at a place, if there is one; an XID can come again. */
  private static String drawing(CaptureLocation place, Path capture) throws IOException {
    try (RdmaCapture opened = RdmaCapture.open(capture)) {
      return opened
          .matchAllExchanges(
              each ->
                  place.connection().equals(OptionalInt.of(each.connection()))
                      && (place.xid().isEmpty() || place.xid().getAsInt() == each.xid())
                      && FrameSpan.of(each).holds(place.frame()))
          .findFirst()
          .map(Drawing::of)
          .orElse("");
    }
  }
}
