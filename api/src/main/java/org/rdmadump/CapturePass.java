package org.rdmadump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * One pass over a capture, from its first frame on: decodes as much as is asked for, and closes its
 * input at the end.
 */
final class CapturePass<T> implements Iterator<T> {
  private final OpenInput input;
  private final PassQueue<T> queue;
  private final Consumer<CapturePass<?>> whenOver;
  private final CaptureDecoder decoder;
  private Optional<T> ahead = Optional.empty();
  private Optional<CaptureSummary> summary = Optional.empty();
  private Optional<String> closed = Optional.empty();

  /**
   * A pass at its beginning.
   *
   * @param queue what it is read for
   * @param whenOver takes the pass, once, when it has ended or is closed
   */
  CapturePass(
      OpenInput input,
      CaptureOptions options,
      PassQueue<T> queue,
      Consumer<CapturePass<?>> whenOver) {
    this.input = input;
    this.queue = queue;
    this.whenOver = whenOver;
    this.decoder = new CaptureDecoder(input.source(), options, queue);
  }

  @Override
  public boolean hasNext() {
    if (ahead.isEmpty()) {
      ahead = read();
    }
    return ahead.isPresent();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    T next = ahead.orElseThrow();
    ahead = Optional.empty();
    return next;
  }

  private Optional<T> read() {
    Optional<T> next = queue.poll();
    while (next.isEmpty() && summary.isEmpty()) {
      if (closed.isPresent()) {
        throw new IllegalStateException(closed.get());
      }
      decode();
      next = queue.poll();
    }
    return next;
  }

  private void decode() {
    try {
      if (!decoder.decodeNext()) {
        CaptureSummary counts = decoder.finish().withProblems(input.problems());
        summary = Optional.of(counts);
        queue.end(counts, input.damages(counts.frames()), input.source().dropped());
        close("the pass has ended");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the counts, at the end} */
  Optional<CaptureSummary> summary() {
    return summary;
  }

  /** Closes the stream that reads it. */
  void close() {
    close("the stream is closed");
  }

  /**
   * Closes the input; a second call does nothing.
   *
   * @param why what is said to those who read on
   */
  void close(String why) {
    if (closed.isPresent()) {
      return;
    }
    closed = Optional.of(why);
    whenOver.accept(this);
    try {
      input.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
