package org.rdmadump.exercise.plain;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.journal.Digests;
import org.rdmadump.exercise.journal.Side;

/** Sends and takes the messages between the steps. */
final class Dialogue {
  private final Endpoint endpoint;
  private final Memory memory;
  private final Duration patience;
  private final List<byte[]> said = new ArrayList<>();
  private final List<byte[]> heard = new ArrayList<>();

  Dialogue(Endpoint endpoint, Duration patience) throws EndpointException {
    this.endpoint = endpoint;
    this.memory = endpoint.register(Control.LENGTH);
    this.patience = patience;
  }

  /**
   * {@return what was said and heard so far, the client's part first: the same at both sides if all
   * of it arrived as it was sent}
   */
  byte[] digest(Side side) {
    List<byte[]> ofClient = side == Side.CLIENT ? said : heard;
    List<byte[]> ofServer = side == Side.CLIENT ? heard : said;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ofClient.forEach(all::writeBytes);
    ofServer.forEach(all::writeBytes);
    return Digests.of(all.toByteArray());
  }

  void say(Control control) throws EndpointException {
    say(control, OptionalInt.empty());
  }

  /** Says something with a Send that takes memory of the other side away. */
  void say(Control control, OptionalInt invalidates) throws EndpointException {
    said.add(control.bytes());
    memory.put(0, control.bytes());
    endpoint.send(List.of(memory.slice(0, Control.LENGTH)), OptionalInt.empty(), invalidates);
  }

  /** Waits until the connection is over. */
  void awaitEnd() throws EndpointException {
    try {
      while (true) {
        Received unused = receive();
      }
    } catch (EndpointException e) {
      if (e.reason() != Reason.DISCONNECTED && e.reason() != Reason.FAILED) {
        throw e;
      }
    }
  }

  /** The next message, data or control. */
  Received receive() throws EndpointException {
    return endpoint.receive(patience);
  }

  /** The next message, which counts as heard whatever it is. */
  Received receiveAsHeard() throws EndpointException {
    Received received = receive();
    heard.add(received.bytes());
    return received;
  }

  /** The next message, which is to be a control message of whatever kind. */
  Optional<Control> hear() throws EndpointException {
    return Control.of(receiveAsHeard().bytes());
  }

  /** The next message, which is to be of that kind. */
  Control hear(Control.Kind kind) throws EndpointException {
    Optional<Control> next = hear();
    if (next.isEmpty() || next.get().kind() != kind) {
      throw new EndpointException(
          Reason.FAILED,
          endpoint.peerName()
              + " said "
              + (next.isEmpty() ? "something else" : next.get().kind())
              + " where "
              + kind
              + " was to come");
    }
    return next.get();
  }

  /** What to throw where the other side sent something that makes no sense here. */
  EndpointException nonsense() {
    return new EndpointException(
        Reason.FAILED, endpoint.peerName() + " sent what is no message of an exercise");
  }
}
