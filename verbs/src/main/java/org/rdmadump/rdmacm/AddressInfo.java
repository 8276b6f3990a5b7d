package org.rdmadump.rdmacm;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;

/** An address found by rdma_getaddrinfo(3): {@code struct rdma_addrinfo}. */
public final class AddressInfo {
  private final int flags;
  private final QueuePairType type;
  private final int space;
  private final byte[] source;
  private final byte[] destination;
  private final Optional<String> sourceName;
  private final Optional<String> destinationName;
  private final byte[] route;
  private final byte[] connectData;

  /** Creates an address with the fields of the structure, in its order. */
  AddressInfo(
      int flags,
      QueuePairType type,
      int space,
      byte[] source,
      byte[] destination,
      Optional<String> sourceName,
      Optional<String> destinationName,
      byte[] route,
      byte[] connectData) {
    this.flags = flags;
    this.type = type;
    this.space = space;
    this.source = source;
    this.destination = destination;
    this.sourceName = sourceName;
    this.destinationName = destinationName;
    this.route = route;
    this.connectData = connectData;
  }

  /** {@return flags of {@link AddressHints}} */
  public int flags() {
    return flags;
  }

  /** {@return the type of the queue pair} */
  public QueuePairType type() {
    return type;
  }

  /** {@return the number of the port space, {@link PortSpace#code}} */
  public int space() {
    return space;
  }

  /** {@return the local address to connect from or to listen on; empty if it is open or not IP} */
  public Optional<InetSocketAddress> source() {
    return SocketAddresses.decode(source);
  }

  /** {@return the local address if it is of InfiniBand} */
  public Optional<InfinibandAddress> infinibandSource() {
    return SocketAddresses.decodeInfiniband(source);
  }

  /** {@return the address to connect to; empty if it is open or not IP} */
  public Optional<InetSocketAddress> destination() {
    return SocketAddresses.decode(destination);
  }

  /** {@return the address to connect to if it is of InfiniBand} */
  public Optional<InfinibandAddress> infinibandDestination() {
    return SocketAddresses.decodeInfiniband(destination);
  }

  /** {@return the canonical name of the source, {@code ai_src_canonname}} */
  public Optional<String> sourceName() {
    return sourceName;
  }

  /** {@return the canonical name of the destination, {@code ai_dst_canonname}} */
  public Optional<String> destinationName() {
    return destinationName;
  }

  /**
   * {@return the route, {@code ai_route}: with InfiniBand {@code struct ibv_path_data[]}, otherwise
   * empty} {@link RdmaCm#createEndpoint} uses it; {@link RdmaOption.InfinibandPath} sets it on
   * another identifier.
   */
  public byte[] route() {
    return route.clone();
  }

  /**
   * {@return the private data that the transport needs to connect, {@code ai_connect}; mostly
   * empty} {@link RdmaCm#createEndpoint} has librdmacm send them, before the private data of {@link
   * RdmaCmId#connect}.
   */
  public byte[] connectData() {
    return connectData.clone();
  }

  @Override
  public String toString() {
    return type + end(" from ", source) + end(" to ", destination);
  }

  private static String end(String word, byte[] address) {
    return SocketAddresses.decode(address)
        .<SocketAddress>map(each -> each)
        .or(() -> SocketAddresses.decodeInfiniband(address))
        .map(each -> word + each)
        .orElse("");
  }
}
