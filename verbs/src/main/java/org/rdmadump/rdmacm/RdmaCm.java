package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.channels.AsynchronousCloseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * librdmacm and libibverbs, loaded; everything is made from it, and closed with it.
 *
 * <p>An identifier made here is synchronous: its calls return when what they ask for has happened.
 * One made by an {@link EventChannel} is asynchronous: its calls return at once, and what happens
 * is told as an event. rdma_cm(7).
 */
public final class RdmaCm extends Resource {
  /** System property: the library to use as librdmacm, a path. */
  public static final String RDMACM = "rdmadump.rdmacm";

  /** System property: the library to use as libibverbs, a path. */
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
   * @throws RdmaLibraryException if one is not installed or too old, or this rdmadump was built
   *     without its part in C
   */
  public static RdmaCm open() throws RdmaLibraryException {
    return new RdmaCm(
        CmLibrary.load(System.getProperty(RDMACM, ""), System.getProperty(VERBS, "")));
  }

  /**
   * Makes a channel for asynchronous identifiers: rdma_create_event_channel(3).
   *
   * @throws RdmaException if the kernel has no rdma_ucm, or file descriptors are short
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
   * Makes a synchronous identifier: rdma_create_id(3) without a channel. librdmacm gives it a
   * channel of its own, which is what waits of its calls are on.
   *
   * @throws RdmaException if that failed
   */
  public RdmaCmId createId(PortSpace space) throws RdmaException {
    return use(
        () -> {
          long id = CmNatives.createId(library.pointer, 0, space.code());
          return RdmaCmId.synchronous(origin, RdmaException.checked("rdma_create_id", id), false);
        });
  }

  /**
   * Finds addresses and, of the active side, routes: rdma_getaddrinfo(3). Names are looked up,
   * which may take the time that the resolver takes. Who is interrupted does not wait for its end;
   * what it finds then is freed.
   *
   * @param node host name or address, empty for any of this machine
   * @param service port number or name of a service, empty for none
   * @throws UnknownHostException if there is no such name or service
   * @throws RdmaException if that failed otherwise: ENODEV if no RDMA device leads there
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if this was closed meanwhile
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
   * Makes a synchronous identifier with everything that goes before connecting or listening:
   * rdma_create_ep(3). An active one has its address and route resolved, two seconds each at most,
   * and its queue pair made; a passive one gives its attributes to the queue pairs of its requests.
   * Who is interrupted does not wait for the end of it; what it makes then is destroyed.
   *
   * @param addresses the first of which is taken
   * @param attributes of a queue pair, whose type is that of the addresses; none is made if empty
   * @throws RdmaException if that failed
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if this, or the list, was closed meanwhile
   */
  public RdmaCmId createEndpoint(
      AddressInfoList addresses, Optional<QueuePairAttributes> attributes)
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
   * @throws RdmaException if there are none, or they may not be opened
   */
  public DeviceList getDevices() throws RdmaException {
    return make(
        () -> {
          long list = CmNatives.getDevices(library.pointer);
          return new DeviceList(library, RdmaException.checked("rdma_get_devices", list));
        });
  }

  /**
   * {@return what librdmacm calls an event, such as {@code RDMA_CM_EVENT_REJECTED}: rdma_event_str}
   */
  public String eventText(CmEventType type) {
    return use(() -> CmNatives.eventText(library.pointer, type.code()));
  }

  /**
   * {@return calls that were to give something back and failed, the oldest first, 100 at most: what
   * they were for is held until this process ends} Functions without a result are not among them:
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
