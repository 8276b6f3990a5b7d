package org.rdmadump.testkit;

import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.SessionLimits;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * The exchanges of a capture that a test is about. Each condition makes a new, smaller set; the
 * capture is read from its beginning whenever something is asked of a set.
 *
 * <pre>{@code
 * RpcExchange first = Exchanges.of(capture).operation("WRITE").status("NFS4_OK").get(0);
 * }</pre>
 */
public final class Exchanges implements Iterable<RpcExchange> {
  private final RdmaCapture capture;
  private final Predicate<RpcExchange> condition;
  private final String description;

  private Exchanges(RdmaCapture capture, Predicate<RpcExchange> condition, String description) {
    this.capture = capture;
    this.condition = condition;
    this.description = description;
  }

  /** {@return all exchanges of a capture} */
  public static Exchanges of(RdmaCapture capture) {
    return new Exchanges(capture, exchange -> true, "");
  }

  /** {@return those with an operation or procedure, such as {@code WRITE}} */
  public Exchanges operation(String name) {
    return matching("nfs.op == " + name);
  }

  /** {@return those whose reply has a status, such as {@code NFS4_OK}} */
  public Exchanges status(String name) {
    return matching("reply.nfs.status == " + name);
  }

  /** {@return those between a client and a server with this address} */
  public Exchanges server(String address) {
    return matching("call.dst == " + address);
  }

  /**
   * {@return those that an expression chooses}
   *
   * @param expression as {@code rdmadump --exchanges -Y} takes it
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public Exchanges matching(String expression) {
    return and(filter(expression), expression);
  }

  /** What an expression chooses. */
  static Predicate<RpcExchange> filter(String expression) {
    return Filter.predicate(expression, ExchangeFields.registry());
  }

  /** {@return those that an expression does not choose; as {@link #matching(String)}} */
  public Exchanges notMatching(String expression) {
    return matching("!(" + expression + ")");
  }

  /** {@return those for which there were RDMA Reads or Writes} */
  public Exchanges movedByRdma() {
    return and(exchange -> !exchange.transfers().isEmpty(), "RDMA Reads or Writes");
  }

  /** {@return those of which a segment has bytes to move, by the reply's lengths} */
  public Exchanges withUsedSegments() {
    return and(ExchangeSegments::hasUsed, "segments with bytes to move");
  }

  /** {@return those of which a segment has no bytes to move, by the reply's lengths} */
  public Exchanges withUnusedSegments() {
    return and(ExchangeSegments::hasUnused, "segments without bytes to move");
  }

  /** {@return how long the replies of the sessions in the capture may be} */
  public SessionLimits sessions() {
    SessionLimits sessions = new SessionLimits();
    capture.rewind();
    capture.exchanges().forEach(sessions::learn);
    return sessions;
  }

  /** {@return those for which a condition holds} */
  public Exchanges matching(Predicate<? super RpcExchange> wanted) {
    return and(wanted::test, "a condition of the test");
  }

  private Exchanges and(Predicate<RpcExchange> other, String described) {
    return new Exchanges(
        capture,
        condition.and(other),
        description.isEmpty() ? described : description + " && " + described);
  }

  /** {@return them, as they are read; sequential, and the only use of the capture meanwhile} */
  public Stream<RpcExchange> stream() {
    capture.rewind();
    return capture.exchanges().filter(condition);
  }

  /** {@return all of them} */
  public List<RpcExchange> toList() {
    return stream().toList();
  }

  /** {@return how many there are} */
  public long count() {
    return stream().count();
  }

  /**
   * {@return one of them}
   *
   * @param index from 0
   * @throws AssertionError if there are fewer; it says how many
   */
  public RpcExchange get(int index) {
    return stream()
        .skip(index)
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    "no exchange "
                        + index
                        + " of "
                        + this
                        + ": there "
                        + (count() == 1 ? "is 1" : "are " + count())));
  }

  @Override
  public Iterator<RpcExchange> iterator() {
    return stream().iterator();
  }

  /** {@return what they have in common} */
  @Override
  public String toString() {
    return description.isEmpty() ? "all exchanges" : description;
  }
}
