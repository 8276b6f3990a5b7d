package org.rdmadump.rdmacm;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;

/**
 * What addresses are looked for: the hints of rdma_getaddrinfo(3).
 *
 * @param flags of this class, added up
 * @param type of queue pair
 * @param space of ports
 * @param source where to connect from; any if empty
 */
public record AddressHints(
    int flags, QueuePairType type, PortSpace space, Optional<InetSocketAddress> source) {
  /** {@code RAI_PASSIVE}: to listen on. */
  public static final int PASSIVE = 1;

  /** {@code RAI_NUMERICHOST}: the node is an address, no name is looked up. */
  public static final int NUMERIC_HOST = 2;

  /** {@code RAI_NOROUTE}: without routes. */
  public static final int NO_ROUTE = 4;

  /** Reliable connections, to connect. */
  public static final AddressHints ACTIVE =
      new AddressHints(0, QueuePairType.RC, PortSpace.TCP, Optional.empty());

  /** Reliable connections, to listen. */
  public static final AddressHints LISTENING =
      new AddressHints(PASSIVE, QueuePairType.RC, PortSpace.TCP, Optional.empty());

  private static final int KNOWN_FLAGS = PASSIVE | NUMERIC_HOST | NO_ROUTE;

  /** Checks the flags. */
  public AddressHints {
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw new IllegalArgumentException("flags " + flags);
    }
  }

  /** {@return the same for unreliable datagrams} */
  public AddressHints withDatagrams() {
    return new AddressHints(flags, QueuePairType.UD, PortSpace.UDP, source);
  }

  /** {@return the same with more flags} */
  public AddressHints withFlags(int more) {
    return new AddressHints(flags | more, type, space, source);
  }

  /** {@return the same from an address} */
  public AddressHints from(InetSocketAddress address) {
    return new AddressHints(flags, type, space, Optional.of(address));
  }
}
