package org.rdmadump.rpcrdma.nvme;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.nvme.CompletionEntry;
import org.rdmadump.nvme.QueueRequest;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.NvmeRules;
import org.rdmadump.rpcrdma.call.ConnectionSide;
import org.rdmadump.rpcrdma.call.ConnectionSides;
import org.rdmadump.rpcrdma.call.FollowedConnection;
import org.rdmadump.rpcrdma.call.FrameShares;
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

  /** Responses to later commands that show that a response did not just come late. */
  private static final int LATER_ANSWERS = 2;

  /** Commands whose responses the next one proves to be missing; of more nothing is told. */
  private static final int MOST_DOUBTS = 64;

  private static final int UNKNOWN_SIDE = -1;

  private final RunState run;
  private final RdmaConnection connection;
  private final FollowedConnection record;
  private final ConnectionSides sides;
  private final DataPlaces places;
  private final CommandFrames frames;
  private final NvmeOutput output;

  /** By their identifiers, in the order in which they were sent. */
  private final Map<Integer, CommandInFlight> commands = new LinkedHashMap<>();

  private final UnknownCommands unknown = new UnknownCommands();

  /** Responses that arrived, whose Sends are not settled, with the commands that they answer. */
  private final Map<Send, Answered> responses = new LinkedHashMap<>();

  private OptionalInt queue;

  /** What the opcodes of a queue without a number belong to. */
  private CommandSet guessed = CommandSet.UNKNOWN;

  /** The side that sends commands. */
  private int host = UNKNOWN_SIDE;

  /** Commands that were seen. */
  private long seen;

  /** Responses that were seen. */
  private long answers;

  /** What is wrong unless the next response shows that one before it was not captured. */
  private final List<Finding> doubts = new ArrayList<>(0);

  /** Of them, those before which Sends may have been missed: their responses may be among them. */
  private long seenWhenMissed;

  /**
   * A response, and the command that had its identifier when it arrived: the host may use that
   * again at once. Null if there was none.
   */
  private record Answered(CompletionEntry entry, @Nullable CommandInFlight command) {}

  /**
   * Those of a connection.
   *
   * @param record is told which side serves, if nothing else tells
   * @param sides memory of both
   * @param server side that is known to serve, if one is
   * @param shares tells what frames carry; null unless they are shown
   */
  public NvmeMessages(
      RunState run,
      RdmaConnection connection,
      FollowedConnection record,
      ConnectionSides sides,
      OptionalInt server,
      @Nullable FrameShares shares) {
    this.run = run;
    this.connection = connection;
    this.record = record;
    this.sides = sides;
    this.places = new DataPlaces(run, sides);
    this.frames = new CommandFrames(shares);
    this.output = new NvmeOutput(run, connection, frames);
    Optional<QueueRequest> request = Optional.empty();
    if (connection.activeSide().isPresent()) {
      host = connection.activeSide().getAsInt();
      request = QueueRequest.read(connection.privateData(host));
    } else if (server.isPresent()) {
      host = RdmaConnection.opposite(server.getAsInt());
    }
    queue = request.isPresent() ? OptionalInt.of(request.get().queue()) : OptionalInt.empty();
    dropUnknown();
  }

  /** Gives up what moved before its command was seen: it is of no command. */
  public void dropUnknown() {
    for (ConnectionSide side : sides) {
      if (side.hasMemory()) {
        side.memory().unadvertised().reset();
      }
    }
  }

  @Override
  public FragmentSink placed(RdmaOperation operation, RdmaInfo memory, RdmaSubSegment placed) {
    return frames.placed(operation, placed);
  }

  @Override
  public void finding(Finding finding) {
    output.finding(finding);
  }

  @Override
  public void alone(Finding finding) {
    output.alone(finding);
  }

  @Override
  public void withdraw(Finding finding) {
    output.withdraw(finding);
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
    if (!record.knowsServer()) {
      record.serverIs(RdmaConnection.opposite(host));
    }
    boolean isCommand = send.side() == host;
    Optional<Finding> wrong = CapsuleReview.judge(send, isCommand);
    if (wrong.isPresent()) {
      output.finding(wrong.get());
      send.findings().forEach(output::finding);
      frames.ofNone(send);
      withoutEntry(send, isCommand);
    } else if (isCommand) {
      command(send, SubmissionEntry.read(payload.toArray(0, SubmissionEntry.LENGTH)));
    } else {
      response(send, CompletionEntry.read(payload.toArray(0, CompletionEntry.LENGTH)));
    }
  }

  /** Takes a Send whose entry is not known: it may be a command, or answer one. */
  private void withoutEntry(Send send, boolean isCommand) {
    OptionalInt identifier = isCommand ? CapsuleReview.identifier(send) : OptionalInt.empty();
    if (identifier.isEmpty()) {
      missed();
    } else {
      endUseOf(identifier.getAsInt());
      unknown.cut(identifier.getAsInt());
    }
  }

  private void endUseOf(int identifier) {
    CommandInFlight before = commands.remove(identifier);
    if (before != null) {
      String why = "its command identifier was used again";
      boolean unsure = isResponseDue(before) && !isUnanswered(before);
      giveUp(before, why);
      if (unsure && before.number() > seenWhenMissed && doubts.size() < MOST_DOUBTS) {
        doubts.add(before.send().finding(NvmeRules.NO_RESPONSE, why));
      }
    }
  }

  private void command(Send send, SubmissionEntry entry) {
    if (entry.isConnect()) {
      queue = OptionalInt.of(entry.connectedQueue());
    }
    if (queue.isEmpty() && guessed == CommandSet.UNKNOWN && !entry.isFabrics()) {
      guessed = entry.onlySet().orElse(CommandSet.UNKNOWN);
    }
    endUseOf(entry.identifier());
    while (!commands.isEmpty() && (commands.size() == MOST_COMMANDS || run.pages().isOver())) {
      giveUpOldest();
    }
    List<Finding> findings = new ArrayList<>(0);
    CommandData data = places.of(send, entry, findings);
    long cost = CommandInFlight.COST + send.payload().present();
    run.pages().charge(cost);
    unknown.forget(entry.identifier());
    seen++;
    CommandInFlight command =
        new CommandInFlight(
            entry,
            setOf(entry),
            seen,
            answers + commands.size(),
            send,
            data,
            cost,
            findings,
            new ArrayList<>(0));
    commands.put(entry.identifier(), command);
    output.arrived(command, host, queue);
  }

  private void giveUpOldest() {
    CommandInFlight oldest = commands.remove(commands.keySet().iterator().next());
    if (oldest != null) {
      unknown.giveUp(oldest.entry().identifier());
      lackedRoom(oldest, "printed without its response: too many are in flight, or too much data");
    }
  }

  private void lackedRoom(CommandInFlight command, String text) {
    command.findings().add(command.send().finding(NvmeRules.GIVEN_UP, text));
    unanswered(command);
  }

  private CommandSet setOf(SubmissionEntry entry) {
    if (entry.isFabrics()) {
      return CommandSet.FABRICS;
    }
    return queue.isEmpty() ? guessed : queue.getAsInt() == 0 ? CommandSet.ADMIN : CommandSet.IO;
  }

  /** Tells of commands before a response, if none before it may be missing. */
  private void settleDoubts(Send response) {
    if (seenWhenMissed == 0
        && !connection.order(response.side()).mayLackSend(0, response.order())) {
      doubts.forEach(this::finding);
    }
    doubts.clear();
  }

  private void response(Send send, CompletionEntry entry) {
    if (!doubts.isEmpty()) {
      settleDoubts(send);
    }
    answers++;
    CommandInFlight command = commands.remove(entry.identifier());
    output.arrived(entry, send, command, host, queue);
    if (command != null) {
      command
          .data()
          .answered(
              sides.get(command.send().side()).memory().sharing(), send.order(), commands.values());
    }
    run.pages().charge(CommandInFlight.COST);
    responses.put(send, new Answered(entry, command));
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
    frames.settled(send);
    Answered answered = responses.remove(send);
    if (answered != null) {
      run.pages().give(CommandInFlight.COST);
      answer(send, answered);
    } else if (!send.delivered()) {
      for (CommandInFlight command : commands.values()) {
        if (command.send().equals(send)) {
          command.findings().add(notDelivered(send, "the command"));
        }
      }
    }
  }

  private void answer(Send send, Answered answered) {
    CommandInFlight command = answered.command();
    if (!send.delivered()) {
      Finding why = notDelivered(send, "the response");
      if (command == null) {
        output.finding(why);
        send.findings().forEach(output::finding);
        frames.ofNone(send);
      } else {
        command.refused().add(send);
        command.findings().addAll(send.findings());
        // Its identifier may be used again by now.
        command.findings().add(why);
        CommandInFlight other = commands.putIfAbsent(command.entry().identifier(), command);
        if (other != null) {
          unanswered(command);
        }
      }
    } else if (command == null) {
      Finding why = unknown.whyUnknown(answered.entry().identifier(), send);
      output.stray(answered.entry(), send, why, host, queue);
    } else {
      output.answered(command, answered.entry(), send, host, queue);
      forget(command);
    }
  }

  private static Finding notDelivered(Send send, String what) {
    return send.finding(NvmeRules.NOT_DELIVERED, what + ": " + send.whyNotDelivered());
  }

  @Override
  public void missed() {
    // With TCP, a command may be passed on behind the hole that its response is in.
    seenWhenMissed = connection.order(RdmaConnection.FIRST).isToldByPeer() ? Long.MAX_VALUE : seen;
  }

  /**
   * Hands out a command without its response.
   *
   * @param why it has none
   */
  private void giveUp(CommandInFlight command, String why) {
    if (isResponseDue(command)) {
      Rule rule = isUnanswered(command) ? NvmeRules.NO_RESPONSE : NvmeRules.RESPONSE_NOT_CAPTURED;
      command.findings().add(command.send().finding(rule, why));
    }
    unanswered(command);
  }

  /** Whether the capture shows that a command had no response. */
  private boolean isUnanswered(CommandInFlight command) {
    return command.number() > seenWhenMissed
        && (answers >= command.answersBefore() + LATER_ANSWERS
            || connection.isBroken()
            || connection.order(RdmaConnection.opposite(host)).hasEnded());
  }

  private boolean isResponseDue(CommandInFlight command) {
    return !command.mayWaitForGood()
        && command.findings().stream()
            .noneMatch(finding -> finding.rule().equals(NvmeRules.NOT_DELIVERED));
  }

  private void unanswered(CommandInFlight command) {
    output.unanswered(command, host, queue);
    forget(command);
  }

  private void forget(CommandInFlight command) {
    run.pages().give(command.cost());
    command.send().release();
    for (RdmaSegment memory : command.data().memory()) {
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
    dropUnknown();
    queue = queue.isPresent() ? queue : joined.queue;
    guessed = guessed == CommandSet.UNKNOWN ? joined.guessed : guessed;
    for (CommandInFlight command : joined.commands.values()) {
      endUseOf(command.entry().identifier());
      commands.put(command.entry().identifier(), command);
    }
    seen += joined.seen;
    answers += joined.answers;
    // What the other direction said before this was not known to be its other side.
    missed();
    responses.putAll(joined.responses);
    unknown.join(joined.unknown);
    output.join(joined.output);
  }

  @Override
  public void closed(ConnectionEvents.Ending ending) {
    for (Send send : List.copyOf(responses.keySet())) {
      settled(send);
    }
    for (CommandInFlight command : List.copyOf(commands.values())) {
      switch (ending) {
        case CAPTURE_ENDED -> {
          if (!command.mayWaitForGood()) {
            command
                .findings()
                .add(
                    command
                        .send()
                        .finding(
                            NvmeRules.IN_FLIGHT_AT_END, "the capture ended without a response"));
          }
          unanswered(command);
        }
        case DISCONNECTED -> giveUp(command, "the connection ended without a response");
        case EVICTED -> lackedRoom(command, "printed without its response, with its connection");
      }
    }
    commands.clear();
    for (ConnectionSide side : sides) {
      run.counts().evictedSegments(side.hasMemory() ? side.memory().evicted() : 0);
    }
    output.finish();
  }
}
