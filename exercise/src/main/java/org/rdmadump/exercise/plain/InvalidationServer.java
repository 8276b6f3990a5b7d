package org.rdmadump.exercise.plain;

import java.time.Duration;
import java.util.OptionalInt;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.journal.Digests;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Side;

/** The server of a connection on which memory is taken away. */
public final class InvalidationServer {
  private final Endpoint endpoint;
  private final Hello hello;
  private final Dialogue dialogue;

  /**
   * The server of a connection.
   *
   * @param hello what the client said when it was made
   * @param patience how long the client may take between two messages
   * @throws EndpointException if the device has no memory for it
   */
  public InvalidationServer(Endpoint endpoint, Hello hello, Duration patience)
      throws EndpointException {
    this.endpoint = endpoint;
    this.hello = hello;
    this.dialogue = new Dialogue(endpoint, patience);
  }

  /**
   * Serves until the connection is over.
   *
   * @param before what the connection of the run before this one returned; 0 if there was none
   * @return what came of it, for the next one
   * @throws EndpointException if the connection ends before, or the client says what makes no sense
   */
  public int run(int before) throws EndpointException {
    Control command = dialogue.hear(Control.Kind.COMMAND);
    if (command.of() != ExerciseCase.INVALIDATED || command.length() != Closed.MEMORY) {
      throw dialogue.nonsense();
    }
    if (command.by() == Side.SERVER) {
      return read(command);
    }
    lend(command, before);
    return before;
  }

  private int read(Control command) throws EndpointException {
    Closed closed = new Closed(endpoint);
    Remote memory = new Remote(command.handle(), command.address(), Closed.MEMORY);
    byte[] bytes = closed.readBefore(memory);
    byte[] digest = Digests.of(bytes, dialogue.digest(Side.SERVER));
    dialogue.say(
        command.report(/* touched= */ false, 0, 0, digest), OptionalInt.of(command.handle()));
    return closed.readAfter(memory).code();
  }

  private void lend(Control command, int before) throws EndpointException {
    Memory memory = Closed.lend(endpoint, hello, Side.CLIENT);
    dialogue.say(
        command.answer(Control.Kind.READY, memory.handle(), memory.address()).with(before));
    Received taken = dialogue.receiveAsHeard();
    dialogue.say(
        command.report(
            /* touched= */ false, taken.invalidated().orElse(0), 0, dialogue.digest(Side.SERVER)));
    dialogue.awaitEnd();
  }
}
