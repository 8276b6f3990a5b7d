package org.rdmadump.rdmacm;

import java.util.Optional;

/** Queue pair and shared receive queue of an identifier. */
final class IdentifierQueues {
  private final RdmaCm cm;
  private final RdmaCmId id;
  private final IdentifierCalls calls;
  private volatile Optional<QueuePair> pair = Optional.empty();
  private volatile Optional<SharedReceiveQueue> shared = Optional.empty();

  IdentifierQueues(RdmaCm cm, RdmaCmId id, IdentifierCalls calls) {
    this.cm = cm;
    this.id = id;
    this.calls = calls;
  }

  Optional<QueuePair> pair() {
    return pair;
  }

  Optional<SharedReceiveQueue> shared() {
    return shared;
  }

  QueuePair create(QueuePairAttributes wanted) throws RdmaException {
    id.enter();
    calls.control.lock();
    try {
      calls.requireIdle();
      id.requireDevice();
      if (pair.isPresent()) {
        throw new IllegalStateException(id.what() + " has a queue pair");
      }
      int[] numbers = QueuePairCodec.encode(wanted);
      return QueuePairCodec.using(
          wanted,
          (domain, sharedOf) -> {
            RdmaException.check(
                "rdma_create_qp",
                CmNatives.createQueuePair(cm.pointer, id.pointer, domain, sharedOf, numbers));
            return add(wanted, QueuePairCodec.decode(numbers));
          });
    } finally {
      calls.control.unlock();
      id.leave();
    }
  }

  /** Takes note of a queue pair that the library made. */
  QueuePair add(QueuePairAttributes made, QueuePairCapabilities capabilities) {
    QueuePair added = new QueuePair(cm, id, capabilities);
    id.own(added);
    made.domain().ifPresent(domain -> belongTo(domain, added));
    made.sharedReceiveQueue().ifPresent(queue -> queue.own(added));
    shared.ifPresent(queue -> queue.own(added));
    pair = Optional.of(added);
    return added;
  }

  /** librdmacm keeps the domain of a queue pair for what is registered later. */
  private void belongTo(ProtectionDomain domain, QueuePair added) {
    domain.own(id);
    domain.own(added);
  }

  void destroyPair() {
    calls.control.lock();
    try {
      CmNatives.destroyQueuePair(cm.pointer, id.pointer);
      pair = Optional.empty();
    } finally {
      calls.control.unlock();
    }
  }

  SharedReceiveQueue createShared(int requests, int segments, Optional<ProtectionDomain> domain)
      throws RdmaException {
    domain.ifPresent(Resource::enter);
    try {
      id.enter();
      calls.control.lock();
      try {
        calls.requireIdle();
        id.requireDevice();
        if (shared.isPresent() || pair.isPresent()) {
          throw new IllegalStateException(
              id.what() + " has a shared receive queue, or a queue pair, which comes after it");
        }
        int[] numbers = {requests, segments};
        RdmaException.check(
            "rdma_create_srq",
            CmNatives.createSharedQueue(
                cm.pointer, id.pointer, domain.map(each -> each.pointer).orElse(0L), numbers));
        SharedReceiveQueue queue = new SharedReceiveQueue(id, numbers[0], numbers[1]);
        id.own(queue);
        domain.ifPresent(each -> each.own(queue));
        shared = Optional.of(queue);
        return queue;
      } finally {
        calls.control.unlock();
        id.leave();
      }
    } finally {
      domain.ifPresent(Resource::leave);
    }
  }

  void destroyShared() {
    calls.control.lock();
    try {
      CmNatives.destroySharedQueue(cm.pointer, id.pointer);
      shared = Optional.empty();
    } finally {
      calls.control.unlock();
    }
  }
}
