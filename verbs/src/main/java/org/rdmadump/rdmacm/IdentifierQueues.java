package org.rdmadump.rdmacm;

import java.util.Optional;

/** Queue pair and shared receive queue of an identifier. */
final class IdentifierQueues {
  private final Identifier id;
  private final IdentifierCalls calls;
  private volatile Optional<QueuePair> pair = Optional.empty();
  private volatile Optional<SharedReceiveQueue> shared = Optional.empty();

  IdentifierQueues(Identifier id, IdentifierCalls calls) {
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
    try {
      return calls.apart(() -> createApart(wanted));
    } finally {
      id.leave();
    }
  }

  private QueuePair createApart(QueuePairAttributes wanted) throws RdmaException {
    calls.requireIdle();
    id.requireDevice();
    if (pair.isPresent()) {
      throw new IllegalStateException(id.what() + " has a queue pair");
    }
    // The queue pair takes its receives from there, and has to be closed first.
    Optional<SharedReceiveQueue> own = shared;
    own.ifPresent(Resource::enter);
    try {
      int[] numbers = QueuePairCodec.encode(wanted);
      return QueuePairCodec.using(
          wanted,
          (domain, sharedOf) -> {
            RdmaException.check(
                "rdma_create_qp",
                CmNatives.createQueuePair(
                    id.library.pointer, id.pointer, domain, sharedOf, numbers));
            return add(wanted, QueuePairCodec.decode(numbers));
          });
    } finally {
      own.ifPresent(Resource::leave);
    }
  }

  /** Adds a queue pair that the library made. */
  QueuePair add(QueuePairAttributes made, QueuePairCapabilities capabilities) {
    QueuePair added = new QueuePair(id.library, id.pointer, capabilities, this::destroyPair);
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

  private void destroyPair() {
    calls.apart(
        () -> {
          CmNatives.destroyQueuePair(id.library.pointer, id.pointer);
          pair = Optional.empty();
          return true;
        });
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
                id.library.pointer,
                id.pointer,
                domain.map(each -> each.pointer).orElse(0L),
                numbers));
        SharedReceiveQueue queue =
            new SharedReceiveQueue(id.pointer, numbers[0], numbers[1], this::destroyShared);
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

  private void destroyShared() {
    calls.control.lock();
    try {
      CmNatives.destroySharedQueue(id.library.pointer, id.pointer);
      shared = Optional.empty();
    } finally {
      calls.control.unlock();
    }
  }
}
