package org.rdmadump.exercise.device;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Route;
import org.rdmadump.rdmacm.CmEvent;
import org.rdmadump.rdmacm.CmEventType;
import org.rdmadump.rdmacm.ConnectionParameters;
import org.rdmadump.rdmacm.EventChannel;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.RdmaException;

/** Makes connections over the RDMA devices of this machine. */
public final class DeviceConnector implements Connector, AutoCloseable {
  /** Reads that this side makes at once at most. */
  private static final int READS_MADE = 4;

  /**
   * Reads of the other side that it answers at once; another number, so that they are told apart.
   */
  private static final int READS_ANSWERED = 3;

  private static final int RETRIES = 7;

  /**
   * How long the accepting side of iWARP is given before the first message. Soft-iWARP (siw) sends
   * its reply before it reads for the queue pair: what arrives between the two lies there until
   * more arrives.
   */
  private static final int ACCEPTS_MILLIS = 100;

  private final RdmaCm cm;

  /** Whether a call of the libraries goes on that nobody waits for any more. */
  private volatile boolean abandoned;

  /** Connections by the libraries that {@code cm} stands for; it is closed with this. */
  private DeviceConnector(RdmaCm cm) {
    this.cm = cm;
  }

  /**
   * {@return the connections of this machine}
   *
   * @throws EndpointException of reason {@code NO_LIBRARY} if a library is missing
   */
  public static DeviceConnector open() throws EndpointException {
    try {
      return new DeviceConnector(RdmaCm.open());
    } catch (IOException e) {
      throw Failures.of("RDMA", e);
    }
  }

  @Override
  public Route route(String host, int port, ConnectOptions options) throws EndpointException {
    Deadline deadline = new Deadline(options.patience());
    InetSocketAddress address = address(host, port, deadline);
    try (EventChannel channel = cm.createEventChannel();
        RdmaCmId id = channel.createId(PortSpace.TCP)) {
      resolve(channel, id, host, address, deadline);
      return new Route(
          id.deviceName().orElse(""),
          Math.max(1, id.devicePort()),
          id.localAddress().map(local -> local.getAddress().getHostAddress()).orElse(""),
          address.getAddress().getHostAddress());
    } catch (IOException e) {
      throw Failures.of("connecting to " + host, e);
    } catch (InterruptedException e) {
      throw Failures.interrupted(e);
    }
  }

  @Override
  public Endpoint connect(String host, int port, ConnectOptions options) throws EndpointException {
    Deadline deadline = new Deadline(options.patience());
    InetSocketAddress address = address(host, port, deadline);
    String where = host + " port " + port;
    EventChannel channel;
    try {
      channel = cm.createEventChannel();
    } catch (IOException e) {
      throw Failures.of("connecting to " + host, e);
    }
    boolean done = false;
    try {
      RdmaCmId id = channel.createId(PortSpace.TCP);
      resolve(channel, id, host, address, deadline);
      DeviceEndpoint endpoint = new DeviceEndpoint(channel, id, options);
      request(id, address, where, options, deadline);
      try (CmEvent event = await(channel, where, deadline)) {
        if (event.type() != CmEventType.ESTABLISHED) {
          throw Failures.notConnected(where, event, id.isIwarp());
        }
        endpoint.connected(event.connection().privateData());
      }
      if (id.isIwarp()) {
        Thread.sleep(ACCEPTS_MILLIS);
      }
      done = true;
      return endpoint;
    } catch (IOException e) {
      throw Failures.of("connecting to " + where, e);
    } catch (InterruptedException e) {
      throw Failures.interrupted(e);
    } finally {
      if (!done) {
        close(channel);
      }
    }
  }

  /** Closing waits for calls that go on. */
  private void close(EventChannel channel) {
    if (abandoned) {
      Bounded.start("closing", channel::close);
    } else {
      channel.close();
    }
  }

  private void request(
      RdmaCmId id,
      InetSocketAddress address,
      String where,
      ConnectOptions options,
      Deadline deadline)
      throws EndpointException, IOException, InterruptedException {
    ConnectionParameters how =
        ConnectionParameters.DEFAULT
            .withPrivateData(options.privateData())
            .withReads(READS_ANSWERED, READS_MADE)
            .withRetries(RETRIES, RETRIES);
    try {
      if (!id.isIwarp()) {
        id.connect(how);
        return;
      }
      // Devices for iWARP may connect TCP before they return, for which TCP has time.
      abandoned = true;
      Optional<Boolean> returned =
          Bounded.call(
              deadline,
              () -> {
                id.connect(how);
                return true;
              });
      if (returned.isEmpty()) {
        throw deadline.missed(where);
      }
      abandoned = false;
    } catch (RdmaException e) {
      abandoned = false;
      throw Failures.notConnected(where, address.getAddress(), e);
    }
  }

  private static void resolve(
      EventChannel channel, RdmaCmId id, String host, InetSocketAddress address, Deadline deadline)
      throws EndpointException, IOException, InterruptedException {
    try {
      id.resolveAddress(address, deadline.leftMillis());
    } catch (RdmaException e) {
      throw Failures.noWay(host, e.errno());
    }
    expect(channel, CmEventType.ADDR_RESOLVED, host, deadline);
    try {
      id.resolveRoute(deadline.leftMillis());
    } catch (RdmaException e) {
      throw Failures.noWay(host, e.errno());
    }
    expect(channel, CmEventType.ROUTE_RESOLVED, host, deadline);
  }

  private static void expect(
      EventChannel channel, CmEventType wanted, String host, Deadline deadline)
      throws EndpointException, IOException, InterruptedException {
    try (CmEvent event = await(channel, host, deadline)) {
      if (event.type() != wanted) {
        throw Failures.noWay(host, event.status());
      }
    }
  }

  private static CmEvent await(EventChannel channel, String where, Deadline deadline)
      throws EndpointException, IOException, InterruptedException {
    Optional<CmEvent> event = channel.getEvent(deadline.leftMillis());
    if (event.isEmpty()) {
      throw deadline.missed(where);
    }
    return event.get();
  }

  private static InetSocketAddress address(String host, int port, Deadline deadline)
      throws EndpointException {
    try {
      Optional<InetAddress> address = Bounded.call(deadline, () -> InetAddress.getByName(host));
      if (address.isEmpty()) {
        throw new EndpointException(
            Reason.NO_ADDRESS, host + ": the name was not resolved in time");
      }
      return new InetSocketAddress(address.get(), port);
    } catch (UnknownHostException e) {
      throw new EndpointException(Reason.NO_ADDRESS, host + ": no such host", e);
    } catch (IOException e) {
      throw Failures.of("resolving " + host, e);
    } catch (InterruptedException e) {
      throw Failures.interrupted(e);
    }
  }

  /**
   * {@return who takes connections to a port}
   *
   * @throws EndpointException if it is in use, or there is no RDMA device
   */
  public DeviceAcceptor listen(int port) throws EndpointException {
    return DeviceAcceptor.on(cm, port);
  }

  @Override
  public void close() {
    if (abandoned) {
      Bounded.start("closing", cm::close);
    } else {
      cm.close();
    }
  }
}
