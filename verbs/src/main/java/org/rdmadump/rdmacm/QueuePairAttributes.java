package org.rdmadump.rdmacm;

import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;

/**
 * What queue pair to make: {@code struct ibv_qp_init_attr}, rdma_create_qp(3). Completion queues
 * are made by librdmacm, one for each direction, as long as the queues.
 *
 * @param type its service
 * @param capabilities how much it must hold at least
 * @param signalAll whether all requests leave a completion
 * @param domain where its memory is; the identifier's own if empty
 * @param sharedReceiveQueue where its receives come from; the identifier's own if empty, if it has
 *     one
 */
public record QueuePairAttributes(
    QueuePairType type,
    QueuePairCapabilities capabilities,
    boolean signalAll,
    Optional<ProtectionDomain> domain,
    Optional<SharedReceiveQueue> sharedReceiveQueue) {
  /**
   * {@return a reliable connection, each request of which leaves a completion if it asks for that}
   */
  public static QueuePairAttributes reliable(QueuePairCapabilities capabilities) {
    return new QueuePairAttributes(
        QueuePairType.RC, capabilities, false, Optional.empty(), Optional.empty());
  }

  /** {@return unreliable datagrams} */
  public static QueuePairAttributes datagrams(QueuePairCapabilities capabilities) {
    return new QueuePairAttributes(
        QueuePairType.UD, capabilities, false, Optional.empty(), Optional.empty());
  }

  /** {@return the same, with a completion for every request, or only for those that ask} */
  public QueuePairAttributes withSignalAll(boolean all) {
    return new QueuePairAttributes(type, capabilities, all, domain, sharedReceiveQueue);
  }

  /** {@return the same of another service} */
  QueuePairAttributes of(QueuePairType service) {
    return new QueuePairAttributes(service, capabilities, signalAll, domain, sharedReceiveQueue);
  }

  /** {@return the same in a domain} */
  public QueuePairAttributes in(ProtectionDomain where) {
    return new QueuePairAttributes(
        type, capabilities, signalAll, Optional.of(where), sharedReceiveQueue);
  }

  /**
   * {@return the same with receives from a shared queue} {@link
   * QueuePairCapabilities#receiveRequests} is the length of the completion queue all the same: as
   * many receives as may be complete at once.
   */
  public QueuePairAttributes withSharedReceiveQueue(SharedReceiveQueue queue) {
    return new QueuePairAttributes(type, capabilities, signalAll, domain, Optional.of(queue));
  }
}
