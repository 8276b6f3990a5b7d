package org.rdmadump.rdmacm;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * Encodes and decodes {@code struct sockaddr_in}, {@code struct sockaddr_in6} and {@code struct
 * sockaddr_ib}: ip(7), ipv6(7), infiniband/ib.h.
 */
final class SocketAddresses {
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int AF_IB = 27;
  private static final int PORT = 2;
  private static final int ADDRESS4 = 4;
  private static final int LENGTH4 = 16;
  private static final int LENGTH6 = 28;
  private static final int LENGTH_IB = 48;

  /** Length of the longest structure. */
  static final int MOST = LENGTH_IB;

  private static final int ADDRESS6 = 8;
  private static final int SCOPE = 24;

  private SocketAddresses() {}

  /**
   * {@return the bytes of an address}
   *
   * @throws IllegalArgumentException if its name was not resolved, or it is neither of IP nor of
   *     InfiniBand
   */
  static byte[] encode(SocketAddress address) {
    if (address instanceof InetSocketAddress inet) {
      return encode(inet);
    }
    if (address instanceof InfinibandAddress infiniband) {
      return encode(infiniband);
    }
    throw new IllegalArgumentException("neither of IP nor of InfiniBand: " + address);
  }

  private static byte[] encode(InfinibandAddress address) {
    return ByteBuffer.allocate(LENGTH_IB)
        .order(ByteOrder.nativeOrder())
        .putShort((short) AF_IB)
        .order(ByteOrder.BIG_ENDIAN)
        .putShort((short) address.partitionKey())
        .putInt(address.flowInformation())
        .put(address.gid())
        .putLong(address.serviceId())
        .putLong(address.serviceMask())
        .order(ByteOrder.nativeOrder())
        .putLong(address.scope())
        .array();
  }

  private static byte[] encode(InetSocketAddress address) {
    InetAddress host = address.getAddress();
    if (host == null) {
      throw new IllegalArgumentException("unknown host " + address.getHostString());
    }
    boolean is4 = host instanceof Inet4Address;
    ByteBuffer bytes =
        ByteBuffer.allocate(is4 ? LENGTH4 : LENGTH6)
            .order(ByteOrder.nativeOrder())
            .putShort((short) (is4 ? AF_INET : AF_INET6));
    int port = address.getPort();
    bytes.put(PORT, (byte) (port >> 8)).put(PORT + 1, (byte) port);
    bytes.position(is4 ? ADDRESS4 : ADDRESS6).put(host.getAddress());
    if (host instanceof Inet6Address six) {
      bytes.putInt(SCOPE, six.getScopeId());
    }
    return bytes.array();
  }

  /** {@return the address; empty if it is not IP} */
  static Optional<InetSocketAddress> decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int family = bytes.length < Short.BYTES ? 0 : in.getShort(0);
    try {
      if (family == AF_INET && bytes.length >= LENGTH4) {
        byte[] host = Arrays.copyOfRange(bytes, ADDRESS4, ADDRESS4 + 4);
        return Optional.of(new InetSocketAddress(InetAddress.getByAddress(host), port(bytes)));
      }
      if (family == AF_INET6 && bytes.length >= LENGTH6) {
        byte[] host = Arrays.copyOfRange(bytes, ADDRESS6, ADDRESS6 + 16);
        int scope = in.getInt(SCOPE);
        InetAddress address =
            scope == 0
                ? InetAddress.getByAddress(host)
                : Inet6Address.getByAddress(null, host, scope);
        return Optional.of(new InetSocketAddress(address, port(bytes)));
      }
      return Optional.empty();
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@return the address; empty if it is not of InfiniBand} */
  static Optional<InfinibandAddress> decodeInfiniband(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    if (bytes.length < LENGTH_IB || in.getShort() != AF_IB) {
      return Optional.empty();
    }
    byte[] gid = new byte[16];
    in.order(ByteOrder.BIG_ENDIAN);
    int key = Short.toUnsignedInt(in.getShort());
    int flow = in.getInt();
    in.get(gid);
    long service = in.getLong();
    long mask = in.getLong();
    return Optional.of(
        new InfinibandAddress(
            gid, key, flow, service, mask, in.order(ByteOrder.nativeOrder()).getLong()));
  }

  private static int port(byte[] bytes) {
    return Byte.toUnsignedInt(bytes[PORT]) << 8 | Byte.toUnsignedInt(bytes[PORT + 1]);
  }
}
