package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Joins and leaves the multicast groups of an identifier. */
final class GroupMembership {
  private final DeviceIdentifier id;
  private final PendingEvents events;

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
    // Its event may come before the call returns.
    MulticastGroup joined =
        new MulticastGroup(id.library, group, own, () -> leaveMulticast(address));
    id.enter();
    try {
      id.calls.begin(
          "rdma_join_multicast",
          () -> CmNatives.joinMulticast(id.library.pointer, id.pointer, address, joined.number),
          CmEventType.MULTICAST_JOIN);
      id.own(joined);
      // A queue pair that is in a group cannot be destroyed.
      id.queues.pair().ifPresent(pair -> pair.own(joined));
      return joined;
    } catch (IOException | InterruptedException e) {
      // The library also remembers a group after a failed join.
      joined.forget();
      leaveMulticast(address);
      throw e;
    } finally {
      id.leave();
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
          return CmNatives.leaveMulticast(id.library.pointer, id.pointer, address);
        });
  }
}
