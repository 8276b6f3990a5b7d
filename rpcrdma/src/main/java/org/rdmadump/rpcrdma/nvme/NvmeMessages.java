package org.rdmadump.rpcrdma.nvme;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.nvme.CommandNames;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.nvme.CompletionEntry;
import org.rdmadump.nvme.QueueRequest;
import org.rdmadump.nvme.SglDescriptor;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.NvmeRules;
import org.rdmadump.rpcrdma.call.ConnectionSide;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.memory.ProtocolMessages;
import org.rdmadump.rpcrdma.memory.RdmaInfo;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/**
 * The messages of NVMe over RDMA on one connection, which is one queue: command capsules advertise
 * memory, response capsules say that it was used.
 *
 * <p>A command is known by its identifier until it is answered. NVMe over Fabrics 2 and its RDMA
 * transport specification.
 */
public final class NvmeMessages implements ProtocolMessages {
  /** Commands in flight: there are no more identifiers. */
  private static final int MOST_COMMANDS = 1 << 16;

  private static final int UNKNOWN_SIDE = -1;

  private final RunState run;
  private final List<ConnectionSide> sides;
  private final NvmeOutput output;

  /** By their identifiers, in the order in which they were sent. */
  private final Map<Integer, CommandInFlight> commands = new LinkedHashMap<>();

  /** Responses that arrived, whose Sends are not settled, with the commands that they answer. */
  private final Map<Send, Answered> responses = new LinkedHashMap<>();

  private final List<RdmaSegment> replaced = new ArrayList<>(0);
  private OptionalInt queue;

  /** What the opcodes of a queue without a number belong to. */
  private CommandSet guessed = CommandSet.UNKNOWN;

  /** The side that sends commands. */
  private int host = UNKNOWN_SIDE;

  private boolean missed;

  /**
   * A response, and the command that had its identifier when it arrived: the host may use that
   * again at once. Null if there was none.
   */
  private record Answered(CompletionEntry entry, @Nullable CommandInFlight command) {}

  /**
   * Those of a connection.
   *
   * @param sides memory of both
   */
  public NvmeMessages(RunState run, RdmaConnection connection, List<ConnectionSide> sides) {
    this.run = run;
    this.sides = sides;
    this.output = new NvmeOutput(run, connection);
    Optional<QueueRequest> request = Optional.empty();
    if (connection.activeSide().isPresent()) {
      host = connection.activeSide().getAsInt();
      request = QueueRequest.read(connection.privateData(host));
    }
    queue = request.isPresent() ? OptionalInt.of(request.get().queue()) : OptionalInt.empty();
  }

  @Override
  public FragmentSink placed(RdmaOperation operation, RdmaInfo memory, RdmaSubSegment placed) {
    return placed;
  }

  @Override
  public void arrived(Send send) {
    Rope payload = send.payload();
    if (host == UNKNOWN_SIDE) {
      host =
          payload.length() == CompletionEntry.LENGTH
              ? RdmaConnection.opposite(send.side())
              : send.side();
    }
    boolean isCommand = send.side() == host;
    int length = isCommand ? SubmissionEntry.LENGTH : CompletionEntry.LENGTH;
    boolean isTooLong = !isCommand && payload.length() > length;
    if (isTooLong || !payload.has(0, length)) {
      output.finding(
          send.finding(
              NvmeRules.NO_ENTRY,
              (isCommand ? "command" : "response")
                  + " capsule of "
                  + Counted.of(payload.length(), "byte")
                  + (isTooLong ? ", which has " : ", of whose entry of ")
                  + length
                  + (isTooLong ? " bytes" : " bytes not all was captured")));
    } else if (isCommand) {
      command(send, SubmissionEntry.read(payload.toArray(0, length)));
    } else {
      CompletionEntry entry = CompletionEntry.read(payload.toArray(0, length));
      responses.put(send, new Answered(entry, commands.remove(entry.identifier())));
    }
  }

  private void command(Send send, SubmissionEntry entry) {
    if (entry.isConnect()) {
      queue = OptionalInt.of(entry.connectedQueue());
    }
    if (queue.isEmpty() && guessed == CommandSet.UNKNOWN && !entry.isFabrics()) {
      guessed = CommandNames.onlySet(entry.opcode()).orElse(CommandSet.UNKNOWN);
    }
    CommandInFlight before = commands.remove(entry.identifier());
    if (before != null) {
      giveUp(before, Optional.of("its command identifier was used again"));
    }
    while (!commands.isEmpty() && (commands.size() == MOST_COMMANDS || run.pages().isOver())) {
      giveUpOldest();
    }
    CommandInFlight command =
        new CommandInFlight(
            entry, setOf(entry), send, advertised(send, entry), inCapsule(send, entry));
    run.pages().charge(command.cost());
    commands.put(entry.identifier(), command);
  }

  private void giveUpOldest() {
    CommandInFlight oldest = commands.remove(commands.keySet().iterator().next());
    if (oldest != null) {
      giveUp(oldest, Optional.empty());
    }
  }

  private CommandSet setOf(SubmissionEntry entry) {
    if (entry.isFabrics()) {
      return CommandSet.FABRICS;
    }
    return queue.isEmpty() ? guessed : queue.getAsInt() == 0 ? CommandSet.ADMIN : CommandSet.IO;
  }

  private @Nullable RdmaSegment advertised(Send send, SubmissionEntry entry) {
    SglDescriptor where = entry.descriptor();
    if (!where.isKeyed() || where.length() == 0 || !entry.hasData()) {
      return null;
    }
    RdmaSegment.Kind kind = entry.isToController() ? RdmaSegment.Kind.READ : RdmaSegment.Kind.WRITE;
    RdmaSegment segment =
        run.keepsAll()
            ? RdmaSegment.kept(kind, where.key(), where.length(), where.address(), 0, run.pages())
            : RdmaSegment.advertised(kind, where.key(), where.length(), where.address(), 0)
                .chargedTo(run.pages());
    sides.get(send.side()).memory().add(segment, replaced);
    replaced.clear();
    return segment;
  }

  private Optional<Rope> inCapsule(Send send, SubmissionEntry entry) {
    SglDescriptor where = entry.descriptor();
    if (!where.isInCapsule() || where.length() == 0 || !entry.isToController()) {
      return Optional.empty();
    }
    Rope payload = send.payload();
    long from = SubmissionEntry.LENGTH + where.address();
    long to = from + where.length();
    return where.address() >= 0 && to > from && to <= payload.length()
        ? Optional.of(kept(payload.slice(from, to)))
        : Optional.empty();
  }

  private Rope kept(Rope data) {
    return run.keepsAll() ? data : data.withoutBytes(Absence.NOT_KEPT);
  }

  @Override
  public boolean lacksData(Send send) {
    Answered answered = responses.get(send);
    CommandInFlight command = answered == null ? null : answered.command();
    return command != null
        && answered != null
        && answered.entry().isSuccess()
        && command.lacksData();
  }

  @Override
  public void settled(Send send) {
    Answered answered = responses.remove(send);
    if (answered == null) {
      return;
    }
    CommandInFlight command = answered.command();
    if (command == null) {
      output.stray(answered.entry(), send, host, queue);
    } else {
      output.answered(command, answered.entry(), send, host, queue);
      forget(command);
    }
  }

  @Override
  public void missed() {
    missed = true;
  }

  /**
   * Hands out a command without its response.
   *
   * @param why it has none, if that is worth a finding
   */
  private void giveUp(CommandInFlight command, Optional<String> why) {
    List<Finding> findings =
        missed || why.isEmpty() || command.mayWaitForGood()
            ? List.of()
            : List.of(command.send().finding(NvmeRules.NO_RESPONSE, why.get()));
    output.unanswered(command, findings, host, queue);
    forget(command);
  }

  private void forget(CommandInFlight command) {
    run.pages().give(command.cost());
    command.send().release();
    RdmaSegment memory = command.memory();
    if (memory != null) {
      sides.get(command.send().side()).memory().deleteRdmaSegment(memory);
      memory.retire();
      memory.release();
    }
  }

  /** Takes over those of the other direction, whose first side is the second of this one. */
  public void join(NvmeMessages joined) {
    if (host == UNKNOWN_SIDE && joined.host != UNKNOWN_SIDE) {
      host = RdmaConnection.opposite(joined.host);
    }
    queue = queue.isPresent() ? queue : joined.queue;
    guessed = guessed == CommandSet.UNKNOWN ? joined.guessed : guessed;
    commands.putAll(joined.commands);
    responses.putAll(joined.responses);
    missed |= joined.missed;
  }

  @Override
  public void closed(ConnectionEvents.Ending ending) {
    for (Send send : List.copyOf(responses.keySet())) {
      settled(send);
    }
    for (CommandInFlight command : List.copyOf(commands.values())) {
      if (ending == ConnectionEvents.Ending.CAPTURE_ENDED) {
        Finding inFlight =
            command
                .send()
                .finding(NvmeRules.IN_FLIGHT_AT_END, "the capture ended without a response");
        List<Finding> findings = command.mayWaitForGood() ? List.of() : List.of(inFlight);
        output.unanswered(command, findings, host, queue);
        forget(command);
      } else {
        boolean over = ending == ConnectionEvents.Ending.DISCONNECTED;
        giveUp(
            command,
            over ? Optional.of("the connection ended without a response") : Optional.empty());
      }
    }
    commands.clear();
    output.finish();
  }
}
