package org.rdmadump.testkit;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.ExchangeChecks;
import org.rdmadump.analysis.conformance.SessionLimits;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * The exchanges of a capture that a test is about. Each condition makes a new, smaller set.
 *
 * <p>Whenever something is asked of a set, the capture is read from its beginning, beside whatever
 * else reads it: a set may be asked while another one is walked through. A pipe or a live source,
 * which can be read once, answers one question.
 *
 * <pre>{@code
 * RpcExchange first = Exchanges.of(capture).operation("WRITE").status("NFS4_OK").get(0);
 * }</pre>
 */
public final class Exchanges implements Iterable<RpcExchange> {
  /** A name of NFS, or an address. */
  private static final Pattern WORD = Pattern.compile("[\\w.:]+");

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

  /**
   * {@return those with an operation or procedure}
   *
   * @param name such as {@code WRITE}
   * @throws IllegalArgumentException if there is no such operation
   */
  public Exchanges operation(String name) {
    return matching("nfs.op == " + word(name));
  }

  /**
   * {@return those whose reply has a status}
   *
   * @param name such as {@code NFS4_OK}
   * @throws IllegalArgumentException if there is no such status
   */
  public Exchanges status(String name) {
    return matching("reply.nfs.status == " + word(name));
  }

  /**
   * {@return those between a client and a server}
   *
   * @param address of the server
   * @throws IllegalArgumentException if it is no IP address
   */
  public Exchanges server(String address) {
    return matching("call.dst == " + word(address));
  }

  /**
   * {@return those about a file, by all that the capture tells of names: also those before the
   * first message that told its name, and none of another file that has its handle later}
   *
   * <p>The capture is read for that when this is called, so a source that can be read once has no
   * more to tell then.
   *
   * @param name of a file, such as {@code data}; or the end of its path, {@code dir/data}; or all
   *     of it, {@code /export/dir/data}
   */
  public Exchanges onFile(String name) {
    try (Stream<RpcExchange> all = of(capture).stream()) {
      return and(FileHistory.of(name, all), "on file " + name);
    }
  }

  /** What stands in an expression as one value; anything else would change what that says. */
  static String word(String value) {
    if (!WORD.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "'" + value + "' is no name or address; matching(...) takes expressions");
    }
    return value;
  }

  /**
   * {@return those that an expression chooses}
   *
   * @param expression as {@code rdmadump --exchanges -Y} takes it
   * @throws IllegalArgumentException if it is no expression; the message shows where
   */
  public Exchanges matching(String expression) {
    return and(RdmaCapture.exchangeFilter(expression), expression);
  }

  /** {@return those that an expression does not choose; as {@link #matching(String)}} */
  public Exchanges notMatching(String expression) {
    return and(RdmaCapture.exchangeFilter(expression).negate(), "!(" + expression + ")");
  }

  /** {@return those for which there were RDMA Reads or Writes} */
  public Exchanges movedByRdma() {
    return and(exchange -> !exchange.transfers().isEmpty(), "RDMA Reads or Writes");
  }

  /** {@return those of which a segment has bytes to move, by the reply's lengths} */
  public Exchanges withUsedSegments() {
    return and(Exchanges::hasUsed, "segments with bytes to move");
  }

  /** {@return those of which a segment has no bytes to move, by the reply's lengths} */
  public Exchanges withUnusedSegments() {
    return and(Exchanges::hasUnused, "segments without bytes to move");
  }

  /** Whether a segment has bytes to move, by the reply's lengths. */
  static boolean hasUsed(RpcExchange exchange) {
    return segments(exchange).anyMatch(each -> each.length() > 0);
  }

  /** Whether a segment has none. */
  static boolean hasUnused(RpcExchange exchange) {
    return segments(exchange).anyMatch(each -> each.length() == 0);
  }

  private static Stream<ChunkSegment> segments(RpcExchange exchange) {
    return Stream.of(RdmaTransfer.Kind.values())
        .flatMap(kind -> ExchangeChecks.usedSegments(exchange, kind).stream());
  }

  /** {@return how long the replies of the sessions in the capture may be} */
  public SessionLimits sessions() {
    SessionLimits sessions = new SessionLimits();
    try (Stream<RpcExchange> all = of(capture).stream()) {
      all.forEach(sessions::learn);
    }
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

  /**
   * {@return them, as they are read; sequential}
   *
   * <p>The files are closed at the end of the stream, when it is closed, or with the capture.
   */
  public Stream<RpcExchange> stream() {
    return capture.matchAllExchanges(condition);
  }

  /** {@return all of them} */
  public List<RpcExchange> toList() {
    return first(Long.MAX_VALUE);
  }

  /** {@return so many at most, from the first on} */
  List<RpcExchange> first(long most) {
    try (Stream<RpcExchange> all = stream()) {
      return all.limit(most).toList();
    }
  }

  /** {@return whether there is none} */
  boolean isEmpty() {
    return first(1).isEmpty();
  }

  /** {@return how many there are} */
  public long count() {
    try (Stream<RpcExchange> all = stream()) {
      return all.count();
    }
  }

  /**
   * {@return one of them}
   *
   * @param index from 0
   * @throws AssertionError if there are fewer; it says how many
   */
  public RpcExchange get(int index) {
    Optional<RpcExchange> found;
    try (Stream<RpcExchange> all = stream()) {
      found = all.skip(index).findFirst();
    }
    if (found.isPresent()) {
      return found.get();
    }
    long count = count();
    throw new AssertionError(
        "no exchange "
            + index
            + " of "
            + this
            + ": there "
            + (count == 1 ? "is 1" : "are " + count));
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
