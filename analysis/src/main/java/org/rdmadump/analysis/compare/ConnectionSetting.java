package org.rdmadump.analysis.compare;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;

/** What is compared of connections. */
public enum ConnectionSetting {
  /** Largest Send from client to server. */
  CALL_INLINE_THRESHOLD(CompareKind.THRESHOLDS, of -> threshold(of, Direction.FORWARD)),
  /** Largest Send from server to client. */
  REPLY_INLINE_THRESHOLD(CompareKind.THRESHOLDS, of -> threshold(of, Direction.BACKWARD)),
  /** What the client's last call asked for. */
  CREDITS_ASKED(CompareKind.CREDITS, of -> asked(of.credits(Direction.FORWARD))),
  /** The most that the server granted. */
  CREDITS_GRANTED(CompareKind.CREDITS, of -> granted(of.credits(Direction.FORWARD))),
  /** What the server's last callback asked for. */
  CALLBACK_CREDITS_ASKED(CompareKind.CREDITS, of -> asked(of.credits(Direction.BACKWARD))),
  /** The most that the client granted for callbacks. */
  CALLBACK_CREDITS_GRANTED(CompareKind.CREDITS, of -> granted(of.credits(Direction.BACKWARD))),
  /** Whether the client lets replies invalidate its handles: 0 or 1. */
  CLIENT_REMOTE_INVALIDATION(CompareKind.INVALIDATION, of -> allows(of, Direction.BACKWARD)),
  /** Whether the server lets callbacks invalidate its handles: 0 or 1. */
  SERVER_REMOTE_INVALIDATION(CompareKind.INVALIDATION, of -> allows(of, Direction.FORWARD));

  private final CompareKind kind;
  private final String label = name().toLowerCase(Locale.ROOT);

  @SuppressWarnings("ImmutableEnumChecker") // No lambda here captures anything.
  private final Function<ConnectionRecord, OptionalLong> reader;

  ConnectionSetting(CompareKind kind, Function<ConnectionRecord, OptionalLong> reader) {
    this.kind = kind;
    this.reader = reader;
  }

  private static OptionalLong threshold(ConnectionRecord of, Direction direction) {
    return of.inlineThreshold(direction).stream().asLongStream().findFirst();
  }

  private static OptionalLong asked(CreditUse credits) {
    return credits.asked() > 0 ? OptionalLong.of(credits.asked()) : OptionalLong.empty();
  }

  private static OptionalLong granted(CreditUse credits) {
    return credits.isGrantSeen() ? OptionalLong.of(credits.mostGranted()) : OptionalLong.empty();
  }

  private static OptionalLong allows(ConnectionRecord of, Direction direction) {
    return of.allowsInvalidation(direction).stream().mapToLong(each -> each ? 1 : 0).findFirst();
  }

  /** {@return what it belongs to} */
  public CompareKind kind() {
    return kind;
  }

  /** {@return its name in output} */
  public String label() {
    return label;
  }

  /** {@return its unit} */
  public ValueUnit unit() {
    return kind == CompareKind.THRESHOLDS ? ValueUnit.BYTES : ValueUnit.COUNT;
  }

  /**
   * {@return the different values of some connections, ascending; of credits, which a server may
   * grant as it likes from one connection to the next, the most}
   */
  List<Long> values(List<ConnectionRecord> connections) {
    List<Long> all =
        connections.stream()
            .flatMap(each -> reader.apply(each).stream().boxed())
            .distinct()
            .sorted()
            .toList();
    boolean onlyMost = kind == CompareKind.CREDITS && all.size() > 1;
    return onlyMost ? all.subList(all.size() - 1, all.size()) : all;
  }
}
