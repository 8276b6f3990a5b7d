package org.rdmadump.rdmacm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.QueuePairType;

/**
 * The attributes of a new queue pair: {@code struct ibv_qp_init_attr}, rdma_create_qp(3). The
 * methods {@code with...} return changed copies.
 *
 * <p>For each direction without a completion queue here, librdmacm makes one, as long as the send
 * or receive queue.
 */
public final class QueuePairAttributes {
  private QueuePairType type;
  private final QueuePairCapabilities capabilities;
  private boolean signalAll;
  private @Nullable ProtectionDomain domain;
  private @Nullable SharedReceiveQueue sharedReceiveQueue;
  private @Nullable CompletionQueue sendQueue;
  private @Nullable CompletionQueue receiveQueue;
  private @Nullable Object context;

  private QueuePairAttributes(QueuePairType type, QueuePairCapabilities capabilities) {
    this.type = type;
    this.capabilities = capabilities;
  }

  private QueuePairAttributes copy() {
    QueuePairAttributes copy = new QueuePairAttributes(type, capabilities);
    copy.signalAll = signalAll;
    copy.domain = domain;
    copy.sharedReceiveQueue = sharedReceiveQueue;
    copy.sendQueue = sendQueue;
    copy.receiveQueue = receiveQueue;
    copy.context = context;
    return copy;
  }

  /**
   * {@return attributes of a service; requests create a completion only if they ask for it}
   *
   * @param type service type
   * @param capabilities minimum capabilities
   */
  public static QueuePairAttributes of(QueuePairType type, QueuePairCapabilities capabilities) {
    return new QueuePairAttributes(type, capabilities);
  }

  /**
   * {@return attributes of a reliable connection; requests create a completion only if they ask for
   * it}
   */
  public static QueuePairAttributes reliable(QueuePairCapabilities capabilities) {
    return of(QueuePairType.RC, capabilities);
  }

  /**
   * {@return attributes of unreliable datagrams; requests create a completion only if they ask for
   * it}
   */
  public static QueuePairAttributes datagrams(QueuePairCapabilities capabilities) {
    return of(QueuePairType.UD, capabilities);
  }

  /**
   * {@return these attributes, with completions for every request, or only for requests that ask
   * for it}
   */
  public QueuePairAttributes withSignalAll(boolean all) {
    QueuePairAttributes copy = copy();
    copy.signalAll = all;
    return copy;
  }

  /** {@return these attributes with another service type} */
  QueuePairAttributes withType(QueuePairType service) {
    QueuePairAttributes copy = copy();
    copy.type = service;
    return copy;
  }

  /** {@return these attributes in a protection domain} */
  public QueuePairAttributes in(ProtectionDomain where) {
    QueuePairAttributes copy = copy();
    copy.domain = where;
    return copy;
  }

  /**
   * {@return these attributes with receives from a shared queue} {@link
   * QueuePairCapabilities#receiveRequests} still sets the length of the completion queue: the
   * number of receives that may be complete at once.
   */
  public QueuePairAttributes withSharedReceiveQueue(SharedReceiveQueue queue) {
    QueuePairAttributes copy = copy();
    copy.sharedReceiveQueue = queue;
    return copy;
  }

  /** {@return these attributes with completions of requests in a queue: {@code send_cq}} */
  public QueuePairAttributes withSendQueue(CompletionQueue queue) {
    QueuePairAttributes copy = copy();
    copy.sendQueue = queue;
    return copy;
  }

  /** {@return these attributes with completions of receives in a queue: {@code recv_cq}} */
  public QueuePairAttributes withReceiveQueue(CompletionQueue queue) {
    QueuePairAttributes copy = copy();
    copy.receiveQueue = queue;
    return copy;
  }

  /**
   * {@return these attributes with any object, for {@link QueuePair#context} and {@link
   * WorkCompletion#queuePairContext}: {@code qp_context}}
   */
  public QueuePairAttributes withContext(Object own) {
    QueuePairAttributes copy = copy();
    copy.context = own;
    return copy;
  }

  /** {@return the service type} */
  public QueuePairType type() {
    return type;
  }

  /** {@return the minimum capabilities} */
  public QueuePairCapabilities capabilities() {
    return capabilities;
  }

  /** {@return whether every request creates a completion} */
  public boolean signalAll() {
    return signalAll;
  }

  /** {@return the protection domain; empty for the identifier's own domain} */
  public Optional<ProtectionDomain> domain() {
    return Optional.ofNullable(domain);
  }

  /**
   * {@return the source of receives; if empty, the identifier's own shared queue, if it has one}
   */
  public Optional<SharedReceiveQueue> sharedReceiveQueue() {
    return Optional.ofNullable(sharedReceiveQueue);
  }

  /** {@return the completion queue of requests; empty if librdmacm makes it} */
  public Optional<CompletionQueue> sendQueue() {
    return Optional.ofNullable(sendQueue);
  }

  /** {@return the completion queue of receives; empty if librdmacm makes it} */
  public Optional<CompletionQueue> receiveQueue() {
    return Optional.ofNullable(receiveQueue);
  }

  /** {@return the context} */
  public Optional<Object> context() {
    return Optional.ofNullable(context);
  }

  @Override
  public String toString() {
    return type
        + ", "
        + capabilities
        + (signalAll ? ", a completion for every request" : "")
        + (domain == null ? "" : ", in a domain")
        + (sharedReceiveQueue == null ? "" : ", shared receives")
        + (sendQueue == null ? "" : ", completions of requests in a queue of the caller's")
        + (receiveQueue == null ? "" : ", completions of receives in a queue of the caller's");
  }
}
