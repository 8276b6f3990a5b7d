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
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A set of exchanges of a capture. Each condition makes a new, smaller set.
 *
 * <p>Every query of a set reads the capture from its beginning, independently of other readers, so
 * queries can be nested. A pipe or a live source can be read once, and answers one query.
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

  /** What to say if there are none, behind that. */
  private final String hint;

  private Exchanges(
      RdmaCapture capture, Predicate<RpcExchange> condition, String description, String hint) {
    this.capture = capture;
    this.condition = condition;
    this.description = description;
    this.hint = hint;
  }

  /** {@return all exchanges of a capture} */
  public static Exchanges of(RdmaCapture capture) {
    return new Exchanges(capture, exchange -> true, "", "");
  }

  /**
   * {@return the exchanges with an operation of a compound, or a procedure of any program}
   *
   * @param name such as {@code WRITE}, {@code GETACL}, {@code COMPOUND}
   * @throws IllegalArgumentException if no program has such an operation; the message suggests
   *     names
   */
  public Exchanges operation(String name) {
    return and(ProgramNames.operation(name), "operation " + name);
  }

  /**
   * {@return the exchanges whose {@link RpcExchange#status()} is this one} That of a compound is
   * one status, whatever those of its operations.
   *
   * @param name such as {@code NFS4_OK}, {@code NFS3ERR_ACCES}, {@code GARBAGE_ARGS}, {@code
   *     ERR_CHUNK}
   * @throws IllegalArgumentException if no program has such a status, and neither RPC nor
   *     RPC-over-RDMA has; the message suggests names
   */
  public Exchanges status(String name) {
    return and(ProgramNames.status(name), "status " + name);
  }

  /**
   * {@return the exchanges with a server} That is the end of the connection that serves NFS: also
   * of its own calls to the client (callbacks), and of replies whose call was not captured.
   *
   * @param address of the server
   * @throws IllegalArgumentException if it is not an IP address
   */
  public Exchanges server(String address) {
    Predicate<RpcMessage> fromIt = RdmaCapture.filter("src == " + word(address));
    Predicate<RpcMessage> toIt = RdmaCapture.filter("dst == " + word(address));
    return and(
        exchange ->
            exchange
                .call()
                .or(exchange::reply)
                .filter(any -> (any.direction() == Direction.FORWARD ? toIt : fromIt).test(any))
                .isPresent(),
        "server " + address);
  }

  /**
   * {@return the exchanges about a file} Names come from the whole capture, so exchanges before the
   * first message with the name are included. Exchanges about another file that gets the same
   * handle later are left out. If no file has the name, assertions that fail on the empty set name
   * those that the capture has, the nearest ones first.
   *
   * <p>This call reads the capture, so a source that can be read once has no more exchanges
   * afterwards.
   *
   * @param name of a file, such as {@code data}; or the end of its path, {@code dir/data}; or all
   *     of it, {@code /export/dir/data}
   */
  public Exchanges onFile(String name) {
    try (Stream<RpcExchange> all = of(capture).stream()) {
      FileHistory history = FileHistory.of(fileName(name), all);
      return and(history, "file " + name, hint + history.others());
    }
  }

  /** A name of a file; an empty one, as of a property that is not set, is no end of a path. */
  static String fileName(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name of the file is empty");
    }
    return name;
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
   * {@return the exchanges that match an expression}
   *
   * @param expression as {@code rdmadump --exchanges -Y} takes it
   * @throws IllegalArgumentException if the expression is invalid; the message shows where
   * @throws IllegalStateException if it asks for fields {@code connection.*}, and the capture can
   *     be read only once; or for what is in data that RDMA moves, and the capture keeps no bytes
   */
  public Exchanges matching(String expression) {
    return and(condition(expression), expression);
  }

  /** {@return an expression as a condition of exchanges of the capture} */
  Predicate<RpcExchange> condition(String expression) {
    return capture.exchangeCondition(expression);
  }

  /** {@return the exchanges that do not match an expression; as {@link #matching(String)}} */
  public Exchanges notMatching(String expression) {
    return and(condition(expression).negate(), "!(" + expression + ")");
  }

  /** {@return the exchanges with RDMA Reads or Writes} */
  public Exchanges movedByRdma() {
    return and(exchange -> !exchange.transfers().isEmpty(), "RDMA Reads or Writes");
  }

  /** {@return the exchanges with a segment that has bytes to move, by the lengths in the reply} */
  public Exchanges withUsedSegments() {
    return and(Exchanges::hasUsed, "segments with bytes to move");
  }

  /**
   * {@return the exchanges with a segment that has no bytes to move, by the lengths in the reply}
   */
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

  /** {@return the sessions of the capture, with the maximum length of their replies} */
  public SessionLimits sessions() {
    SessionLimits sessions = new SessionLimits();
    try (Stream<RpcExchange> all = of(capture).stream()) {
      all.forEach(sessions::learn);
    }
    return sessions;
  }

  /** {@return the exchanges for which a condition holds} */
  public Exchanges matching(Predicate<? super RpcExchange> wanted) {
    return and(wanted::test, "a condition of the test");
  }

  private Exchanges and(Predicate<RpcExchange> other, String described) {
    return and(other, described, hint);
  }

  private Exchanges and(Predicate<RpcExchange> other, String described, String hinted) {
    return new Exchanges(
        capture,
        condition.and(other),
        description.isEmpty() ? described : description + " && " + described,
        hinted);
  }

  /** {@return what to say behind it if the set is empty; begins with a semicolon if anything} */
  String hint() {
    return hint;
  }

  /**
   * {@return the exchanges as they are read; sequential}
   *
   * <p>The files are closed at the end of the stream, when it is closed, or with the capture.
   */
  public Stream<RpcExchange> stream() {
    return capture.matchAllExchanges(condition);
  }

  /** {@return all exchanges of the set} */
  public List<RpcExchange> toList() {
    return first(Long.MAX_VALUE);
  }

  /** {@return the first exchanges, at most that many} */
  List<RpcExchange> first(long most) {
    try (Stream<RpcExchange> all = stream()) {
      return all.limit(most).toList();
    }
  }

  /** {@return whether the set is empty} */
  boolean isEmpty() {
    return first(1).isEmpty();
  }

  /** {@return the number of exchanges} */
  public long count() {
    try (Stream<RpcExchange> all = stream()) {
      return all.count();
    }
  }

  /**
   * {@return one exchange}
   *
   * @param index from 0
   * @throws AssertionError if there are fewer; the message has their number
   * @throws IndexOutOfBoundsException if the index is below 0
   */
  public RpcExchange get(int index) {
    if (index < 0) {
      throw new IndexOutOfBoundsException("exchange " + index + ": the first is 0");
    }
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
            + (count == 1 ? "is 1" : "are " + count)
            + (count == 0 ? hint : ""));
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
