package org.rdmadump.exercise.plain;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Slice;
import org.rdmadump.exercise.journal.Content;
import org.rdmadump.exercise.journal.Digests;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Side;

/**
 * The client of a connection for load: long RDMA Writes and RDMA Reads of the same memory, one
 * behind the other, for a time. The server takes it for steps of plain transfers.
 */
public final class FloodClient {
  /** Bytes of an operation: long enough that the link waits for nothing else. */
  private static final int BYTES = 1 << 20;

  /** The server waits for a message only so long: a step ends before that. */
  private static final long STEP_NANOS = 2_000_000_000L;

  private final Endpoint endpoint;
  private final Hello hello;
  private final Dialogue dialogue;
  private final Memory memory;
  private final int length;
  private long moved;

  /**
   * The client of a connection.
   *
   * @param hello what the server was told when it was made
   * @param patience how long each answer of the server is waited for
   * @throws EndpointException if the device has no memory for it
   */
  public FloodClient(Endpoint endpoint, Hello hello, Duration patience) throws EndpointException {
    this.endpoint = endpoint;
    this.hello = hello;
    this.dialogue = new Dialogue(endpoint, patience);
    this.length = Math.min(BYTES, hello.region() - 2 * Step.GUARD);
    this.memory = endpoint.register(length);
  }

  /**
   * Writes for half of the time and reads for the other half.
   *
   * @return bytes that were written and read
   * @throws EndpointException if the connection ends before, or bytes differ at the end
   */
  public long run(Duration time) throws EndpointException {
    dialogue.say(Control.hello(endpoint.traits()));
    Control unused = dialogue.hear(Control.Kind.HELLO);
    long end = System.nanoTime() + time.toNanos();
    int number = 0;
    do {
      step(number++, Math.min(STEP_NANOS, Math.max(1, end - System.nanoTime())));
    } while (System.nanoTime() < end);
    dialogue.say(command(number).answer(Control.Kind.BYE, 0, 0));
    unused = dialogue.hear(Control.Kind.REPORT);
    return moved;
  }

  private Control command(int number) {
    Step step =
        new Step(number, ExerciseCase.WRITE, Side.CLIENT, length, /* slices= */ 1, Step.GUARD);
    return Control.command(step, 0, Step.GUARD);
  }

  private void step(int number, long nanos) throws EndpointException {
    byte[] expected = Content.of(hello.pattern(), hello.seed(), Step.place(number), length).bytes();
    memory.put(0, expected);
    Control command = command(number);
    dialogue.say(command);
    Control ready = dialogue.hear(Control.Kind.READY);
    Remote remote = new Remote(ready.handle(), ready.address(), length);
    List<Slice> all = List.of(memory.slice(0, length));
    long start = System.nanoTime();
    do {
      endpoint.write(all, remote, OptionalInt.empty());
      moved += length;
    } while (System.nanoTime() - start < nanos / 2);
    do {
      endpoint.read(all, remote);
      moved += length;
    } while (System.nanoTime() - start < nanos);
    dialogue.say(ready.answer(Control.Kind.DONE, 0, 0));
    Control report = dialogue.hear(Control.Kind.REPORT);
    if (!Arrays.equals(report.digest(), Digests.of(expected))
        || !Arrays.equals(memory.bytes(0, length), expected)) {
      throw new EndpointException(Reason.FAILED, "bytes differ after RDMA Writes and Reads");
    }
  }
}
