package org.rdmadump.rdmacm;

import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;

/**
 * The attributes of a new queue pair: {@code struct ibv_qp_init_attr}, rdma_create_qp(3). librdmacm
 * makes one completion queue for each direction, as long as the send or receive queue.
 *
 * @param type service type
 * @param capabilities minimum capabilities
 * @param signalAll whether every request creates a completion
 * @param domain protection domain; empty for the identifier's own domain
 * @param sharedReceiveQueue source of receives; if empty, the identifier's own shared queue, if it
 *     has one
 */
public record QueuePairAttributes(
    QueuePairType type,
    QueuePairCapabilities capabilities,
    boolean signalAll,
    Optional<ProtectionDomain> domain,
    Optional<SharedReceiveQueue> sharedReceiveQueue) {
  /**
   * {@return attributes of a reliable connection; requests create a completion only if they ask for
   * it}
   */
  public static QueuePairAttributes reliable(QueuePairCapabilities capabilities) {
    return new QueuePairAttributes(
        QueuePairType.RC, capabilities, false, Optional.empty(), Optional.empty());
  }

  /**
   * {@return attributes of unreliable datagrams; requests create a completion only if they ask for
   * it}
   */
  public static QueuePairAttributes datagrams(QueuePairCapabilities capabilities) {
    return new QueuePairAttributes(
        QueuePairType.UD, capabilities, false, Optional.empty(), Optional.empty());
  }

  /**
   * {@return these attributes, with completions for every request, or only for requests that ask
   * for it}
   */
  public QueuePairAttributes withSignalAll(boolean all) {
    return new QueuePairAttributes(type, capabilities, all, domain, sharedReceiveQueue);
  }

  /** {@return these attributes with another service type} */
  QueuePairAttributes of(QueuePairType service) {
    return new QueuePairAttributes(service, capabilities, signalAll, domain, sharedReceiveQueue);
  }

  /** {@return these attributes in a protection domain} */
  public QueuePairAttributes in(ProtectionDomain where) {
    return new QueuePairAttributes(
        type, capabilities, signalAll, Optional.of(where), sharedReceiveQueue);
  }

  /**
   * {@return these attributes with receives from a shared queue} {@link
   * QueuePairCapabilities#receiveRequests} still sets the length of the completion queue: the
   * number of receives that may be complete at once.
   */
  public QueuePairAttributes withSharedReceiveQueue(SharedReceiveQueue queue) {
    return new QueuePairAttributes(type, capabilities, signalAll, domain, Optional.of(queue));
  }
}
