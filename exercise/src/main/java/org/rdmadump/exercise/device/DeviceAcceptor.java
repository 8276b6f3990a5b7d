package org.rdmadump.exercise.device;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.util.Optional;
import org.rdmadump.exercise.endpoint.Acceptor;
import org.rdmadump.exercise.endpoint.Admission;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.rdmacm.CmEvent;
import org.rdmadump.rdmacm.CmEventType;
import org.rdmadump.rdmacm.ConnectionParameters;
import org.rdmadump.rdmacm.EventChannel;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.RdmaException;
import org.rdmadump.verbs.Errno;

/** Takes connections over the RDMA devices of this machine. */
public final class DeviceAcceptor implements Acceptor {
  private static final int BACKLOG = 16;
  private static final int LOOK_MILLIS = 200;
  private static final int ESTABLISH_MILLIS = 10_000;
  private static final int READS = 4;
  private static final int RETRIES = 7;

  private final RdmaCm cm;
  private final EventChannel channel;
  private final int port;
  private volatile boolean closed;

  private DeviceAcceptor(RdmaCm cm, EventChannel channel, int port) {
    this.cm = cm;
    this.channel = channel;
    this.port = port;
  }

  static DeviceAcceptor on(RdmaCm cm, int port) throws EndpointException {
    EventChannel channel;
    try {
      channel = cm.createEventChannel();
    } catch (IOException e) {
      throw Failures.of("listening", e);
    }
    try {
      RdmaCmId listener = channel.createId(PortSpace.TCP);
      listener.bindAddress(new InetSocketAddress(port));
      listener.listen(BACKLOG);
      return new DeviceAcceptor(cm, channel, listener.sourcePort());
    } catch (RdmaException e) {
      channel.close();
      if (e.error() == Errno.EADDRINUSE) {
        throw new EndpointException(Reason.FAILED, "port " + port + " is in use", e);
      }
      throw Failures.of("listening on port " + port, e);
    }
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public Optional<Endpoint> accept(Answer answer) throws EndpointException {
    try {
      while (!closed) {
        Optional<CmEvent> event = channel.getEvent(LOOK_MILLIS);
        if (event.isPresent()) {
          Optional<Endpoint> accepted = take(event.get(), answer);
          if (accepted.isPresent()) {
            return accepted;
          }
        }
      }
      return Optional.empty();
    } catch (AsynchronousCloseException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw Failures.interrupted(e);
    } catch (IOException e) {
      throw Failures.of("listening on port " + port, e);
    }
  }

  private Optional<Endpoint> take(CmEvent event, Answer answer)
      throws IOException, InterruptedException {
    RdmaCmId id;
    ConnectionParameters asked;
    try (event) {
      if (event.type() != CmEventType.CONNECT_REQUEST) {
        return Optional.empty();
      }
      id = event.id();
      asked = event.connection();
    }
    Admission admission = answer.to(asked.privateData());
    if (admission instanceof Admission.Taken taken) {
      return accept(id, asked, taken.how());
    }
    if (admission instanceof Admission.Refused refused) {
      reject(id, refused.privateData());
    }
    return Optional.empty();
  }

  private static void reject(RdmaCmId id, byte[] privateData)
      throws IOException, InterruptedException {
    try (id) {
      id.reject(privateData);
    } catch (RdmaException e) {
      // It went away meanwhile.
    }
  }

  private Optional<Endpoint> accept(RdmaCmId id, ConnectionParameters asked, ConnectOptions options)
      throws IOException, InterruptedException {
    EventChannel own;
    try {
      own = cm.createEventChannel();
    } catch (IOException e) {
      // No file descriptor is left for this client: others may still come.
      id.close();
      return Optional.empty();
    }
    boolean done = false;
    try {
      id.migrate(own);
      DeviceEndpoint endpoint = new DeviceEndpoint(own, id, options);
      // What the event says is this side's already (rdma_get_cm_event(3)): reads that it is asked
      // to
      // answer, and reads that it may make.
      id.accept(
          ConnectionParameters.DEFAULT
              .withPrivateData(options.privateData())
              .withReads(
                  Math.min(READS, asked.responderResources()),
                  Math.min(READS, asked.initiatorDepth()))
              .withRetries(RETRIES, RETRIES));
      Optional<CmEvent> event = own.getEvent(ESTABLISH_MILLIS);
      if (event.isPresent()) {
        try (CmEvent happened = event.get()) {
          done = happened.type() == CmEventType.ESTABLISHED;
        }
      }
      if (!done) {
        return Optional.empty();
      }
      endpoint.connected(asked.privateData());
      return Optional.of(endpoint);
    } catch (RdmaException | OutOfMemoryError e) {
      // The client went away meanwhile, or there is no room: others may still come.
      return Optional.empty();
    } finally {
      if (!done) {
        id.close();
        own.close();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    channel.close();
  }
}
