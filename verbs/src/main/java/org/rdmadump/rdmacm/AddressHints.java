package org.rdmadump.rdmacm;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;

/**
 * What rdma_getaddrinfo(3) looks for: its hints.
 *
 * @param flags flags of this class, combined by bitwise OR; other bits throw {@link
 *     IllegalArgumentException}
 * @param type type of the queue pair
 * @param space port space
 * @param source local address to connect from; empty for any
 */
public record AddressHints(
    int flags, QueuePairType type, PortSpace space, Optional<InetSocketAddress> source) {
  /** {@code RAI_PASSIVE}: addresses to listen on. */
  public static final int PASSIVE = 1;

  /** {@code RAI_NUMERICHOST}: the node is a numeric address; no name is looked up. */
  public static final int NUMERIC_HOST = 2;

  /** {@code RAI_NOROUTE}: no routes are resolved. */
  public static final int NO_ROUTE = 4;

  /** Hints to connect with reliable connections. */
  public static final AddressHints ACTIVE =
      new AddressHints(0, QueuePairType.RC, PortSpace.TCP, Optional.empty());

  /** Hints to listen for reliable connections. */
  public static final AddressHints LISTENING =
      new AddressHints(PASSIVE, QueuePairType.RC, PortSpace.TCP, Optional.empty());

  private static final int KNOWN_FLAGS = PASSIVE | NUMERIC_HOST | NO_ROUTE;

  /** Checks the flags. */
  public AddressHints {
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw new IllegalArgumentException("flags " + flags);
    }
  }

  /** {@return these hints for unreliable datagrams} */
  public AddressHints withDatagrams() {
    return new AddressHints(flags, QueuePairType.UD, PortSpace.UDP, source);
  }

  /** {@return these hints for another type of queue pair, such as XRC} */
  public AddressHints withType(QueuePairType other) {
    return new AddressHints(flags, other, space, source);
  }

  /** {@return these hints with additional flags} */
  public AddressHints withFlags(int more) {
    return new AddressHints(flags | more, type, space, source);
  }

  /** {@return these hints with a local address to connect from} */
  public AddressHints from(InetSocketAddress address) {
    return new AddressHints(flags, type, space, Optional.of(address));
  }
}
