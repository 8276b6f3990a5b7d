package org.rdmadump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/** The passes over a capture: opens them, closes those that are open, keeps what they tell last. */
final class CapturePasses {
  private final CaptureInputs inputs;
  private final CaptureOptions options;
  private final Set<CapturePass<?>> open = new LinkedHashSet<>();
  private Optional<CaptureSummary> summary = Optional.empty();
  private Optional<List<String>> problems = Optional.empty();
  private boolean closed;

  CapturePasses(CaptureInputs inputs, CaptureOptions options) {
    this.inputs = inputs;
    this.options = options;
  }

  /** {@return how to decode} */
  CaptureOptions options() {
    return options;
  }

  /** {@return whether there can be a second pass} */
  boolean isRepeatable() {
    return inputs.isRepeatable();
  }

  /**
   * Begins a pass.
   *
   * @param told what it is read for
   * @throws IllegalStateException if the capture is closed, or can be read once and was
   */
  <T> CapturePass<T> begin(Told<T> told) {
    CapturePass<T> pass = new CapturePass<>(input(), options, told, this::over);
    open.add(pass);
    return pass;
  }

  /** {@return the input, opened for a pass of somebody else, who closes it; as {@link #begin}} */
  OpenInput input() {
    requireOpen();
    try {
      return inputs.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void over(CapturePass<?> pass) {
    open.remove(pass);
    if (pass.summary().isPresent()) {
      summary = pass.summary();
      readToItsEnd(pass.problems());
    }
  }

  /** Takes what was wrong with the input when it had been read to its end. */
  void readToItsEnd(List<String> wrong) {
    problems = Optional.of(List.copyOf(wrong));
  }

  /** {@return the counts, if a pass came to its end} */
  Optional<CaptureSummary> summary() {
    return summary;
  }

  /** {@return what was wrong with the input, if it was read to its end} */
  Optional<List<String>> problems() {
    return problems;
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
      inputs.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      new ArrayList<>(open).forEach(each -> each.close("the capture is closed"));
    }
  }
}
