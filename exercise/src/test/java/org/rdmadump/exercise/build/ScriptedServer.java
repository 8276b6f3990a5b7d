package org.rdmadump.exercise.build;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Route;
import org.rdmadump.exercise.endpoint.Slice;
import org.rdmadump.exercise.endpoint.Traits;

/** A server in memory that answers Sends as a script says, and is written to by nobody else. */
public final class ScriptedServer implements Connector {
  /** What a server does with a message. */
  public interface Script {
    /**
     * {@return the messages that answer one}
     *
     * @throws EndpointException if the connection ends instead
     */
    List<byte[]> answer(byte[] message) throws EndpointException;
  }

  /** In place of a message: nothing comes as long as it is waited for that once. */
  public static final byte[] SILENCE = {};

  private final List<String> order = new ArrayList<>();
  private final Script script;
  private final byte[] privateData;
  private Optional<EndpointException> refusal = Optional.empty();
  private byte[] said = new byte[0];

  /** A server that says {@code privateData} of itself when it accepts. */
  public ScriptedServer(byte[] privateData, Script script) {
    this.script = script;
    this.privateData = privateData.clone();
  }

  /** {@return one that nobody gets a connection to} */
  public static ScriptedServer refusing(Reason reason, String text) {
    ScriptedServer server = new ScriptedServer(new byte[0], message -> List.of());
    server.refusal = Optional.of(new EndpointException(reason, text));
    return server;
  }

  /** {@return what the client said of itself when it connected} */
  public byte[] said() {
    return said.clone();
  }

  /** {@return what the client did, in order: post, receive, finish} */
  public List<String> order() {
    return List.copyOf(order);
  }

  @Override
  public Route route(String host, int port, ConnectOptions options) {
    return new Route("mem0", 1, "10.0.0.2", host);
  }

  @Override
  public Endpoint connect(String host, int port, ConnectOptions options) throws EndpointException {
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    said = options.privateData().clone();
    return new End();
  }

  private final class End implements Endpoint {
    private final Deque<byte[]> answers = new ArrayDeque<>();

    @Override
    public Traits traits() {
      return new Traits("mem0", /* iwarp= */ false, 1024, true, true, 1, 1);
    }

    @Override
    public byte[] peerData() {
      return privateData.clone();
    }

    @Override
    public String peerName() {
      return "10.0.0.1";
    }

    @Override
    public Memory register(int length) {
      return new FabricMemory(ByteBuffer.allocate(length), 1, 0);
    }

    @Override
    public Memory registerInvalidatable(int length) {
      return register(length);
    }

    @Override
    public void send(List<Slice> slices, OptionalInt immediate, OptionalInt invalidates)
        throws EndpointException {
      answers.addAll(script.answer(Fabric.gather(slices)));
    }

    @Override
    public void post(List<Slice> slices) throws EndpointException {
      order.add("post");
      send(slices, OptionalInt.empty(), OptionalInt.empty());
    }

    @Override
    public void finish() {
      order.add("finish");
    }

    @Override
    public void write(List<Slice> slices, Remote to, OptionalInt immediate) {
      throw new AssertionError("nobody offered memory");
    }

    @Override
    public void read(List<Slice> slices, Remote from) {
      throw new AssertionError("nobody offered memory");
    }

    @Override
    public Received receive(Duration patience) throws EndpointException {
      byte[] next = answers.poll();
      order.add("receive");
      if (next == null || next.length == 0) {
        try {
          Thread.sleep(patience.toMillis());
        } catch (InterruptedException e) {
          throw new EndpointException(Reason.INTERRUPTED, "interrupted", e);
        }
        throw new EndpointException(Reason.TIMED_OUT, "no answer");
      }
      return new Received(next, 0, OptionalInt.empty(), OptionalInt.empty());
    }

    @Override
    public void close() {}
  }
}
