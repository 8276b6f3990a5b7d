package org.rdmadump.exercise.device;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
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
  private static final int READS = 4;
  private static final int RETRIES = 7;

  private final RdmaCm cm;

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
    InetSocketAddress address = address(host, port);
    try (EventChannel channel = cm.createEventChannel();
        RdmaCmId id = channel.createId(PortSpace.TCP)) {
      resolve(channel, id, host, address, options.patience());
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
    InetSocketAddress address = address(host, port);
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
      resolve(channel, id, host, address, options.patience());
      DeviceEndpoint endpoint = new DeviceEndpoint(channel, id, options);
      request(id, where, options);
      try (CmEvent event = await(channel, where, options.patience())) {
        if (event.type() != CmEventType.ESTABLISHED) {
          throw Failures.notConnected(
              where, event, DeviceFacts.of(id.deviceName().orElse("")).iwarp());
        }
        endpoint.connected(event.connection().privateData());
      }
      done = true;
      return endpoint;
    } catch (IOException e) {
      throw Failures.of("connecting to " + where, e);
    } catch (InterruptedException e) {
      throw Failures.interrupted(e);
    } finally {
      if (!done) {
        channel.close();
      }
    }
  }

  private static void request(RdmaCmId id, String where, ConnectOptions options)
      throws EndpointException, IOException, InterruptedException {
    try {
      id.connect(
          ConnectionParameters.DEFAULT
              .withPrivateData(options.privateData())
              .withReads(READS, READS)
              .withRetries(RETRIES, RETRIES));
    } catch (RdmaException e) {
      // Devices for iWARP may connect TCP before they return.
      throw Failures.notConnected(where, e);
    }
  }

  private static void resolve(
      EventChannel channel, RdmaCmId id, String host, InetSocketAddress address, Duration patience)
      throws EndpointException, IOException, InterruptedException {
    int millis = (int) Math.min(Integer.MAX_VALUE, patience.toMillis());
    try {
      id.resolveAddress(address, millis);
    } catch (RdmaException e) {
      throw Failures.noWay(host, e.errno());
    }
    expect(channel, CmEventType.ADDR_RESOLVED, host, patience);
    try {
      id.resolveRoute(millis);
    } catch (RdmaException e) {
      throw Failures.noWay(host, e.errno());
    }
    expect(channel, CmEventType.ROUTE_RESOLVED, host, patience);
  }

  private static void expect(
      EventChannel channel, CmEventType wanted, String host, Duration patience)
      throws EndpointException, IOException, InterruptedException {
    try (CmEvent event = await(channel, host, patience)) {
      if (event.type() != wanted) {
        throw Failures.noWay(host, event.status());
      }
    }
  }

  private static CmEvent await(EventChannel channel, String where, Duration patience)
      throws EndpointException, IOException, InterruptedException {
    int millis = (int) Math.min(Integer.MAX_VALUE, patience.toMillis());
    Optional<CmEvent> event = channel.getEvent(millis);
    if (event.isEmpty()) {
      throw new EndpointException(Reason.TIMED_OUT, where + " did not answer in " + millis + " ms");
    }
    return event.get();
  }

  private static InetSocketAddress address(String host, int port) throws EndpointException {
    try {
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new EndpointException(Reason.NO_ADDRESS, host + ": no such host", e);
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
    cm.close();
  }
}
