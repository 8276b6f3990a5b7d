package org.rdmadump.exercise.plain;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;

/** Sends and takes the messages between the steps. */
final class Dialogue {
  private final Endpoint endpoint;
  private final Memory memory;
  private final Duration patience;

  Dialogue(Endpoint endpoint, Duration patience) throws EndpointException {
    this.endpoint = endpoint;
    this.memory = endpoint.register(Control.LENGTH);
    this.patience = patience;
  }

  void say(Control control) throws EndpointException {
    memory.put(0, control.bytes());
    endpoint.send(
        List.of(memory.slice(0, Control.LENGTH)), OptionalInt.empty(), OptionalInt.empty());
  }

  Received receive() throws EndpointException {
    return endpoint.receive(patience);
  }

  /** The next message, which is to be of that kind. */
  Control hear(Control.Kind kind) throws EndpointException {
    Optional<Control> heard = Control.of(receive().bytes());
    if (heard.isEmpty() || heard.get().kind() != kind) {
      throw new EndpointException(
          Reason.FAILED,
          endpoint.peerName()
              + " said "
              + (heard.isEmpty() ? "something else" : heard.get().kind())
              + " where "
              + kind
              + " was to come");
    }
    return heard.get();
  }
}
