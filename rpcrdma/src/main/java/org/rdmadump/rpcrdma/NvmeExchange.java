package org.rdmadump.rpcrdma;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.finding.Finding;
import org.rdmadump.nvme.CommandNames;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.nvme.CompletionEntry;
import org.rdmadump.nvme.ConnectResult;
import org.rdmadump.nvme.StatusNames;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Transport;

/**
 * A command of NVMe over RDMA with its response and what RDMA did for them.
 *
 * @param number of the record in the run: 1, 2, 3, ...
 * @param connection 1-based index of the connection, which carries one queue
 * @param transport what carries it
 * @param host end that sent the command
 * @param controller end that sent the response
 * @param queue queue identifier, 0 for the admin queue; empty if it was not captured
 * @param set to which set of commands the opcode belongs
 * @param command empty where it was not captured
 * @param response empty where it was not captured or never came
 * @param data empty if the command has none
 * @param timing parts of the latency, if both capsules and a transfer were captured
 * @param transfers RDMA operations in the order of their first frames
 * @param findings findings about the two
 * @param runNanos time of the first frame of the run, in nanoseconds since the epoch
 */
public record NvmeExchange(
    long number,
    int connection,
    Transport transport,
    Endpoint host,
    Endpoint controller,
    OptionalInt queue,
    CommandSet set,
    Optional<NvmeCapsule<SubmissionEntry>> command,
    Optional<NvmeCapsule<CompletionEntry>> response,
    Optional<NvmeData> data,
    Optional<RdmaTiming> timing,
    List<RdmaTransfer> transfers,
    List<Finding> findings,
    long runNanos) {
  /** Copies the lists: an exchange does not change. */
  public NvmeExchange {
    transfers = List.copyOf(transfers);
    findings = List.copyOf(findings);
  }

  /** {@return the same without transfers, findings and bytes, which take most of its memory} */
  public NvmeExchange outline() {
    return new NvmeExchange(
        number,
        connection,
        transport,
        host,
        controller,
        queue,
        set,
        command,
        response,
        data.map(NvmeData::outline),
        timing,
        List.of(),
        List.of(),
        runNanos);
  }

  /** {@return whether its response has an error status} */
  public boolean isFailed() {
    return response.isPresent() && !response.get().entry().isSuccess();
  }

  /**
   * {@return whether the command asks for events, so that it waits until one happens: its latency
   * tells nothing of the controller}
   */
  public boolean waitsForEvent() {
    return command.isPresent() && CommandNames.waitsForEvent(command.get().entry(), set);
  }

  /** {@return the name of the command, such as {@code Read}; empty if it was not captured} */
  public Optional<String> operation() {
    return command.map(each -> CommandNames.name(each.entry(), set));
  }

  /** {@return the name of the status, such as {@code Success}; empty without a response} */
  public Optional<String> status() {
    return response.map(
        each ->
            command.isPresent()
                ? StatusNames.name(each.entry(), set == CommandSet.FABRICS)
                : StatusNames.nameWithoutCommand(each.entry()));
  }

  /** {@return what the result says; empty unless it is of a Connect command that was captured} */
  public Optional<ConnectResult> connectResult() {
    return command.isPresent() && response.isPresent()
        ? ConnectResult.of(command.get().entry(), response.get().entry())
        : Optional.empty();
  }

  /** {@return the command identifier, 0 to 65535} */
  public int identifier() {
    return command.isPresent()
        ? command.get().entry().identifier()
        : response.orElseThrow().entry().identifier();
  }

  /** {@return the first frame of the command; without the command, of the response} */
  public long firstFrame() {
    return command.isPresent() ? command.get().firstFrame() : response.orElseThrow().firstFrame();
  }

  /** {@return the last frame of the response; without the response, of the command} */
  public long lastFrame() {
    return response.isPresent() ? response.get().lastFrame() : command.orElseThrow().lastFrame();
  }

  /** {@return the time of {@link #firstFrame}, in nanoseconds since the epoch} */
  public long nanos() {
    return command.isPresent() ? command.get().firstNanos() : response.orElseThrow().firstNanos();
  }

  /**
   * {@return nanoseconds from the first frame of the command to the last of the response; empty
   * unless both were captured}
   */
  public OptionalLong latencyNanos() {
    return command.isPresent() && response.isPresent()
        ? OptionalLong.of(Math.max(0, response.get().lastNanos() - command.get().firstNanos()))
        : OptionalLong.empty();
  }
}
