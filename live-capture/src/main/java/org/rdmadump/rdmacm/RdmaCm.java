package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.channels.AsynchronousCloseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.rdmadump.natives.NativeLibrary;
import org.rdmadump.natives.NativeLibraryException;

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

  /** {@code struct cm}. */
  final long pointer;

  /** What {@link #pointer} is: calls that were given up use it longer. */
  final Shared table;

  final Wakers wakers = new Wakers();
  final ClosingFailures closing = new ClosingFailures();

  /** Identifiers by where they are. */
  private final ConcurrentMap<Long, RdmaCmId> ids = new ConcurrentHashMap<>();

  private RdmaCm(long pointer) {
    this.pointer = pointer;
    this.table = new Shared(() -> CmNatives.close(pointer));
  }

  /**
   * Loads the libraries.
   *
   * @throws RdmaLibraryException if one is not installed or too old, or this rdmadump was built
   *     without its part in C
   */
  public static RdmaCm open() throws RdmaLibraryException {
    loadOwn();
    byte[] why = new byte[256];
    long pointer =
        CmNatives.open(System.getProperty(RDMACM, ""), System.getProperty(VERBS, ""), why);
    if (pointer < 0) {
      throw LibraryProblem.of((int) -pointer, why);
    }
    return new RdmaCm(pointer);
  }

  private static void loadOwn() throws RdmaLibraryException {
    try {
      NativeLibrary.load();
      LibraryProblem.requireLayout(CmNatives.layout());
    } catch (NativeLibraryException e) {
      throw new RdmaLibraryException(String.valueOf(e.getMessage()));
    } catch (UnsatisfiedLinkError e) {
      throw LibraryProblem.builtWithoutRdmacm();
    }
  }

  /**
   * Makes a channel for asynchronous identifiers: rdma_create_event_channel(3).
   *
   * @throws RdmaException if the kernel has no rdma_ucm, or file descriptors are short
   */
  public EventChannel createEventChannel() throws RdmaException {
    enter();
    try {
      EventChannel channel =
          new EventChannel(
              this,
              RdmaException.checked(
                  "rdma_create_event_channel", CmNatives.createEventChannel(pointer)));
      own(channel);
      return channel;
    } finally {
      leave();
    }
  }

  /**
   * Makes a synchronous identifier: rdma_create_id(3) without a channel. librdmacm gives it a
   * channel of its own, which is what waits of its calls are on.
   *
   * @throws RdmaException if that failed
   */
  public RdmaCmId createId(PortSpace space) throws RdmaException {
    enter();
    try {
      long id =
          RdmaException.checked("rdma_create_id", CmNatives.createId(pointer, 0, space.code()));
      return RdmaCmId.adopt(this, this, null, id, false);
    } finally {
      leave();
    }
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
              List.of(table),
              () ->
                  CmNatives.getAddressInfo(
                      pointer,
                      node,
                      service,
                      hints.flags(),
                      hints.type().code(),
                      hints.space().code(),
                      source),
              found -> CmNatives.freeAddressInfo(pointer, found));
      ResolverError.check(node, service, list);
      AddressInfoList found =
          new AddressInfoList(this, RdmaException.checked("rdma_getaddrinfo", list));
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
      return Endpoint.create(this, addresses, attributes);
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
    enter();
    try {
      DeviceList list =
          new DeviceList(
              this, RdmaException.checked("rdma_get_devices", CmNatives.getDevices(pointer)));
      own(list);
      return list;
    } finally {
      leave();
    }
  }

  /**
   * {@return what librdmacm calls an event, such as {@code RDMA_CM_EVENT_REJECTED}: rdma_event_str}
   */
  public String eventText(CmEventType type) {
    enter();
    try {
      return CmNatives.eventText(pointer, type.code());
    } finally {
      leave();
    }
  }

  /**
   * {@return calls that were to give something back and failed, the oldest first, 100 at most: what
   * they were for is held until this process ends} Functions without a result are not among them:
   * rdma_destroy_qp, rdma_destroy_srq, rdma_destroy_ep, rdma_destroy_event_channel.
   */
  public List<RdmaException> closingFailures() {
    return closing.list();
  }

  /** {@return the identifier at a place; null if it is closed} */
  @Nullable RdmaCmId idAt(long place) {
    return ids.get(place);
  }

  void add(RdmaCmId id) {
    ids.put(id.pointer, id);
  }

  void remove(RdmaCmId id) {
    ids.remove(id.pointer, id);
  }

  @Override
  String what() {
    return "librdmacm";
  }

  @Override
  void free() {
    wakers.close();
    table.give();
  }
}
