package org.rdmadump.rpcrdma;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rdma.Transport;
import org.rdmadump.xdr.decode.XdrNumber;

/**
 * One RPC-over-RDMA message with its chunks put back in place.
 *
 * <pre>{@code
 * RpcMessage call = capture.match("nfs.op == WRITE").orElseThrow();
 * System.out.println(call.source() + " in frame " + call.sendFrame());
 * }</pre>
 *
 * @param number 1, 2, 3, ... over the whole run
 * @param firstFrame first frame with data of the message
 * @param lastFrame last frame with data of the message
 * @param sendFrame frame that ended the message's Send
 * @param sendBeginNanos time of the first packet that was seen of the Send, be it of a copy that
 *     was sent again, in nanoseconds since the epoch: latencies count from there
 * @param sendNanos time of {@code sendFrame}, likewise: the message's time in every output
 * @param completedNanos time of {@code lastFrame}, likewise
 * @param runNanos time of the first frame of the run
 * @param transport wire protocol
 * @param lane how the sender's packets are marked
 * @param connection 1-based index of the connection
 * @param recognition how its two directions were found to belong together, as far as known by now
 * @param direction towards the server or the client
 * @param source sender of the Send
 * @param destination receiver of the Send
 * @param header RPC-over-RDMA header
 * @param readChunks Read list, grouped by position, in wire order
 * @param writeChunks Write list
 * @param replyChunk Reply chunk
 * @param delivered false if the receiver refused the Send and no repeat was captured
 * @param settledBy what ended the wait for proof that the Send was delivered
 * @param sendPackets packets of the Send, repeats not counted
 * @param sendLength bytes of the Send's payload
 * @param sendFragments packets of the Send in their order, repeats left out; empty unless {@link
 *     CaptureOptions#keepFragments}
 * @param invalidated handle named by Send With Invalidate
 * @param transfers RDMA operations that moved this message's chunks
 * @param rpc the RPC message; empty where there is none
 * @param call on replies, the call that is answered; empty if it was not captured. It has at most
 *     all of its stream but bulk data, unless all bytes are kept, and none once it was answered
 *     before
 * @param stream bytes of the rebuilt RPC message; holes where bytes are missing or were not kept
 * @param layout which way the bytes of the stream came
 * @param findings what was noticed
 * @param content what is in the RPC message; nothing where nobody takes content
 */
public record RpcMessage(
    long number,
    long firstFrame,
    long lastFrame,
    long sendFrame,
    long sendBeginNanos,
    long sendNanos,
    long completedNanos,
    long runNanos,
    Transport transport,
    Lane lane,
    int connection,
    Recognition recognition,
    Direction direction,
    Endpoint source,
    Endpoint destination,
    RpcRdmaHeader header,
    List<ReadChunk> readChunks,
    List<WriteChunk> writeChunks,
    Optional<WriteChunk> replyChunk,
    boolean delivered,
    SettledBy settledBy,
    int sendPackets,
    int sendLength,
    List<RdmaFragment> sendFragments,
    OptionalInt invalidated,
    List<RdmaTransfer> transfers,
    Optional<RpcSummary> rpc,
    Optional<RpcMessage> call,
    Rope stream,
    StreamLayout layout,
    List<Finding> findings,
    MessageContent content) {
  /** Copies the lists: a message does not change. */
  public RpcMessage {
    readChunks = copy(readChunks);
    writeChunks = copy(writeChunks);
    sendFragments = copy(sendFragments);
    transfers = copy(transfers);
    findings = copy(findings);
  }

  /** Most are empty; to copy an empty list makes an array. */
  static <T> List<T> copy(List<T> list) {
    return list.isEmpty() ? List.of() : List.copyOf(list);
  }

  /** {@return the findings about the message; decodes its content if necessary} */
  @Override
  public List<Finding> findings() {
    return content.findings(findings);
  }

  /**
   * {@return the main operation of a compound, such as {@code WRITE}, or the procedure; {@code
   * procedure 99} for an unknown number; empty without RPC, and for replies whose call was not
   * captured}
   */
  public Optional<String> operation() {
    if (rpc.isEmpty() || rpc.get().program().isEmpty()) {
      return Optional.empty();
    }
    Optional<Nfs4Operation> main = content.mainOperation();
    if (main.isPresent()) {
      return Optional.of(main.get().name());
    }
    Optional<String> procedure = rpc.get().procedureName();
    return procedure.isPresent() ? procedure : numbered(rpc.get().procedure());
  }

  private static Optional<String> numbered(OptionalInt procedure) {
    return procedure.isPresent()
        ? Optional.of("procedure " + Integer.toUnsignedLong(procedure.getAsInt()))
        : Optional.empty();
  }

  /**
   * {@return the status of a reply: of its procedure, such as {@code NFS4_OK}, else of RPC, such as
   * {@code PROG_MISMATCH}; for an RDMA_ERROR its code, such as {@code ERR_CHUNK}; empty for calls,
   * and if it was not captured}
   */
  public Optional<String> status() {
    if (header.error().isPresent()) {
      return Optional.of(header.error().get().codeName());
    }
    Optional<XdrNumber> status = content.status();
    if (status.isPresent()) {
      return Optional.of(status.get().text());
    }
    return rpc.isPresent() ? rpc.get().status() : Optional.empty();
  }

  /** The same message without the bytes of its stream, for whoever keeps it. */
  public RpcMessage withoutStream() {
    return kept(Rope.empty(), Map.of(), readChunks, writeChunks, replyChunk, transfers, findings());
  }

  /** The same call with what is kept of its stream for its reply. */
  public RpcMessage with(CallStructure structure) {
    return kept(
        structure.stream(),
        structure.digests(),
        readChunks,
        writeChunks,
        replyChunk,
        transfers,
        findings());
  }

  /** What is needed of the message when something answers or repeats it. */
  public RpcMessage outline() {
    return outline(Rope.empty(), Map.of());
  }

  /** The same with what is kept of its stream for its reply. */
  public RpcMessage outline(CallStructure structure) {
    return outline(structure.stream(), structure.digests());
  }

  private RpcMessage outline(Rope keptStream, Map<Long, String> digests) {
    return kept(
        keptStream,
        digests,
        Collections.emptyList(),
        Collections.emptyList(),
        Optional.empty(),
        Collections.emptyList(),
        Collections.emptyList());
  }

  private RpcMessage kept(
      Rope keptStream,
      Map<Long, String> digests,
      List<ReadChunk> keptReadChunks,
      List<WriteChunk> keptWriteChunks,
      Optional<WriteChunk> keptReplyChunk,
      List<RdmaTransfer> keptTransfers,
      List<Finding> keptFindings) {
    return new RpcMessage(
        number,
        firstFrame,
        lastFrame,
        sendFrame,
        sendBeginNanos,
        sendNanos,
        completedNanos,
        runNanos,
        transport,
        lane,
        connection,
        recognition,
        direction,
        source,
        destination,
        header,
        keptReadChunks,
        keptWriteChunks,
        keptReplyChunk,
        delivered,
        settledBy,
        sendPackets,
        sendLength,
        sendFragments,
        invalidated,
        keptTransfers,
        rpc,
        Optional.empty(),
        keptStream,
        layout,
        keptFindings,
        content.over(keptStream, digests));
  }
}
