package org.rdmadump.rdmacm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The queue pair and the shared receive queue of an identifier. */
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
    return id.use(() -> calls.apart(() -> createApart(wanted)));
  }

  private QueuePair createApart(QueuePairAttributes wanted) throws RdmaException {
    calls.requireIdle();
    id.requireDevice();
    if (pair.isPresent()) {
      throw new IllegalStateException(id.what() + " has a queue pair");
    }
    int[] numbers = QueuePairCodec.encode(wanted);
    // The queue pair takes its receives from there, and has to be closed first.
    return Resource.useIfPresent(
        shared,
        () ->
            QueuePairCodec.using(
                wanted,
                places -> {
                  RdmaException.check(
                      "rdma_create_qp",
                      CmNatives.createQueuePair(
                          id.library.pointer,
                          id.pointer,
                          places.domain(),
                          places.sharedOf(),
                          places.send(),
                          places.receive(),
                          numbers));
                  return add(wanted, QueuePairCodec.decode(numbers));
                }));
  }

  private QueuePair add(QueuePairAttributes made, QueuePairCapabilities capabilities) {
    QueuePair added = new QueuePair(id.library, id.pointer, made, capabilities, this::destroyPair);
    id.own(added);
    // librdmacm keeps the domain of a queue pair for what is registered later.
    made.domain().ifPresent(domain -> domain.own(id));
    QueuePairCodec.own(made, added);
    shared.ifPresent(queue -> queue.own(added));
    pair = Optional.of(added);
    return added;
  }

  private void destroyPair() {
    calls.apart(
        () -> {
          id.library.closing.check(
              "ibv_destroy_cq", CmNatives.destroyQueuePair(id.library.pointer, id.pointer));
          pair = Optional.empty();
          return true;
        });
  }

  /** Makes the shared receive queue, in a domain, or in the identifier's own domain if null. */
  SharedReceiveQueue createShared(int requests, int segments, @Nullable ProtectionDomain domain)
      throws RdmaException {
    return Resource.useIfPresent(
        Optional.ofNullable(domain),
        () -> id.make(() -> calls.locked(() -> createSharedLocked(requests, segments, domain))));
  }

  private SharedReceiveQueue createSharedLocked(
      int requests, int segments, @Nullable ProtectionDomain domain) throws RdmaException {
    calls.requireIdle();
    id.requireDevice();
    if (shared.isPresent() || pair.isPresent()) {
      throw new IllegalStateException(
          id.what() + " has a shared receive queue, or a queue pair, which comes after it");
    }
    int[] numbers = {requests, segments};
    long place = domain == null ? 0 : domain.pointer;
    RdmaException.check(
        "rdma_create_srq",
        CmNatives.createSharedQueue(id.library.pointer, id.pointer, place, numbers));
    SharedReceiveQueue queue =
        new SharedReceiveQueue(id.library, id.pointer, numbers[0], numbers[1], this::destroyShared);
    if (domain != null) {
      domain.own(queue);
    }
    shared = Optional.of(queue);
    return queue;
  }

  private void destroyShared() {
    calls.locked(
        () -> {
          CmNatives.destroySharedQueue(id.library.pointer, id.pointer);
          shared = Optional.empty();
          return true;
        });
  }
}
