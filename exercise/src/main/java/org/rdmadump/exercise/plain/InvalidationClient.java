package org.rdmadump.exercise.plain;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.journal.Digests;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.journal.Row;
import org.rdmadump.exercise.journal.Side;
import org.rdmadump.exercise.journal.Transfer;

/**
 * The client of the two connections on which memory is taken away: whoever reads it can do so
 * before, and loses the connection when it tries again. What the server found is told on the second
 * one.
 */
public final class InvalidationClient {
  private final Journal journal;
  private final Duration patience;

  /** A read of the server, of which it is not known yet what came of its second one. */
  private Optional<Transfer> ofServer = Optional.empty();

  private boolean agreed;

  /**
   * The client of both connections.
   *
   * @param patience how long each answer of the server is waited for
   * @param journal is told what was done
   */
  public InvalidationClient(Duration patience, Journal journal) {
    this.patience = patience;
    this.journal = journal;
    for (Side side : Side.values()) {
      journal.planned(new Row(ExerciseCase.INVALIDATED, side));
    }
  }

  /**
   * Has the server read memory of this side, on the first connection.
   *
   * @throws EndpointException if it does not come to that
   */
  public void serverReads(Endpoint endpoint, Hello hello) throws EndpointException {
    Dialogue dialogue = new Dialogue(endpoint, patience);
    Memory memory = Closed.lend(endpoint, hello, Side.SERVER);
    Control command = Control.invalidation(Side.SERVER, memory.handle(), memory.address());
    dialogue.say(command);
    control(hello, Side.CLIENT, command.bytes());
    byte[] expected =
        Digests.of(Closed.content(hello, Side.SERVER).bytes(), dialogue.digest(Side.CLIENT));
    Received taken = dialogue.receive();
    journal.add(
        Transfer.control(hello.connection(), Side.SERVER, taken.bytes())
            .invalidating(memory.handle()));
    Optional<Control> report = Control.of(taken.bytes());
    agreed = report.isPresent() && Arrays.equals(report.get().digest(), expected);
    ofServer = Optional.of(transfer(hello, Side.SERVER, memory.remote(0, Closed.LENGTH), agreed));
    dialogue.awaitEnd();
  }

  /**
   * Reads memory of the server, on the second connection.
   *
   * @throws EndpointException if it does not come to that
   */
  public void clientReads(Endpoint endpoint, Hello hello) throws EndpointException {
    Dialogue dialogue = new Dialogue(endpoint, patience);
    Control command = Control.invalidation(Side.CLIENT, 0, 0);
    dialogue.say(command);
    control(hello, Side.CLIENT, command.bytes());
    Control ready = dialogue.hear(Control.Kind.READY);
    control(hello, Side.SERVER, ready.bytes());
    endFirst(Closed.MemoryState.of(ready.extra()));
    Remote memory = new Remote(ready.handle(), ready.address(), Closed.MEMORY);
    Closed closed = new Closed(endpoint);
    byte[] expected = Closed.content(hello, Side.CLIENT).bytes();
    boolean right = Arrays.equals(closed.readBefore(memory), expected);
    Control done = ready.answer(Control.Kind.DONE, 0, 0);
    dialogue.say(done, OptionalInt.of(memory.handle()));
    journal.add(
        Transfer.control(hello.connection(), Side.CLIENT, done.bytes())
            .invalidating(memory.handle()));
    byte[] said = dialogue.digest(Side.CLIENT);
    Control report = dialogue.hear(Control.Kind.REPORT);
    control(hello, Side.SERVER, report.bytes());
    settle(
        transfer(hello, Side.CLIENT, memory.part(0, Closed.LENGTH), right),
        closed.readAfter(memory));
    journal.ended(hello.connection(), Arrays.equals(report.digest(), said));
  }

  private void endFirst(Closed.MemoryState outcome) {
    if (ofServer.isPresent()) {
      Transfer read = ofServer.get();
      settle(read, outcome);
      journal.ended(read.connection(), agreed);
      ofServer = Optional.empty();
    }
  }

  /** Adds the first RDMA READ, and what came of the second one. */
  private void settle(Transfer read, Closed.MemoryState outcome) {
    journal.add(read.inMemoryIf(outcome != Closed.MemoryState.OPEN));
    if (outcome == Closed.MemoryState.UNKNOWN) {
      journal.undone(
          new Row(read.of(), read.by()),
          "what the RDMA READ after the Send comes to is not known: the connection was lost, and"
              + " not by it");
    }
  }

  private void control(Hello hello, Side by, byte[] bytes) {
    journal.add(Transfer.control(hello.connection(), by, bytes));
  }

  private static Transfer transfer(Hello hello, Side by, Remote memory, boolean right) {
    return new Transfer(
        hello.connection(),
        ExerciseCase.INVALIDATED,
        by,
        memory.handle(),
        memory.address(),
        Closed.content(hello, by),
        OptionalInt.empty(),
        OptionalInt.empty(),
        right);
  }
}
