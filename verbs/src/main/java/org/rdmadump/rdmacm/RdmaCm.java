package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.channels.AsynchronousCloseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The loaded libraries librdmacm and libibverbs. Every other object is made from it, and closed
 * with it.
 *
 * <p>{@link #createId} makes a synchronous identifier: its calls return when the requested
 * operation has ended. An {@link EventChannel} makes asynchronous identifiers: their calls return
 * at once, and an event reports the end of the operation. See rdma_cm(7).
 */
public final class RdmaCm extends Resource {
  /** System property: path of the library used as librdmacm. */
  public static final String RDMACM = "rdmadump.rdmacm";

  /** System property: path of the library used as libibverbs. */
  public static final String VERBS = "rdmadump.verbs";

  private final CmLibrary library;
  private final RdmaCmId.Origin origin;

  private RdmaCm(long pointer) {
    super("librdmacm");
    this.library = new CmLibrary(pointer, this);
    this.origin = new RdmaCmId.Origin(library, new ConcurrentHashMap<>());
  }

  /**
   * Loads the libraries.
   *
   * @throws RdmaLibraryException if a library is not installed or too old, or this rdmadump was
   *     built without its part in C
   */
  public static RdmaCm open() throws RdmaLibraryException {
    return new RdmaCm(
        CmLibrary.load(System.getProperty(RDMACM, ""), System.getProperty(VERBS, "")));
  }

  /**
   * Makes a channel for asynchronous identifiers: rdma_create_event_channel(3).
   *
   * @throws RdmaException if the kernel module rdma_ucm is missing, or no file descriptor is free
   */
  public EventChannel createEventChannel() throws RdmaException {
    return make(
        () -> {
          long channel = CmNatives.createEventChannel(library.pointer);
          return new EventChannel(
              origin, RdmaException.checked("rdma_create_event_channel", channel));
        });
  }

  /**
   * Makes a synchronous identifier: rdma_create_id(3) without a channel. librdmacm gives it its own
   * channel, on which its calls wait.
   *
   * @param space port space
   * @throws RdmaException if the call fails
   */
  public RdmaCmId createId(PortSpace space) throws RdmaException {
    return create(space, Optional.empty());
  }

  /**
   * Makes a synchronous identifier as above.
   *
   * @param space port space
   * @param context any object, for {@link RdmaCmId#context}
   * @throws RdmaException if the call fails
   */
  public RdmaCmId createId(PortSpace space, Object context) throws RdmaException {
    return create(space, Optional.of(context));
  }

  private RdmaCmId create(PortSpace space, Optional<Object> context) throws RdmaException {
    return use(
        () -> {
          long id = CmNatives.createId(library.pointer, 0, space.code());
          return RdmaCmId.synchronous(
              origin, RdmaException.checked("rdma_create_id", id), false, context);
        });
  }

  /**
   * Finds addresses, and routes for connecting: rdma_getaddrinfo(3). It looks up names, so it may
   * take as long as the resolver. An interrupted caller does not wait for the resolver; a late
   * result is freed.
   *
   * @param node host name or address; empty for any local address
   * @param service port number or service name; empty for none
   * @param hints what to look for
   * @throws UnknownHostException if the name or service is unknown
   * @throws RdmaException if the call fails otherwise: ENODEV if no RDMA device leads to the
   *     address
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if this object is closed during the call
   */
  public AddressInfoList getAddressInfo(String node, String service, AddressHints hints)
      throws IOException, InterruptedException {
    byte[] source = hints.source().map(SocketAddresses::encode).orElseGet(() -> new byte[0]);
    enter();
    try {
      long list =
          DetachedCall.await(
              "rdma_getaddrinfo",
              List.of(this),
              List.of(library.table),
              () ->
                  CmNatives.getAddressInfo(
                      library.pointer,
                      node,
                      service,
                      hints.flags(),
                      hints.type().code(),
                      hints.space().code(),
                      source),
              found -> CmNatives.freeAddressInfo(library.pointer, found));
      ResolverError.check(node, service, list);
      AddressInfoList found =
          new AddressInfoList(library, RdmaException.checked("rdma_getaddrinfo", list));
      own(found);
      return found;
    } finally {
      leave();
    }
  }

  /**
   * Makes a synchronous identifier ready to connect or to listen: rdma_create_ep(3). To connect, it
   * resolves address and route, with at most two seconds for each, and makes the queue pair. To
   * listen, it keeps the attributes for the queue pairs of its requests. An interrupted caller does
   * not wait; a late result is destroyed.
   *
   * @param addresses addresses, of which the first is used
   * @param attributes attributes of the queue pair, except its type, which comes from the address
   * @throws RdmaException if the call fails
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if this object or the list is closed during the call
   */
  public RdmaCmId createEndpoint(AddressInfoList addresses, QueuePairAttributes attributes)
      throws IOException, InterruptedException {
    return endpoint(addresses, Optional.of(attributes));
  }

  /**
   * Makes a synchronous identifier as above, without a queue pair.
   *
   * @param addresses addresses, of which the first is used
   * @throws RdmaException if the call fails
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if this object or the list is closed during the call
   */
  public RdmaCmId createEndpoint(AddressInfoList addresses)
      throws IOException, InterruptedException {
    return endpoint(addresses, Optional.empty());
  }

  private RdmaCmId endpoint(AddressInfoList addresses, Optional<QueuePairAttributes> attributes)
      throws IOException, InterruptedException {
    enter();
    try {
      return EndpointFactory.create(origin, addresses, attributes);
    } finally {
      leave();
    }
  }

  /**
   * Opens all RDMA devices: rdma_get_devices(3).
   *
   * @throws RdmaException if there are no devices, or permission to open them is missing
   */
  public DeviceList getDevices() throws RdmaException {
    return make(
        () -> {
          long list = CmNatives.getDevices(library.pointer);
          return new DeviceList(library, RdmaException.checked("rdma_get_devices", list));
        });
  }

  /**
   * {@return librdmacm's name of an event type, such as {@code RDMA_CM_EVENT_REJECTED}:
   * rdma_event_str}
   */
  public String eventText(CmEventType type) {
    return use(() -> CmNatives.eventText(library.pointer, type.code()));
  }

  /**
   * {@return the calls that failed to free an object, oldest first, at most 100} Their objects stay
   * allocated until this process ends. Functions without a result cannot be listed:
   * rdma_destroy_qp, rdma_destroy_srq, rdma_destroy_ep, rdma_destroy_event_channel.
   */
  public List<RdmaException> closingFailures() {
    return library.closing.list();
  }

  @Override
  void free() {
    library.close();
  }
}
