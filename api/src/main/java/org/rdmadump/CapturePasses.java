package org.rdmadump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The passes over a capture: opens its files for each of them, or what is read once for the only
 * one, closes those that are open, and keeps what they tell last.
 */
final class CapturePasses {
  private final List<CaptureInput> files;
  private final CaptureOptions options;
  private final boolean repeatable;

  /** Opened ahead of the first pass. */
  private Optional<OpenInput> ready;

  private final Set<CapturePass<?>> open = new LinkedHashSet<>();
  private Optional<CaptureSummary> summary = Optional.empty();
  private boolean closed;

  private CapturePasses(
      List<CaptureInput> files, boolean repeatable, OpenInput first, CaptureOptions options) {
    this.files = List.copyOf(files);
    this.repeatable = repeatable;
    this.ready = Optional.of(first);
    this.options = options;
  }

  /**
   * {@return those over files, merged by time; opened here, to know at once if none is a capture}
   */
  static CapturePasses over(List<CaptureInput> files, CaptureOptions options) throws IOException {
    OpenInput first = OpenInput.of(files);
    List<CaptureInput> again = files.stream().map(first::again).toList();
    boolean repeatable = again.stream().allMatch(CaptureInput::isRepeatable);
    return new CapturePasses(again, repeatable, first, options);
  }

  /** {@return the only one over an input that cannot be opened again} */
  static CapturePasses over(OpenInput once, CaptureOptions options) {
    return new CapturePasses(List.of(), /* repeatable= */ false, once, options);
  }

  /** {@return how to decode} */
  CaptureOptions options() {
    return options;
  }

  /** {@return whether there can be a second pass} */
  boolean isRepeatable() {
    return repeatable;
  }

  /**
   * Begins a pass.
   *
   * @param queue what it is read for
   * @throws IllegalStateException if the capture is closed, or can be read once and was
   */
  <T> CapturePass<T> begin(PassQueue<T> queue) {
    CapturePass<T> pass = new CapturePass<>(input(), options, queue, this::over);
    open.add(pass);
    return pass;
  }

  /** {@return the input, opened for a pass of somebody else, who closes it; as {@link #begin}} */
  OpenInput input() {
    requireOpen();
    Optional<OpenInput> first = ready;
    if (first.isPresent()) {
      ready = Optional.empty();
      return first.get();
    }
    if (!repeatable) {
      throw new IllegalStateException(
          "this capture is a pipe, a live device or another source: it can be read once, and was");
    }
    try {
      return OpenInput.of(files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void over(CapturePass<?> pass) {
    open.remove(pass);
    if (pass.summary().isPresent()) {
      readToItsEnd(pass.summary().orElseThrow());
    }
  }

  /**
   * Takes what a pass told at the end of the input.
   *
   * @param counts of all of it, and what was wrong with it
   */
  void readToItsEnd(CaptureSummary counts) {
    summary = Optional.of(counts);
  }

  /** {@return the counts, if a pass came to its end} */
  Optional<CaptureSummary> summary() {
    return summary;
  }

  /**
   * Checks that the capture was not closed.
   *
   * @throws IllegalStateException if it was
   */
  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the capture is closed");
    }
  }

  /** Closes the capture; a second call does nothing. */
  void close() {
    closed = true;
    try {
      if (ready.isPresent()) {
        ready.get().close();
        ready = Optional.empty();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      new ArrayList<>(open).forEach(each -> each.close("the capture is closed"));
    }
  }
}
