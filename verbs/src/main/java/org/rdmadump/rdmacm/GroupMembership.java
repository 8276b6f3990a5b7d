package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Joins and leaves the multicast groups of an identifier. */
final class GroupMembership {
  private final DeviceIdentifier id;
  private final PendingEvents events;

  /** The addresses of the groups that it is in, or joins. */
  private final Set<ByteBuffer> addresses = ConcurrentHashMap.newKeySet();

  /**
   * Creates the membership of an identifier.
   *
   * @param events its events, which have to be acknowledged before it leaves a group
   */
  GroupMembership(DeviceIdentifier id, PendingEvents events) {
    this.id = id;
    this.events = events;
  }

  /** Joins a group with a context; {@link RdmaCmId#joinMulticast}. */
  MulticastGroup join(InetAddress group, Optional<Object> own)
      throws IOException, InterruptedException {
    byte[] address = SocketAddresses.encode(new InetSocketAddress(group, 0));
    id.enter();
    try {
      // librdmacm finds a group by its address: it would leave one of the two, and not say which.
      if (!addresses.add(ByteBuffer.wrap(address))) {
        throw new IllegalStateException(
            id.what() + " is in the multicast group " + group.getHostAddress());
      }
      return join(group, address, own);
    } finally {
      id.leave();
    }
  }

  private MulticastGroup join(InetAddress group, byte[] address, Optional<Object> own)
      throws IOException, InterruptedException {
    // Its event may come before the call returns.
    MulticastGroup joined =
        new MulticastGroup(id.library, group, own, () -> leaveMulticast(address));
    boolean isJoined = false;
    try {
      id.calls.begin(
          "rdma_join_multicast",
          () -> CmNatives.joinMulticast(id.library.pointer, id.pointer, address, joined.number),
          CmEventType.MULTICAST_JOIN);
      id.own(joined);
      // A queue pair that is in a group cannot be destroyed.
      id.queues.pair().ifPresent(pair -> pair.own(joined));
      isJoined = true;
      return joined;
    } catch (RdmaException e) {
      // The library forgets the group only if the call itself failed.
      if (e.event().isPresent()) {
        leaveMulticast(address);
      }
      throw e;
    } catch (AsynchronousCloseException | InterruptedException e) {
      // The call goes on.
      leaveMulticast(address);
      throw e;
    } finally {
      if (!isJoined) {
        joined.forget();
        addresses.remove(ByteBuffer.wrap(address));
      }
    }
  }

  /**
   * Leaves a group without waiting: all events that the library would wait for are acknowledged
   * first.
   */
  private int leaveMulticast(byte[] address) {
    return id.calls.apart(
        () -> {
          events.acknowledgeAll();
          int result = CmNatives.leaveMulticast(id.library.pointer, id.pointer, address);
          addresses.remove(ByteBuffer.wrap(address));
          return result;
        });
  }
}
