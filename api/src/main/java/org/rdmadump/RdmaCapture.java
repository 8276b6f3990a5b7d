package org.rdmadump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
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
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * A capture: the RPC messages sent over RDMA, each with its chunks put back in place.
 *
 * <pre>{@code
 * try (RdmaCapture capture = RdmaCapture.open(Path.of("nfs.pcap"))) {
 *   capture.matchAllExchanges("nfs.op == WRITE").forEach(it -> System.out.println(it.latency()));
 * }
 * }</pre>
 *
 * <p>A capture has no position: each stream, search and count is a separate pass from the first
 * frame, and passes do not disturb each other. A stream decodes as it is pulled, so memory does not
 * grow with the capture. It closes its file at the end of the capture. An unfinished stream keeps
 * the file open until the stream or the capture is closed. {@link #cursor()} returns a position for
 * successive searches.
 *
 * <p>A pipe and a live source can be read only once. A method that needs a second pass throws
 * {@link IllegalStateException}. {@link #summary()} and {@link #problems()} can be called after a
 * pass has reached the end.
 *
 * <p>Malformed input throws no exception. It becomes a finding of a message, a count in the
 * summary, or one of the {@link #problems()}. An input that cannot be read any further throws
 * {@link UncheckedIOException}.
 *
 * <p>A capture is not thread-safe. Neither are its messages: they decode their content on demand.
 */
public final class RdmaCapture implements AutoCloseable {
  private final CapturePasses passes;
  private final KnownConnections connections;

  RdmaCapture(CapturePasses passes) {
    this.passes = passes;
    this.connections = new KnownConnections(passes);
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
   * {@return the capture of a source, such as a live device} Closing the capture closes the source.
   * The capture can be read once.
   */
  public static RdmaCapture over(FrameSource source) {
    return builder().over(source);
  }

  /** {@return a builder for capture options} */
  public static CaptureBuilder builder() {
    return new CaptureBuilder();
  }

  /** {@return the messages, in the order of their completion; sequential} */
  public Stream<RpcMessage> messages() {
    return stream(new PassQueue.Messages());
  }

  /**
   * {@return the exchanges, each after both its messages; sequential}
   *
   * <p>A call without a reply is also an exchange, once rdmadump stops waiting for the reply.
   */
  public Stream<RpcExchange> exchanges() {
    return stream(new PassQueue.Exchanges());
  }

  /**
   * {@return the commands of NVMe over RDMA with their responses, in the order of the responses;
   * sequential}
   *
   * <p>A command without a response comes once rdmadump stops waiting for it.
   */
  public Stream<NvmeExchange> nvmeCommands() {
    return stream(new PassQueue.NvmeCommands());
  }

  /**
   * {@return the connections that carried RPC-over-RDMA, each at its end, with everything known of
   * it; connections open at the end of the capture come last; sequential}
   */
  public Stream<ConnectionRecord> connections() {
    return stream(new PassQueue.Connections());
  }

  /**
   * {@return the findings of {@code rdmadump check}: about messages, exchanges, frames and the
   * input; sequential}
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
   * {@return the first message that matches an expression; empty if there is none}
   *
   * @param expression as {@code rdmadump -Y} takes it, such as {@code nfs.op == WRITE}
   * @throws IllegalArgumentException if the expression is invalid; the message shows where
   * @throws IllegalStateException as {@link #messageCondition}
   */
  public Optional<RpcMessage> match(String expression) {
    return match(messageCondition(expression));
  }

  /** {@return the first message for which {@code wanted} holds; empty if there is none} */
  public Optional<RpcMessage> match(Predicate<? super RpcMessage> wanted) {
    try (Stream<RpcMessage> chosen = matchAll(wanted)) {
      return chosen.findFirst();
    }
  }

  /**
   * {@return all messages that match an expression, as {@link #messages()}}
   *
   * @throws IllegalArgumentException if the expression is invalid; the message shows where
   * @throws IllegalStateException as {@link #messageCondition}
   */
  public Stream<RpcMessage> matchAll(String expression) {
    return matchAll(messageCondition(expression));
  }

  /** {@return all messages for which {@code wanted} holds, as {@link #messages()}} */
  public Stream<RpcMessage> matchAll(Predicate<? super RpcMessage> wanted) {
    return messages().filter(wanted);
  }

  /**
   * {@return all exchanges that match an expression, as {@link #exchanges()}}
   *
   * @param expression as {@code rdmadump --exchanges -Y} takes it, such as {@code call.nfs.offset
   *     == 0}
   * @throws IllegalArgumentException if the expression is invalid; the message shows where
   * @throws IllegalStateException as {@link #messageCondition}
   */
  public Stream<RpcExchange> matchAllExchanges(String expression) {
    return matchAllExchanges(exchangeCondition(expression));
  }

  /** {@return all exchanges for which {@code wanted} holds, as {@link #exchanges()}} */
  public Stream<RpcExchange> matchAllExchanges(Predicate<? super RpcExchange> wanted) {
    return exchanges().filter(wanted);
  }

  /**
   * {@return a filter expression as a predicate of this capture's messages}
   *
   * <p>Unlike one of {@link #filter}, it can ask for fields of their connections, such as {@code
   * connection.client_qp == 17}. These are known at the end of the capture, so the first expression
   * that asks for them makes a pass. Of more than 16384 connections, the later ones have no fields.
   *
   * @throws IllegalArgumentException if the expression is invalid; the message shows where
   * @throws IllegalStateException if the expression asks for connections, and the capture can be
   *     read only once; or if it asks for what is in data that RDMA moves, such as {@code
   *     nfs.symlink.to}, and the capture keeps no bytes ({@link CaptureBuilder#keepBytes})
   */
  public Predicate<RpcMessage> messageCondition(String expression) {
    return connections.ofMessages(expression);
  }

  /** {@return a filter expression as a predicate of this capture's exchanges, likewise} */
  public Predicate<RpcExchange> exchangeCondition(String expression) {
    return connections.ofExchanges(expression);
  }

  /**
   * {@return a filter expression as a predicate of messages of any capture} It does not know their
   * connections; {@link #messageCondition} does. What is in data that RDMA moves it finds only in
   * messages of captures that keep bytes. Threads may share it.
   *
   * @throws IllegalArgumentException if the expression is invalid; the message shows where
   */
  public static Predicate<RpcMessage> filter(String expression) {
    return Expressions.filter(expression, MessageFields::registry)::matches;
  }

  /**
   * {@return a filter expression as a predicate of exchanges of any capture, as {@link #filter}}
   *
   * @throws IllegalArgumentException if the expression is invalid; the message shows where
   */
  public static Predicate<RpcExchange> exchangeFilter(String expression) {
    return Expressions.filter(expression, ExchangeFields::registry)::matches;
  }

  /**
   * {@return the first value of a field of a message, as columns show it; empty if the message does
   * not have the field}
   *
   * <pre>{@code
   * RdmaCapture.field(message, "nfs.offset").ifPresent(System.out::println);
   * }</pre>
   *
   * <p>To read one field of many messages, look it up once with {@link RecordField#ofMessages}; it
   * also returns numbers.
   *
   * @param name name of the field in filters
   * @throws IllegalArgumentException if there is no field of that name; the message suggests names
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
   * {@return a new cursor at the beginning, for searches that continue where the last one ended; it
   * is a separate pass}
   */
  public CaptureCursor cursor() {
    return new CaptureCursor(passes, connections);
  }

  /**
   * {@return a connection, with everything known at its end; empty if there is none}
   *
   * @param index as {@link RpcMessage#connection()} says
   */
  public Optional<ConnectionRecord> connection(int index) {
    try (Stream<ConnectionRecord> all = connections()) {
      return all.filter(each -> each.index().equals(OptionalInt.of(index))).findFirst();
    }
  }

  /**
   * {@return the counts of the whole capture, by the last pass that reached the end; makes a pass
   * unless one has} The pass may be a stream, a {@link #run} or {@link #conformance}. One for a
   * listener that does not take findings ({@link MessageListener#takesFindings}) counts fewer.
   */
  public CaptureSummary summary() {
    passes.requireOpen();
    if (passes.summary().isEmpty()) {
      messages().forEach(each -> {});
    }
    return passes.summary().orElseThrow();
  }

  /**
   * {@return errors of the input, one per line: a file that ends inside a frame, one of several
   * files that cannot be read; makes a pass unless one has reached the end}
   */
  public List<String> problems() {
    return summary().problems();
  }

  /** Decodes the capture and shows every frame, layer by layer. */
  public void showFrames(FrameListener listener) {
    CaptureSummary unused = read(new MessageListener() {}, Optional.of(listener));
  }

  /**
   * Decodes the capture and reports everything to {@code listener}, including findings outside
   * messages and exchanges. An exception of the listener ends this and is passed on.
   *
   * @return the counts, and what was wrong with the input
   * @throws IllegalStateException behind the frame at which the listener closes the capture
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
      do {
        passes.requireOpen();
      } while (decoder.decodeNext());
      CaptureSummary summary = decoder.finish().withProblems(input.problems());
      passes.readToItsEnd(summary);
      return summary;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return the outcome of each case of NFS-over-RDMA test suites} A damaged input is a warning of
   * {@code basic.traffic}.
   */
  public ConformanceReport conformance() {
    try (OpenInput input = passes.input()) {
      ConformanceReport report =
          Conformance.of(input.source(), passes.options(), input::otherProblems);
      passes.readToItsEnd(report.summary());
      return report;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Closes the input, every stream and every cursor, and ends a {@link #run} whose listener calls
   * it. Results stay valid. A second call has no effect.
   */
  @Override
  public void close() {
    passes.close();
  }
}
