package org.rdmadump.exercise.plain;

import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Traits;
import org.rdmadump.exercise.journal.Content;
import org.rdmadump.exercise.journal.Digests;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.journal.Row;
import org.rdmadump.exercise.journal.Side;
import org.rdmadump.exercise.journal.Transfer;

/**
 * The client of a connection for plain transfers: goes through all steps, and keeps the journal.
 */
public final class PlainClient {
  private final Endpoint endpoint;
  private final Hello hello;
  private final Journal journal;
  private final Dialogue dialogue;
  private final Region region;
  private final Plan plan;
  private String invalidating = "";

  /**
   * The client of a connection.
   *
   * @param hello what the server was told when it was made
   * @param patience how long each answer of the server is waited for
   * @throws EndpointException if the device has no memory for it
   */
  public PlainClient(Endpoint endpoint, Hello hello, Duration patience, Journal journal)
      throws EndpointException {
    Traits traits = endpoint.traits();
    this.endpoint = endpoint;
    this.hello = hello;
    this.journal = journal;
    this.plan = new Plan(traits.pathMtu(), traits.iwarp(), traits.mostSlices());
    this.dialogue = new Dialogue(endpoint, patience);
    this.region = Region.of(endpoint, plan.region());
  }

  /** {@return bytes of memory that the server is to register, whatever the device} */
  public static int region() {
    int most = 0;
    for (int pathMtu = 256; pathMtu <= 4096; pathMtu *= 2) {
      most = Math.max(most, new Plan(pathMtu, /* iwarp= */ true, Plan.MOST_SLICES).region());
    }
    return most;
  }

  /** {@return length of the longest message of a connection} */
  public static int longestSend() {
    return Plan.LONGEST_SEND;
  }

  /**
   * Goes through all steps.
   *
   * @throws EndpointException if the connection ends before; the journal has what was done
   */
  public void run() throws EndpointException {
    say(Control.hello(endpoint.traits()));
    Control answer = hear(Control.Kind.HELLO);
    for (Step step : plan.steps()) {
      if (Abilities.lacking(step, endpoint.traits(), answer).isEmpty()) {
        journal.planned(new Row(step.of(), step.by()));
      }
    }
    for (Step step : plan.steps()) {
      String why = Abilities.lacking(step, endpoint.traits(), answer);
      if (!why.isEmpty()) {
        journal.notOffered(new Row(step.of(), step.by()), why);
        invalidating = step.of() == ExerciseCase.SEND_INVALIDATE ? why : invalidating;
      } else if (step.by() == Side.CLIENT) {
        own(step);
      } else {
        ask(step);
      }
    }
    say(Control.command(plan.steps().get(0), 0, 0).answer(Control.Kind.BYE, 0, 0));
    byte[] said = dialogue.digest(Side.CLIENT);
    Control last = hear(Control.Kind.REPORT);
    journal.ended(hello.connection(), Arrays.equals(last.digest(), said));
  }

  /** {@return why no Send of either side can take memory away; empty if it can} */
  public String lackingInvalidation() {
    return invalidating;
  }

  /** A step that this side does. */
  private void own(Step step) throws EndpointException {
    byte[] expected = content(step).bytes();
    say(Control.command(step, 0, step.offset()));
    Control ready = hear(Control.Kind.READY);
    Remote remote = new Remote(ready.handle(), ready.address(), step.length());
    Pieces pieces = new Pieces(region, step.offset(), step.length(), step.slices());
    pieces.move(endpoint, step.of(), remote, step.immediate(), expected);
    // The source of a Send or a Write is read, and not written.
    boolean right = pieces.holds(expected);
    if (!step.of().isSend()) {
      say(ready.answer(Control.Kind.DONE, 0, 0));
    }
    hearReport(step, remote, right, expected);
  }

  /** Hears the report of the server, and writes the step down before it. */
  private void hearReport(Step step, Remote remote, boolean right, byte[] expected)
      throws EndpointException {
    Control report = dialogue.hear(Control.Kind.REPORT);
    boolean told =
        report.extra() == 0
            && Arrays.equals(report.digest(), Digests.of(expected))
            && report.immediate() == immediate(step).orElse(0)
            && isTaken(step, remote.handle(), report.handle());
    write(step, remote, right && told);
    control(Side.SERVER, report.bytes());
  }

  /** A step that the server does. */
  private void ask(Step step) throws EndpointException {
    byte[] expected = content(step).bytes();
    Memory memory =
        step.of() == ExerciseCase.SEND_INVALIDATE
            ? endpoint.registerInvalidatable(Step.GUARD)
            : region.memory();
    Remote remote = memory.remote(step.of().isSend() ? 0 : step.offset(), step.length());
    Pieces here = new Pieces(region, step.offset(), step.length(), /* count= */ 1);
    here.prepare(step.of(), expected);
    say(Control.command(step, remote.handle(), remote.address()));
    boolean right = true;
    if (step.of().isSend() || step.of() == ExerciseCase.WRITE_IMMEDIATE) {
      Received data = dialogue.receive();
      right =
          data.immediate().equals(immediate(step))
              && isTaken(step, remote.handle(), data.invalidated().orElse(0))
              && (step.of().isSend()
                  ? Arrays.equals(data.bytes(), expected)
                  : data.written() == expected.length);
    }
    Control report = dialogue.hear(Control.Kind.REPORT);
    if (!step.of().isSend()) {
      right &= here.holds(expected);
    }
    right &= report.extra() == 0 && Arrays.equals(report.digest(), Digests.of(expected));
    write(step, remote, right);
    control(Side.SERVER, report.bytes());
  }

  /**
   * Whether the receiver says that this handle was taken away, and no other. It may say nothing:
   * Soft-RoCE tells the kernel only. The capture shows it in any case.
   */
  private static boolean isTaken(Step step, int handle, int said) {
    return said == 0 || step.of().invalidates(handle).equals(OptionalInt.of(said));
  }

  private Content content(Step step) {
    return Content.of(hello.pattern(), hello.seed(), step.place(), step.length());
  }

  private static OptionalInt immediate(Step step) {
    return step.of().immediate(step.immediate());
  }

  private void write(Step step, Remote remote, boolean inMemory) {
    boolean send = step.of().isSend();
    journal.add(
        new Transfer(
            hello.connection(),
            step.of(),
            step.by(),
            send ? 0 : remote.handle(),
            send ? 0 : remote.address(),
            content(step),
            immediate(step),
            step.of().invalidates(remote.handle()),
            inMemory));
  }

  private void say(Control control) throws EndpointException {
    dialogue.say(control);
    control(Side.CLIENT, control.bytes());
  }

  private Control hear(Control.Kind kind) throws EndpointException {
    Control heard = dialogue.hear(kind);
    control(Side.SERVER, heard.bytes());
    return heard;
  }

  private void control(Side by, byte[] bytes) {
    journal.add(Transfer.control(hello.connection(), by, bytes));
  }
}
