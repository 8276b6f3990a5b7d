package org.rdmadump.rpcrdma.nvme;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.nvme.CompletionEntry;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.MessageStream;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.NvmeCapsule;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;
import org.rdmadump.rpcrdma.NvmeData;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.NvmeRules;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.call.StrayFindings;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/** Hands out the commands of a queue, with their responses and their data. */
final class NvmeOutput {
  private final RunState run;
  private final RdmaConnection connection;
  private final CommandFrames frames;

  /** What belongs to no command: the next one tells it. */
  private final StrayFindings stray = new StrayFindings();

  NvmeOutput(RunState run, RdmaConnection connection, CommandFrames frames) {
    this.run = run;
    this.connection = connection;
    this.frames = frames;
  }

  /** Takes what belongs to no command. */
  void finding(Finding finding) {
    if (!stray.add(finding)) {
      run.alone(finding, connection.index());
    }
  }

  /** Tells what belongs to no command, and has nothing to do with the next one. */
  void alone(Finding finding) {
    run.alone(finding, connection.index());
  }

  /** Takes back what belongs to no command and was not told yet. */
  void withdraw(Finding finding) {
    stray.withdraw(finding);
  }

  /** Takes over what the other half of a connection has to tell. */
  void join(NvmeOutput other) {
    for (Finding each : other.stray.take()) {
      finding(each);
    }
  }

  /** Tells what is known of a command that arrived. */
  void arrived(CommandInFlight command, int host, OptionalInt queue) {
    if (frames.areShown()) {
      NvmeExchange known = known(command, Optional.empty(), host, queue);
      frames.arrived(
          command.send(),
          new NvmeCapsuleHeader(known, /* isResponse= */ false),
          !command.mayWaitForGood());
    }
  }

  /** Tells what is known of a response that arrived, and of its command if that was captured. */
  void arrived(
      CompletionEntry entry,
      Send response,
      @Nullable CommandInFlight command,
      int host,
      OptionalInt queue) {
    if (frames.areShown()) {
      NvmeExchange known = known(command, Optional.of(capsule(entry, response)), host, queue);
      frames.arrived(
          response, new NvmeCapsuleHeader(known, /* isResponse= */ true), /* isDue= */ true);
    }
  }

  /** An exchange without a number, which it gets when it is handed out. */
  private NvmeExchange known(
      @Nullable CommandInFlight command,
      Optional<NvmeCapsule<CompletionEntry>> response,
      int host,
      OptionalInt queue) {
    return new NvmeExchange(
        0,
        connection.index().orElse(0),
        connection.transport(),
        connection.endpoint(host),
        connection.endpoint(RdmaConnection.opposite(host)),
        queue,
        command == null ? CommandSet.UNKNOWN : command.set(),
        command == null ? Optional.empty() : Optional.of(capsule(command.entry(), command.send())),
        response,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        run.beginning());
  }

  /** Hands out a command with its response. */
  void answered(
      CommandInFlight command, CompletionEntry entry, Send response, int host, OptionalInt queue) {
    List<Finding> findings = findings(command);
    findings.addAll(response.findings());
    List<RdmaTransfer> transfers = transfers(command, findings);
    boolean arrived =
        command.entry().isToController() || response.acknowledged() || !connection.isBroken();
    Optional<NvmeData> data = data(command, entry.isSuccess(), arrived);
    if (data.isPresent() && entry.isSuccess()) {
      judge(data.get(), command, response, findings);
    }
    NvmeExchange exchange =
        exchange(
            host,
            queue,
            command.set(),
            Optional.of(capsule(command.entry(), command.send())),
            Optional.of(capsule(entry, response)),
            data,
            timing(command, response),
            transfers,
            findings);
    emit(exchange, command, response);
  }

  /** What was not captured, and not only cut or given up; and what may be another command's. */
  private static void judge(
      NvmeData data, CommandInFlight command, Send response, List<Finding> findings) {
    long missing = 0;
    boolean lost = false;
    for (MissingRange each : data.missing()) {
      if (each.reason() == Absence.NOT_CAPTURED || each.reason() == Absence.LOST) {
        missing += each.length();
        lost |= each.reason() == Absence.LOST;
      }
    }
    if (missing > 0) {
      findings.add(
          response.finding(
              NvmeRules.MISSING_DATA,
              missing
                  + " of "
                  + Counted.of(data.length(), "byte")
                  + (lost
                      ? " of data were lost, and not retransmitted"
                      : " of data were not captured")));
    }
    if (command.data().isAmbiguous()) {
      findings.add(
          response.finding(
              NvmeRules.AMBIGUOUS_DATA,
              "another command in flight had some of its memory: data may be of the other one"));
    }
  }

  private List<Finding> findings(CommandInFlight command) {
    List<Finding> findings = stray.take();
    findings.addAll(command.send().findings());
    findings.addAll(command.findings());
    return findings;
  }

  /** Hands out a command that has no response. */
  void unanswered(CommandInFlight command, int host, OptionalInt queue) {
    List<Finding> findings = findings(command);
    List<RdmaTransfer> transfers = transfers(command, findings);
    NvmeExchange exchange =
        exchange(
            host,
            queue,
            command.set(),
            Optional.of(capsule(command.entry(), command.send())),
            Optional.empty(),
            data(command, /* succeeded= */ false, /* arrived= */ true),
            Optional.empty(),
            transfers,
            findings);
    emit(exchange, command, null);
  }

  /**
   * Hands out a response without its command.
   *
   * @param why the command is not known
   */
  void stray(CompletionEntry entry, Send response, Finding why, int host, OptionalInt queue) {
    List<Finding> findings = stray.take();
    findings.addAll(response.findings());
    findings.add(why);
    NvmeExchange exchange =
        exchange(
            host,
            queue,
            CommandSet.UNKNOWN,
            Optional.empty(),
            Optional.of(capsule(entry, response)),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            findings);
    emit(exchange, null, response);
  }

  private void emit(
      NvmeExchange exchange, @Nullable CommandInFlight command, @Nullable Send response) {
    frames.emitted(exchange, command, response);
    run.emit(exchange);
  }

  private NvmeExchange exchange(
      int host,
      OptionalInt queue,
      CommandSet set,
      Optional<NvmeCapsule<SubmissionEntry>> command,
      Optional<NvmeCapsule<CompletionEntry>> response,
      Optional<NvmeData> data,
      Optional<RdmaTiming> timing,
      List<RdmaTransfer> transfers,
      List<Finding> findings) {
    if (connection.index().isEmpty()) {
      connection.index(run.nextConnection());
      run.other().nvmeConnection();
    }
    return new NvmeExchange(
        run.nextMessage(),
        connection.index().getAsInt(),
        connection.transport(),
        connection.endpoint(host),
        connection.endpoint(RdmaConnection.opposite(host)),
        queue,
        set,
        command,
        response,
        data,
        timing,
        transfers,
        findings,
        run.beginning());
  }

  private static <E> NvmeCapsule<E> capsule(E entry, Send send) {
    return new NvmeCapsule<>(
        entry, send.firstFrame(), send.lastFrame(), send.firstNanos(), send.lastNanos());
  }

  private Optional<NvmeData> data(CommandInFlight command, boolean succeeded, boolean arrived) {
    Optional<Rope> bytes = command.bytes(succeeded, arrived);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    Rope rope = bytes.get();
    boolean isHashed = run.digests() && rope.isComplete() && !command.data().isAmbiguous();
    return Optional.of(
        new NvmeData(
            command.entry().isToController(),
            command.data().isInCapsule(),
            rope.length(),
            MessageStream.missing(rope),
            run.keepsStreams() ? bytes : Optional.empty(),
            isHashed ? Optional.of(rope.sha256()) : Optional.empty()));
  }

  private static List<RdmaTransfer> transfers(CommandInFlight command, List<Finding> findings) {
    List<RdmaSubSegment> all = command.data().moved();
    List<RdmaTransfer> transfers = new ArrayList<>(all.size());
    for (RdmaSubSegment moved : all) {
      moved.listed();
      transfers.add(moved.summary());
      moved.takeFindings(findings);
    }
    return transfers;
  }

  private static Optional<RdmaTiming> timing(CommandInFlight command, Send response) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (RdmaSubSegment moved : command.data().moved()) {
      first = Math.min(first, moved.firstNanos());
      last = Math.max(last, moved.lastSeenNanos());
    }
    return first > last
        ? Optional.empty()
        : Optional.of(
            RdmaTiming.between(command.send().firstNanos(), first, last, response.lastNanos()));
  }

  /** Tells what no command did. */
  void finish() {
    for (Finding each : stray.take()) {
      run.alone(each, connection.index());
    }
  }
}
