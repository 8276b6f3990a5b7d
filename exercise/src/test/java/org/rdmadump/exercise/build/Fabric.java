package org.rdmadump.exercise.build;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.rdmadump.exercise.endpoint.Acceptor;
import org.rdmadump.exercise.endpoint.Admission;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Route;
import org.rdmadump.exercise.endpoint.Slice;
import org.rdmadump.exercise.endpoint.Traits;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.iwarp.build.TcpCapture;

/** A network of two machines: every connection is in memory, every packet in a capture. */
public final class Fabric implements Connector, Acceptor {
  private static final int PATH_MTU = 1024;
  private static final long ADDRESS = 0x7f00_0000_0040L;

  /** Is shown the bytes of each Send, Write and Read, and may change them. */
  public interface Fault {
    /** Takes the bytes of the transfer with that number, from 0 on. */
    void on(byte[] bytes, long number);
  }

  private final Capture capture = new Capture();
  private final TcpCapture tcpCapture = new TcpCapture();
  private final Map<Integer, FabricMemory> memories = new HashMap<>();
  private final BlockingQueue<Request> requests = new SynchronousQueue<>();
  private final Traits traits;
  private Fault inMemory = (bytes, number) -> {};
  private Fault onTheWire = (bytes, number) -> {};
  private long moved;
  private int handles = 0x100;
  private long address = ADDRESS;
  private int connections;
  private boolean forgetful;
  private Optional<byte[]> said = Optional.empty();
  private volatile boolean closed;

  /** A request, and where its answer goes. */
  private record Request(ConnectOptions options, BlockingQueue<Answered> answer) {}

  /** An answer: the connection, or what is said in place of it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Answered(Optional<FabricEndpoint> made, byte[] refusal) {}

  private Fabric(Traits traits) {
    this.traits = traits;
  }

  /** {@return a network whose devices can do all there is} */
  public static Fabric ofAllAbilities() {
    return new Fabric(new Traits("mem0", /* iwarp= */ false, PATH_MTU, true, true, 4, 4));
  }

  /** {@return a network whose devices can do no more than Send, Read and Write} */
  public static Fabric ofFewAbilities() {
    return new Fabric(new Traits("mem0", /* iwarp= */ false, PATH_MTU, false, false, 1, 1));
  }

  /** {@return a network of iWARP: no immediate data, and one place to read into} */
  public static Fabric ofIwarp() {
    return new Fabric(new Traits("tcp0", /* iwarp= */ true, PATH_MTU, false, true, 4, 1));
  }

  /** Has memory stay open that a Send takes away. */
  public Fabric forgetful() {
    forgetful = true;
    return this;
  }

  /** Has clients be told this when their connection is made, whatever the server says. */
  public Fabric saying(byte[] privateData) {
    said = Optional.of(privateData.clone());
    return this;
  }

  /** Has bytes changed on their way into memory, though not in the capture. */
  public Fabric inMemory(Fault fault) {
    inMemory = fault;
    return this;
  }

  /** Has bytes changed in the capture, though not in memory. */
  public Fabric onTheWire(Fault fault) {
    onTheWire = fault;
    return this;
  }

  /** {@return what was on the wire so far} */
  public Capture capture() {
    return capture;
  }

  /** {@return what was on the wire so far, of iWARP} */
  public TcpCapture tcpCapture() {
    return tcpCapture;
  }

  /** Writes what was on the wire as a pcap file. */
  public Path toPcap(Path file) {
    return traits.iwarp() ? tcpCapture.toPcap(file) : capture.toPcap(file);
  }

  Traits traits() {
    return traits;
  }

  /** What the capture holds of bytes. */
  byte[] shown(byte[] bytes) {
    byte[] copy = bytes.clone();
    onTheWire.on(copy, moved);
    return copy;
  }

  /** What arrives of bytes, after they were shown. */
  byte[] arrived(byte[] bytes) {
    byte[] copy = bytes.clone();
    inMemory.on(copy, moved++);
    return copy;
  }

  synchronized Memory register(int length) {
    FabricMemory memory = new FabricMemory(ByteBuffer.allocate(length), handles++, address);
    address += (length + 0x1fffL) & -0x1000L;
    memories.put(memory.handle(), memory);
    return memory;
  }

  synchronized void invalidate(int handle) {
    if (!forgetful) {
      memories.remove(handle);
    }
  }

  synchronized void deregister(Memory memory) {
    memories.remove(memory.handle());
  }

  /** The memory that a handle stands for, which holds all of a range. */
  synchronized Memory find(Remote remote) throws EndpointException {
    FabricMemory memory = memories.get(remote.handle());
    if (memory == null
        || remote.address() < memory.address()
        || remote.address() + remote.length() > memory.address() + memory.buffer().capacity()) {
      throw new EndpointException(Reason.FAILED, "remote access error");
    }
    return memory;
  }

  static byte[] gather(List<Slice> slices) {
    int length = slices.stream().mapToInt(Slice::length).sum();
    ByteBuffer all = ByteBuffer.allocate(length);
    for (Slice slice : slices) {
      all.put(slice.memory().bytes(slice.offset(), slice.length()));
    }
    return all.array();
  }

  @Override
  public Route route(String host, int port, ConnectOptions options) {
    return new Route("mem0", 1, "10.0.0.2", "10.0.0.1");
  }

  @Override
  public Endpoint connect(String host, int port, ConnectOptions options) throws EndpointException {
    BlockingQueue<Answered> answer = new LinkedBlockingQueue<>();
    try {
      if (!requests.offer(new Request(options, answer), 10, TimeUnit.SECONDS)) {
        throw new EndpointException(Reason.UNREACHABLE, "nobody listens");
      }
      Answered answered = answer.take();
      return answered.made.orElseThrow(
          () -> new EndpointException("10.0.0.1 refused", answered.refusal));
    } catch (InterruptedException e) {
      throw new EndpointException(Reason.INTERRUPTED, "interrupted", e);
    }
  }

  @Override
  public int port() {
    return 7471;
  }

  @Override
  public Optional<Endpoint> accept(Answer answer) throws EndpointException {
    try {
      while (!closed) {
        Request request = requests.poll(20, TimeUnit.MILLISECONDS);
        if (request != null) {
          Admission admission = answer.to(request.options.privateData());
          if (admission instanceof Admission.Taken taken) {
            return Optional.of(connected(request, taken.how()));
          }
          request.answer.put(
              new Answered(
                  Optional.empty(),
                  admission instanceof Admission.Refused refused
                      ? refused.privateData()
                      : new byte[0]));
        }
      }
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new EndpointException(Reason.INTERRUPTED, "interrupted", e);
    }
  }

  private Endpoint connected(Request request, ConnectOptions taken) throws InterruptedException {
    int number = connections++;
    Wire wire =
        traits.iwarp()
            ? new IwarpWire(tcpCapture, number, port())
            : new RoceWire(capture, number, PATH_MTU, port());
    byte[] heard = said.orElse(taken.privateData());
    synchronized (this) {
      wire.connect(request.options.privateData(), heard);
    }
    FabricEndpoint client = new FabricEndpoint(this, wire, wire.client(), heard);
    FabricEndpoint server =
        new FabricEndpoint(this, wire, wire.server(), request.options.privateData());
    client.meet(server);
    server.meet(client);
    request.answer.put(new Answered(Optional.of(client), new byte[0]));
    return server;
  }

  @Override
  public void close() {
    closed = true;
  }
}
