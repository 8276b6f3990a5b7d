package org.rdmadump.rdmacm;

import java.net.SocketAddress;
import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;

/**
 * What rdma_getaddrinfo(3) looks for: its hints. Begin with {@link #ACTIVE} or another constant.
 */
public final class AddressHints {
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

  private final int flags;
  private final QueuePairType type;
  private final PortSpace space;
  private final Optional<SocketAddress> source;

  private AddressHints(
      int flags, QueuePairType type, PortSpace space, Optional<SocketAddress> source) {
    this.flags = flags;
    this.type = type;
    this.space = space;
    this.source = source;
  }

  /** {@return flags of this class, combined by bitwise OR} */
  public int flags() {
    return flags;
  }

  /** {@return the type of the queue pair} */
  public QueuePairType type() {
    return type;
  }

  /** {@return the port space} */
  public PortSpace space() {
    return space;
  }

  /** {@return the local address to connect from; empty for any} */
  public Optional<SocketAddress> source() {
    return source;
  }

  /** {@return these hints for unreliable datagrams} */
  public AddressHints withDatagrams() {
    return new AddressHints(flags, QueuePairType.UD, PortSpace.UDP, source);
  }

  /** {@return these hints for another type of queue pair, such as XRC} */
  public AddressHints withType(QueuePairType other) {
    return new AddressHints(flags, other, space, source);
  }

  /** {@return these hints for another port space} */
  public AddressHints withSpace(PortSpace other) {
    return new AddressHints(flags, type, other, source);
  }

  /**
   * {@return these hints with additional flags}
   *
   * @throws IllegalArgumentException if a flag is not of this class
   */
  public AddressHints withFlags(int... more) {
    int all = flags;
    for (int each : more) {
      if ((each & ~KNOWN_FLAGS) != 0) {
        throw new IllegalArgumentException("flags " + each);
      }
      all |= each;
    }
    return new AddressHints(all, type, space, source);
  }

  /**
   * {@return these hints with a local address to connect from, of IP or {@link InfinibandAddress}}
   */
  public AddressHints from(SocketAddress address) {
    return new AddressHints(flags, type, space, Optional.of(address));
  }

  @Override
  public String toString() {
    return type
        + ((flags & PASSIVE) == 0 ? " to connect over " : " to listen on ")
        + space
        + source.map(address -> " from " + address).orElse("")
        + ((flags & NUMERIC_HOST) == 0 ? "" : ", numeric host")
        + ((flags & NO_ROUTE) == 0 ? "" : ", no route");
  }
}
