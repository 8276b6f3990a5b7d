package org.rdmadump.exercise.build;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Slice;
import org.rdmadump.exercise.endpoint.Traits;

/** An end of a connection in memory. */
final class FabricEndpoint implements Endpoint {
  private static final Received END =
      new Received(new byte[0], -1, OptionalInt.empty(), OptionalInt.empty());

  private final Fabric fabric;
  private final Wire connection;
  private final Wire.End wire;
  private final byte[] peerData;
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private Optional<FabricEndpoint> peer = Optional.empty();
  private final List<Memory> registered = new ArrayList<>();
  private boolean closed;

  FabricEndpoint(Fabric fabric, Wire connection, Wire.End wire, byte[] peerData) {
    this.fabric = fabric;
    this.connection = connection;
    this.wire = wire;
    this.peerData = peerData;
  }

  void meet(FabricEndpoint other) {
    peer = Optional.of(other);
  }

  @Override
  public Traits traits() {
    return fabric.traits();
  }

  @Override
  public byte[] peerData() {
    return peerData.clone();
  }

  @Override
  public String peerName() {
    return "10.0.0.1";
  }

  @Override
  public Memory register(int length) {
    Memory memory = fabric.register(length);
    registered.add(memory);
    return memory;
  }

  @Override
  public Memory registerInvalidatable(int length) {
    return register(length);
  }

  @Override
  public void send(List<Slice> slices, OptionalInt immediate, OptionalInt invalidates) {
    synchronized (fabric) {
      byte[] bytes = Fabric.gather(slices);
      wire.send(fabric.shown(bytes), immediate, invalidates);
      invalidates.ifPresent(fabric::invalidate);
      peer.orElseThrow()
          .received
          .add(new Received(fabric.arrived(bytes), 0, immediate, invalidates));
    }
  }

  @Override
  public void post(List<Slice> slices) {
    send(slices, OptionalInt.empty(), OptionalInt.empty());
  }

  @Override
  public void finish() {}

  @Override
  public void write(List<Slice> slices, Remote to, OptionalInt immediate) throws EndpointException {
    synchronized (fabric) {
      byte[] bytes = Fabric.gather(slices);
      Memory memory = fabric.find(to);
      wire.write(to.handle(), to.address(), fabric.shown(bytes), immediate);
      memory.put((int) (to.address() - memory.address()), fabric.arrived(bytes));
      if (immediate.isPresent()) {
        peer.orElseThrow()
            .received
            .add(new Received(new byte[0], bytes.length, immediate, OptionalInt.empty()));
      }
    }
  }

  @Override
  public void read(List<Slice> slices, Remote from) throws EndpointException {
    synchronized (fabric) {
      Memory memory = readable(from);
      byte[] bytes = memory.bytes((int) (from.address() - memory.address()), from.length());
      wire.read(from.handle(), from.address(), fabric.shown(bytes));
      byte[] arrived = fabric.arrived(bytes);
      int at = 0;
      for (Slice slice : slices) {
        slice.memory().put(slice.offset(), Arrays.copyOfRange(arrived, at, at + slice.length()));
        at += slice.length();
      }
    }
  }

  /** The memory that is to be read; without it, the connection is lost. */
  private Memory readable(Remote from) throws EndpointException {
    try {
      return fabric.find(from);
    } catch (EndpointException e) {
      wire.refusedRead(from.handle(), from.address(), from.length());
      received.add(END);
      peer.orElseThrow().received.add(END);
      throw e;
    }
  }

  @Override
  public Received receive(Duration patience) throws EndpointException {
    try {
      Received next = received.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (next == null) {
        throw new EndpointException(Reason.TIMED_OUT, "no answer");
      }
      if (next.written() < 0) {
        received.add(END);
        throw new EndpointException(Reason.DISCONNECTED, "the connection ended");
      }
      return next;
    } catch (InterruptedException e) {
      throw new EndpointException(Reason.INTERRUPTED, "interrupted", e);
    }
  }

  @Override
  public void close() {
    synchronized (fabric) {
      FabricEndpoint other = peer.orElseThrow();
      if (!closed && !other.closed) {
        connection.disconnect();
      }
      closed = true;
      registered.forEach(fabric::deregister);
      other.received.add(END);
    }
  }
}
