package org.rdmadump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.conformance.Conformance;
import org.rdmadump.analysis.conformance.ConformanceReport;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * A capture as the RPC messages that crossed it over RDMA, each with its chunks put back in place.
 *
 * <pre>{@code
 * try (RdmaCapture capture = RdmaCapture.open(Path.of("nfs.pcap"))) {
 *   capture.matchAllExchanges("nfs.op == WRITE").forEach(it -> System.out.println(it.latency()));
 * }
 * }</pre>
 *
 * <p>It has no position: each stream, search and count is a pass of its own from the first frame
 * on, and passes do not disturb each other. A stream decodes as it is pulled, so that memory does
 * not grow with the capture. It closes its file at its end; one that is not read to its end keeps
 * the file open until the stream or the capture is closed. {@link #cursor()} is for those who want
 * a position.
 *
 * <p>A pipe and a live source can be read once: there is one pass, and for a second one every
 * method throws {@link IllegalStateException}. {@link #summary()} and {@link #problems()} can be
 * asked behind a pass that came to its end.
 *
 * <p>Malformed input is no exception: it is a finding of a message, a count in the summary, or one
 * of the {@link #problems()}. An input that cannot be read any further throws {@link
 * UncheckedIOException}.
 *
 * <p>For one thread, as are the messages that it hands out: their content is decoded when it is
 * asked for.
 */
public final class RdmaCapture implements AutoCloseable {
  private static final String EXPRESSION = "a filter expression";

  private final CapturePasses passes;

  RdmaCapture(CapturePasses passes) {
    this.passes = passes;
  }

  /**
   * {@return a capture in files, merged by time if there are several}
   *
   * @throws IOException if none of them can be read as a capture
   */
  public static RdmaCapture open(Path file, Path... more) throws IOException {
    return builder().file(file).files(List.of(more)).open();
  }

  /**
   * {@return a capture of what a source delivers, such as a live device; it is closed with it}
   * There is one pass over it.
   */
  public static RdmaCapture over(FrameSource source) {
    return builder().over(source);
  }

  /** {@return a builder for capture options} */
  public static CaptureBuilder builder() {
    return new CaptureBuilder();
  }

  /** {@return the messages, in the order in which they were complete; sequential} */
  public Stream<RpcMessage> messages() {
    return stream(new PassQueue.Messages());
  }

  /**
   * {@return the exchanges, each after both its messages; sequential}
   *
   * <p>A call without reply comes as one, too, when it is given up.
   */
  public Stream<RpcExchange> exchanges() {
    return stream(new PassQueue.Exchanges());
  }

  /**
   * {@return the connections that carried RPC-over-RDMA, each when it has ended, so that all is
   * known of it; those that are open at the end of the capture come last; sequential}
   */
  public Stream<ConnectionRecord> connections() {
    return stream(new PassQueue.Connections());
  }

  /**
   * {@return what is wrong or noteworthy in the capture, as {@code rdmadump check} prints it:
   * findings of messages, of exchanges, of neither, and of the input; sequential}
   */
  public Stream<CheckFinding> findings() {
    return stream(new FindingQueue());
  }

  private <T> Stream<T> stream(PassQueue<T> queue) {
    CapturePass<T> pass = passes.begin(queue);
    int ordered = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pass, ordered), false)
        .onClose(pass::close);
  }

  /**
   * {@return the first message that an expression chooses; empty if there is none}
   *
   * @param expression as {@code rdmadump -Y} takes it, such as {@code nfs.op == WRITE}
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public Optional<RpcMessage> match(String expression) {
    return match(filter(expression));
  }

  /** {@return the first message for which {@code wanted} holds; empty if there is none} */
  public Optional<RpcMessage> match(Predicate<? super RpcMessage> wanted) {
    try (Stream<RpcMessage> chosen = matchAll(wanted)) {
      return chosen.findFirst();
    }
  }

  /**
   * {@return all messages that an expression chooses, as {@link #messages()}}
   *
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public Stream<RpcMessage> matchAll(String expression) {
    return matchAll(filter(expression));
  }

  /** {@return all messages for which {@code wanted} holds, as {@link #messages()}} */
  public Stream<RpcMessage> matchAll(Predicate<? super RpcMessage> wanted) {
    return messages().filter(wanted);
  }

  /**
   * {@return all exchanges that an expression chooses, as {@link #exchanges()}}
   *
   * @param expression as {@code rdmadump --exchanges -Y} takes it, such as {@code call.nfs.offset
   *     == 0}
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public Stream<RpcExchange> matchAllExchanges(String expression) {
    return matchAllExchanges(exchangeFilter(expression));
  }

  /** {@return all exchanges for which {@code wanted} holds, as {@link #exchanges()}} */
  public Stream<RpcExchange> matchAllExchanges(Predicate<? super RpcExchange> wanted) {
    return exchanges().filter(wanted);
  }

  /**
   * {@return what a filter expression says of messages}
   *
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public static Predicate<RpcMessage> filter(String expression) {
    return Filter.predicate(
        Objects.requireNonNull(expression, EXPRESSION), MessageFields.registry());
  }

  /**
   * {@return what a filter expression says of exchanges}
   *
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public static Predicate<RpcExchange> exchangeFilter(String expression) {
    return Filter.predicate(
        Objects.requireNonNull(expression, EXPRESSION), ExchangeFields.registry());
  }

  /**
   * {@return the first value of a field of a message, as columns show it; empty if the message does
   * not have the field}
   *
   * <pre>{@code
   * RdmaCapture.field(message, "nfs.offset").ifPresent(System.out::println);
   * }</pre>
   *
   * <p>Who reads one field of many messages looks it up once, with {@link RecordField#ofMessages},
   * which has it as a number, too.
   *
   * @param name as filters have it
   * @throws IllegalArgumentException if there is none of that name; the message says which may be
   *     meant
   */
  public static Optional<String> field(RpcMessage message, String name) {
    return RecordField.ofMessages(name).text(message);
  }

  /**
   * {@return the first value of a field of an exchange, likewise}
   *
   * @param name as of {@link RecordField#ofExchanges}
   * @throws IllegalArgumentException as {@link #field(RpcMessage, String)}
   */
  public static Optional<String> field(RpcExchange exchange, String name) {
    return RecordField.ofExchanges(name).text(exchange);
  }

  /**
   * {@return a position of its own, at the beginning, for searches that go on where the last one
   * ended; it is a pass}
   */
  public CaptureCursor cursor() {
    return new CaptureCursor(passes);
  }

  /**
   * {@return all that is known of a connection when it has ended; empty if there is none}
   *
   * @param index as {@link RpcMessage#connection()} says
   */
  public Optional<ConnectionRecord> connection(int index) {
    try (Stream<ConnectionRecord> all = connections()) {
      return all.filter(each -> each.index().equals(OptionalInt.of(index))).findFirst();
    }
  }

  /**
   * {@return the counts of the whole capture: those of a pass that came to its end, or of one that
   * is made for them}
   */
  public CaptureSummary summary() {
    readToItsEnd(passes.summary());
    return passes.summary().orElseThrow();
  }

  /**
   * {@return what was wrong with the input itself, a line each: a file that ends inside of a frame,
   * one of several that cannot be read; known of a pass that came to its end, or of one that is
   * made for that}
   */
  public List<String> problems() {
    readToItsEnd(passes.problems());
    return passes.problems().orElseThrow();
  }

  private void readToItsEnd(Optional<?> known) {
    passes.requireOpen();
    if (known.isEmpty()) {
      messages().forEach(each -> {});
    }
  }

  /** Shows every frame, layer by layer, and decodes the capture for that. */
  public void showFrames(FrameListener listener) {
    CaptureSummary unused = read(new MessageListener() {}, Optional.of(listener));
  }

  /**
   * Decodes the capture and tells {@code listener} all of it: also what is in no message and in no
   * exchange.
   *
   * @return the counts
   */
  public CaptureSummary run(MessageListener listener) {
    return read(listener, Optional.empty());
  }

  private CaptureSummary read(MessageListener listener, Optional<FrameListener> frames) {
    try (OpenInput input = passes.input()) {
      CaptureOptions options = passes.options();
      CaptureDecoder decoder =
          frames.isPresent()
              ? new CaptureDecoder(input.source(), options, listener, frames.get())
              : new CaptureDecoder(input.source(), options, listener);
      CaptureSummary summary = decoder.decodeAll();
      passes.readToItsEnd(input.problems());
      return summary;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return which cases of NFS-over-RDMA test suites pass in it} Damage of the input is a warning
   * of {@code basic.traffic}.
   */
  public ConformanceReport conformance() {
    try (OpenInput input = passes.input()) {
      return Conformance.of(input.source(), passes.options(), input::otherProblems);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Closes the input, and with it every stream and cursor; what was handed out stays valid. A
   * second call does nothing.
   */
  @Override
  public void close() {
    passes.close();
  }
}
