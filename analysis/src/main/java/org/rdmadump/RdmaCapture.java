package org.rdmadump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.rdmadump.analysis.conformance.Conformance;
import org.rdmadump.analysis.conformance.ConformanceReport;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureDecoder;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A capture as the RPC messages that crossed it over RDMA, each with its chunks put back in place.
 *
 * <pre>{@code
 * try (RdmaCapture capture = RdmaCapture.open(Path.of("nfs.pcap"))) {
 *   RpcMessage call = capture.match("nfs.op == WRITE").orElseThrow();
 *   RpcExchange exchange = capture.exchange(call).orElseThrow();
 *   System.out.println(exchange.transfers());
 * }
 * }</pre>
 *
 * <p>It has a position, which counts the messages that were passed, and is decoded as far as it was
 * asked for, so that memory does not grow with the capture. Going back to what was passed a short
 * while ago costs nothing; farther back, files are decoded again from their beginning. A source
 * that is no file cannot go back farther.
 *
 * <p>Malformed input is no exception: it is a finding of a message, a count in the summary, or one
 * of the {@link #problems()}. An input that cannot be read any further throws {@link
 * UncheckedIOException}.
 *
 * <p>For one thread, as are the messages that it hands out: their content is decoded when it is
 * asked for.
 */
public final class RdmaCapture implements AutoCloseable {
  private final CaptureInputs inputs;
  private final CaptureOptions options;
  private final RecentRecords recent = new RecentRecords();
  private Optional<CapturePass> pass = Optional.empty();

  /** Messages that the pass has told of. */
  private long decoded;

  /** Messages that were passed by the user. */
  private long position;

  /** Exchanges that were passed behind the last of them. */
  private int behind;

  /** What ended the input when all of it was told to a listener. */
  private Optional<Damage> damage = Optional.empty();

  private boolean closed;

  /** Whether the position is before what the pass can still tell, so that it takes another one. */
  private boolean isPassOver;

  /** Others of the same capture, which are closed with it. */
  private final List<RdmaCapture> others = new ArrayList<>();

  RdmaCapture(CaptureInputs inputs, CaptureOptions options) {
    this.inputs = inputs;
    this.options = options;
  }

  /**
   * {@return a capture in files, merged by time if there are several}
   *
   * @throws IOException if none of them can be read as a capture
   */
  public static RdmaCapture open(Path file, Path... more) throws IOException {
    return builder().file(file).files(List.of(more)).open();
  }

  /** {@return a capture of what a source delivers, such as a live device; it is closed with it} */
  public static RdmaCapture over(FrameSource source) {
    return builder().over(source);
  }

  /** {@return how to read, to be said step by step} */
  public static CaptureBuilder builder() {
    return new CaptureBuilder();
  }

  /** Begins to read, so that what is no capture is told at once. */
  RdmaCapture begin() throws IOException {
    pass = Optional.of(new CapturePass(inputs.open(), options));
    return this;
  }

  /**
   * {@return the same capture with a position of its own, at the beginning: reading one does not
   * move the other; empty if it is a source that is no file, which can be read once}
   *
   * <p>It is closed with this one, if that was not done before.
   *
   * @throws IllegalStateException if this is closed
   */
  public Optional<RdmaCapture> again() {
    requireOpen();
    Optional<RdmaCapture> other = inputs.again().map(each -> new RdmaCapture(each, options));
    others.removeIf(each -> each.closed);
    other.ifPresent(others::add);
    return other;
  }

  /** {@return messages that were passed: the number of the last one, 0 at the beginning} */
  public long position() {
    return position;
  }

  /**
   * {@return the next message, which is passed; empty at the end of the capture}
   *
   * @throws UncheckedIOException if the input cannot be read
   */
  public Optional<RpcMessage> next() {
    while (true) {
      Optional<CaptureRecord> record = nextRecord();
      if (record.isEmpty()) {
        return Optional.empty();
      }
      if (record.get() instanceof CaptureRecord.OfMessage found) {
        return Optional.of(found.message());
      }
    }
  }

  /**
   * {@return the next exchange; all before it is passed, messages too; empty at the end}
   *
   * <p>An exchange comes after both its messages. A call without reply comes as one, too, when it
   * is given up.
   *
   * @throws UncheckedIOException if the input cannot be read
   */
  public Optional<RpcExchange> nextExchange() {
    while (true) {
      Optional<CaptureRecord> record = nextRecord();
      if (record.isEmpty()) {
        return Optional.empty();
      }
      if (record.get() instanceof CaptureRecord.OfExchange found) {
        return Optional.of(found.exchange());
      }
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the capture is closed");
    }
  }

  private Optional<CaptureRecord> nextRecord() {
    requireOpen();
    if (recent.hasNext()) {
      return Optional.of(passed(recent.next()));
    }
    if (isPassOver) {
      closePass();
      recent.restart();
      decoded = 0;
      isPassOver = false;
    }
    while (true) {
      Optional<CaptureRecord> record = decodeNext();
      if (record.isEmpty()) {
        return record;
      }
      recent.add(record.get());
      boolean isMessage = record.get() instanceof CaptureRecord.OfMessage;
      decoded += isMessage ? 1 : 0;
      // What lies before a position that was sought is passed over, with its exchanges.
      if (decoded > position || (decoded == position && !isMessage)) {
        return Optional.of(passed(record.get()));
      }
    }
  }

  private CaptureRecord passed(CaptureRecord record) {
    if (record instanceof CaptureRecord.OfMessage) {
      position++;
      behind = 0;
    } else {
      behind++;
    }
    return record;
  }

  private Optional<CaptureRecord> decodeNext() {
    try {
      if (pass.isEmpty()) {
        begin();
      }
      return pass.get().next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Goes back to the beginning. */
  public void rewind() {
    rewind(0);
  }

  /**
   * Goes to where so many messages are passed, back or forth.
   *
   * @param to what {@link #position()} said, or the number of a message, which is passed then
   * @throws IllegalArgumentException if it is negative
   * @throws IllegalStateException if that was too long ago in a source that is no file; nothing is
   *     changed
   */
  public void rewind(long to) {
    if (to < 0) {
      throw new IllegalArgumentException("position " + to);
    }
    if (!canRewind(to)) {
      throw new IllegalStateException(
          "message " + (to + 1) + " is gone: a source that is no file can be read once");
    }
    isPassOver = false;
    if (!recent.seek(to)) {
      recent.skip();
      // Its connections, counts and damage can be asked for until there is another pass.
      isPassOver = to < decoded;
    }
    position = to;
    behind = 0;
  }

  /** Where a walk is: behind so many messages, and so many exchanges after the last of them. */
  private record Place(long position, int behind) {}

  private Place place() {
    return new Place(position, behind);
  }

  /** Goes to where a walk was, if it is anywhere else. */
  private void goTo(Place place) {
    if (place.equals(place())) {
      return;
    }
    rewind(place.position());
    while (behind < place.behind()) {
      Optional<CaptureRecord> passed = nextRecord();
      if (passed.isEmpty()) {
        return;
      }
    }
  }

  /** Goes back to where a walk was; stays, if that is gone in a source that is read once. */
  private void goBackTo(Place place) {
    if (canRewind(place.position())) {
      goTo(place);
    }
  }

  private boolean canRewind(long to) {
    return inputs.isRepeatable() || to >= decoded || recent.has(to);
  }

  /**
   * {@return the messages from the position on, which moves with them}
   *
   * <p>It is sequential. The capture may be asked other things while it is read, or walked by
   * another stream: each goes on where it was, though to go far back is to decode again.
   *
   * @throws IllegalStateException where it goes on, if the way back is gone in a source that is no
   *     file
   */
  public Stream<RpcMessage> messages() {
    return stream(this::next);
  }

  /** {@return the exchanges from the position on, which moves with them, as {@link #messages()}} */
  public Stream<RpcExchange> exchanges() {
    return stream(this::nextExchange);
  }

  private <T> Stream<T> stream(Supplier<Optional<T>> next) {
    Iterator<T> iterator = new Pulled<>(next);
    int ordered = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator, ordered), false);
  }

  /**
   * {@return the next message that an expression chooses, which is passed}
   *
   * <p>If there is none, the result is empty and the position is where it was, if it can be.
   *
   * @param expression as {@code rdmadump -Y} takes it, such as {@code nfs.op == WRITE}
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public Optional<RpcMessage> match(String expression) {
    return match(filter(expression));
  }

  /** {@return the next message for which {@code wanted} holds; as {@link #match(String)}} */
  public Optional<RpcMessage> match(Predicate<? super RpcMessage> wanted) {
    return match(wanted, Long.MAX_VALUE);
  }

  /**
   * {@return the next message that an expression chooses, up to one; as {@link #match(String)}}
   *
   * @param last number of the last message to look at
   */
  public Optional<RpcMessage> match(String expression, long last) {
    return match(filter(expression), last);
  }

  /** {@return as {@link #match(String, long)}, the next message for which {@code wanted} holds} */
  public Optional<RpcMessage> match(Predicate<? super RpcMessage> wanted, long last) {
    Place from = place();
    while (position < last) {
      Optional<RpcMessage> message = next();
      if (message.isEmpty()) {
        break;
      }
      if (wanted.test(message.get())) {
        return message;
      }
    }
    goBackTo(from);
    return Optional.empty();
  }

  /**
   * {@return all messages from the position on that an expression chooses, as they are asked for}
   *
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public Stream<RpcMessage> matchAll(String expression) {
    return messages().filter(filter(expression));
  }

  /** {@return all messages from the position on for which {@code wanted} holds} */
  public Stream<RpcMessage> matchAll(Predicate<? super RpcMessage> wanted) {
    return messages().filter(wanted);
  }

  /**
   * {@return what a filter expression says of messages}
   *
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public static Predicate<RpcMessage> filter(String expression) {
    return Filter.predicate(
        Objects.requireNonNull(expression, "a filter expression"), MessageFields.registry());
  }

  /**
   * {@return the exchange that a message is part of; empty if there is none, as without RPC}
   *
   * <p>The position is where it was afterwards, if it can be.
   *
   * @param message of this capture; of another there is none
   */
  public Optional<RpcExchange> exchange(RpcMessage message) {
    Place from = place();
    if (canRewind(message.number())) {
      rewind(message.number());
    }
    Optional<RpcExchange> found = Optional.empty();
    if (message.rpc().isPresent()) {
      do {
        found = nextExchange();
      } while (found.isPresent() && !isPart(message, found.get()));
    }
    goBackTo(from);
    return found;
  }

  /**
   * {@return a connection as it is known so far: how it was made, its path MTU and inline
   * thresholds, what went over it; empty before the first of its messages}
   *
   * @param index as {@link RpcMessage#connection()} says
   */
  public Optional<ConnectionRecord> connection(int index) {
    return pass.flatMap(current -> current.connection(index));
  }

  private static boolean isPart(RpcMessage message, RpcExchange exchange) {
    return isSame(message, exchange.call()) || isSame(message, exchange.reply());
  }

  private static boolean isSame(RpcMessage message, Optional<RpcMessage> other) {
    return other.isPresent()
        && other.get().number() == message.number()
        && other.get().sendNanos() == message.sendNanos()
        && other.get().header().xid() == message.header().xid();
  }

  /**
   * {@return the counts of the whole capture, which is decoded to its end for that}
   *
   * <p>The position is where it was afterwards, if it can be.
   */
  public CaptureSummary summary() {
    Place from = place();
    Optional<CaptureSummary> summary = summaryOfPass();
    while (summary.isEmpty()) {
      // At the end of a pass there is a summary.
      Optional<CaptureRecord> unused = nextRecord();
      summary = summaryOfPass();
    }
    goBackTo(from);
    return summary.get();
  }

  private Optional<CaptureSummary> summaryOfPass() {
    return pass.isEmpty() ? Optional.empty() : pass.get().summary();
  }

  /**
   * Decodes the capture once more from its beginning, and shows every frame, layer by layer. The
   * position stays.
   *
   * @throws IllegalStateException if it is a source that is no file
   */
  public void showFrames(FrameListener listener) {
    requireOpen();
    try (FrameSource source = inputs.open()) {
      CaptureSummary unused =
          new CaptureDecoder(source, options, new MessageListener() {}, listener).decodeAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Decodes the capture once more from its beginning to its end, and tells {@code listener} all of
   * it: also what is in no message and in no exchange. The position stays.
   *
   * @return the counts
   * @throws IllegalStateException if it is a source that is no file
   */
  public CaptureSummary run(MessageListener listener) {
    requireOpen();
    try (FrameSource source = inputs.open()) {
      CaptureSummary summary = new CaptureDecoder(source, options, listener).decodeAll();
      damage = source.damage();
      return summary;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return which cases of NFS-over-RDMA test suites pass in it} The capture is decoded once more
   * from its beginning; the position stays. Damage of the input is a warning of {@code
   * basic.traffic}.
   *
   * @throws IllegalStateException if it is a source that is no file
   */
  public ConformanceReport conformance() {
    requireOpen();
    try (FrameSource source = inputs.open()) {
      return Conformance.of(source, options, inputs::problems);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return what was wrong with the input itself as far as it was read, a line each: a file that
   * ends inside of a frame, one of several that cannot be read}
   */
  public List<String> problems() {
    List<String> problems = new ArrayList<>(inputs.problems());
    pass.flatMap(CapturePass::damage)
        .or(() -> damage)
        .map(Damage::message)
        .ifPresent(problems::add);
    return problems;
  }

  /** Closes the input; what was handed out stays valid. A second call does nothing. */
  @Override
  public void close() {
    closed = true;
    others.forEach(RdmaCapture::close);
    closePass();
  }

  private void closePass() {
    if (pass.isPresent()) {
      try {
        pass.get().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        pass = Optional.empty();
      }
    }
  }

  /** Walks while there is something, from where it was whatever else moves the position. */
  private final class Pulled<T> implements Iterator<T> {
    private final Supplier<Optional<T>> source;
    private Place reached = place();
    private Optional<T> ahead = Optional.empty();
    private boolean ended;

    Pulled(Supplier<Optional<T>> source) {
      this.source = source;
    }

    @Override
    public boolean hasNext() {
      if (ahead.isEmpty() && !ended) {
        goTo(reached);
        ahead = source.get();
        reached = place();
        ended = ahead.isEmpty();
      }
      return ahead.isPresent();
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      T value = ahead.orElseThrow();
      ahead = Optional.empty();
      return value;
    }
  }
}
