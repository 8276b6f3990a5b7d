package org.rdmadump.exercise.plain;

import java.time.Duration;
import java.util.Optional;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.journal.Content;
import org.rdmadump.exercise.journal.Digests;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Side;

/** The server of a connection for plain transfers: does what the client says. */
public final class PlainServer {
  private final Endpoint endpoint;
  private final Hello hello;
  private final Dialogue dialogue;
  private final Region region;
  private long steps;

  /**
   * The server of a connection.
   *
   * @param hello what the client said when it was made
   * @param patience how long the client may take between two messages
   * @throws EndpointException if the device has no memory for it
   */
  public PlainServer(Endpoint endpoint, Hello hello, Duration patience) throws EndpointException {
    this.endpoint = endpoint;
    this.hello = hello;
    this.dialogue = new Dialogue(endpoint, patience);
    this.region = Region.of(endpoint, hello.region());
  }

  /** {@return steps that were made so far} */
  public long steps() {
    return steps;
  }

  /**
   * Serves until the client has had enough, and ends the connection.
   *
   * @throws EndpointException if the connection ends before, the client says what makes no sense,
   *     or does not end it
   */
  public void run() throws EndpointException {
    while (true) {
      Control control = dialogue.hear().orElseThrow(dialogue::nonsense);
      switch (control.kind()) {
        case HELLO -> dialogue.say(Control.hello(endpoint.traits()));
        case BYE -> {
          dialogue.say(control.report(/* touched= */ false, 0, 0, dialogue.digest(Side.SERVER)));
          // If this side ended it, Soft-iWARP would fail a Send of the client that is delivered,
          // but not complete yet.
          dialogue.awaitEnd();
          return;
        }
        case COMMAND -> step(control);
        case READY, DONE, REPORT -> throw dialogue.nonsense();
      }
    }
  }

  private void step(Control command) throws EndpointException {
    int length = command.length();
    if (command.of().isRpc()
        || command.of() == ExerciseCase.CONTROL
        || command.of() == ExerciseCase.INVALIDATED
        || !region.holds(Step.GUARD, length)
        || (isHere(command) && !region.holds(offset(command), length))) {
      throw dialogue.nonsense();
    }
    byte[] expected =
        Content.of(hello.pattern(), hello.seed(), Step.place(command.step()), length).bytes();
    if (command.by() == Side.SERVER) {
      own(command, expected);
    } else if (command.of().isSend()) {
      takeSend(command);
    } else {
      serve(command, expected);
    }
    steps++;
  }

  /** Whether the step reads or writes memory of this side. */
  private static boolean isHere(Control command) {
    return command.by() == Side.CLIENT && !command.of().isSend();
  }

  private static int offset(Control command) {
    long offset = command.address();
    return offset < 0 || offset > Hello.MOST_REGION ? -1 : (int) offset;
  }

  private void takeSend(Control command) throws EndpointException {
    Optional<Memory> taken =
        command.of() == ExerciseCase.SEND_INVALIDATE
            ? Optional.of(endpoint.registerInvalidatable(Step.GUARD))
            : Optional.empty();
    dialogue.say(
        command.answer(Control.Kind.READY, taken.isPresent() ? taken.get().handle() : 0, 0));
    Received received = dialogue.receive();
    dialogue.say(
        command.report(
            /* touched= */ false,
            received.invalidated().orElse(0),
            received.immediate().orElse(0),
            Digests.of(received.bytes())));
  }

  private void serve(Control command, byte[] expected) throws EndpointException {
    int offset = offset(command);
    Pieces pieces = new Pieces(region, offset, expected.length, /* count= */ 1);
    pieces.prepare(command.of(), expected);
    Remote here = region.memory().remote(offset, expected.length);
    dialogue.say(command.answer(Control.Kind.READY, here.handle(), here.address()));
    int immediate = 0;
    if (command.of() == ExerciseCase.WRITE_IMMEDIATE) {
      Received received = dialogue.receive();
      immediate = received.written() == expected.length ? received.immediate().orElse(0) : 0;
    }
    Control unused = dialogue.hear(Control.Kind.DONE);
    report(command, pieces, immediate);
  }

  private void own(Control command, byte[] expected) throws EndpointException {
    if (command.extra() < 1 || command.extra() > Plan.MOST_SLICES) {
      throw dialogue.nonsense();
    }
    Pieces pieces = new Pieces(region, Step.GUARD, expected.length, command.extra());
    Remote remote = new Remote(command.handle(), command.address(), expected.length);
    pieces.move(endpoint, command.of(), remote, command.immediate(), expected);
    report(command, pieces, /* immediate= */ 0);
  }

  private void report(Control command, Pieces pieces, int immediate) throws EndpointException {
    dialogue.say(command.report(pieces.isTouched(), 0, immediate, Digests.of(pieces.bytes())));
  }
}
