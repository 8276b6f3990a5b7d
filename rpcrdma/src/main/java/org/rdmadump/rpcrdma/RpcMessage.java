package org.rdmadump.rpcrdma;

import java.util.ArrayList;
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
 * @param outline what it is, without its chunks and bytes: each of these facts has a method here
 * @param readChunks Read list, grouped by position, in wire order
 * @param writeChunks Write list
 * @param replyChunk Reply chunk
 * @param sendFragments packets of the Send in their order, repeats left out; empty unless {@link
 *     CaptureOptions#keepFragments}
 * @param transfers RDMA operations that moved this message's chunks
 * @param call on replies, the call that is answered; empty if it was not captured. It has at most
 *     all of its stream but bulk data, unless all bytes are kept, and none once it was answered
 *     before
 * @param stream bytes of the rebuilt RPC message; holes where bytes are missing or were not kept.
 *     Where {@link RpcSummary#length} is unknown, it ends with what is known, and may be empty:
 *     whether every byte was seen says {@link RpcSummary#complete}
 * @param findings what was noticed
 * @param content what is in the RPC message; nothing where nobody takes content
 */
public record RpcMessage(
    MessageOutline outline,
    List<ReadChunk> readChunks,
    List<WriteChunk> writeChunks,
    Optional<WriteChunk> replyChunk,
    List<RdmaFragment> sendFragments,
    List<RdmaTransfer> transfers,
    Optional<RpcMessage> call,
    Rope stream,
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

  /** {@return the number: 1, 2, 3, ... over the whole run} */
  public long number() {
    return outline.number();
  }

  /** {@return first frame with data of the message} */
  public long firstFrame() {
    return outline.firstFrame();
  }

  /** {@return last frame with data of the message} */
  public long lastFrame() {
    return outline.lastFrame();
  }

  /** {@return frame that ended the message's Send} */
  public long sendFrame() {
    return outline.sendFrame();
  }

  /**
   * {@return time of the first packet that was seen of the Send, be it of a copy that was sent
   * again, in nanoseconds since the epoch: latencies count from there}
   */
  public long sendBeginNanos() {
    return outline.sendBeginNanos();
  }

  /**
   * {@return time of {@link #sendFrame}, in nanoseconds since the epoch: the message's time in
   * every output}
   */
  public long sendNanos() {
    return outline.sendNanos();
  }

  /** {@return time of {@link #lastFrame}, in nanoseconds since the epoch} */
  public long completedNanos() {
    return outline.completedNanos();
  }

  /** {@return time of the first frame of the run, in nanoseconds since the epoch} */
  public long runNanos() {
    return outline.route().runNanos();
  }

  /** {@return wire protocol} */
  public Transport transport() {
    return outline.route().transport();
  }

  /** {@return how the sender's packets are marked} */
  public Lane lane() {
    return outline.route().lane();
  }

  /** {@return 1-based index of the connection} */
  public int connection() {
    return outline.route().connection();
  }

  /**
   * {@return how the two directions of the connection were found to belong together, as far as
   * known by now}
   */
  public Recognition recognition() {
    return outline.route().recognition();
  }

  /** {@return towards the server or the client} */
  public Direction direction() {
    return outline.route().direction();
  }

  /** {@return sender of the Send} */
  public Endpoint source() {
    return outline.route().source();
  }

  /** {@return receiver of the Send} */
  public Endpoint destination() {
    return outline.route().destination();
  }

  /** {@return RPC-over-RDMA header} */
  public RpcRdmaHeader header() {
    return outline.header();
  }

  /** {@return false if the receiver refused the Send and no repeat was captured} */
  public boolean delivered() {
    return outline.delivered();
  }

  /** {@return what ended the wait for proof that the Send was delivered} */
  public SettledBy settledBy() {
    return outline.settledBy();
  }

  /** {@return packets of the Send, repeats not counted} */
  public int sendPackets() {
    return outline.sendPackets();
  }

  /** {@return bytes of the Send's payload} */
  public int sendLength() {
    return outline.sendLength();
  }

  /** {@return handle named by Send With Invalidate} */
  public OptionalInt invalidated() {
    return outline.invalidated();
  }

  /** {@return the RPC message; empty where there is none} */
  public Optional<RpcSummary> rpc() {
    return outline.rpc();
  }

  /** {@return whether it is a call of RPC; a reply is none, nor is a message without RPC} */
  public boolean isCall() {
    return rpc().isPresent() && rpc().get().call();
  }

  /**
   * {@return whether it is a call that was sent before, or a reply to a call that an earlier reply
   * answered: {@link RpcSummary#repeatOf}}
   */
  public boolean isRepeat() {
    return rpc().isPresent() && rpc().get().repeatOf().isPresent();
  }

  /** {@return the number of the message that it repeats; its own if it repeats none} */
  public long firstNumber() {
    return isRepeat() ? rpc().get().repeatOf().getAsLong() : number();
  }

  /** {@return which way the bytes of the stream came} */
  public StreamLayout layout() {
    return outline.layout();
  }

  /** {@return the segments of all chunks: of the Read chunks, the Write chunks, the Reply chunk} */
  public List<ChunkSegment> segments() {
    List<ChunkSegment> all = new ArrayList<>();
    for (ReadChunk chunk : readChunks) {
      all.addAll(chunk.segments());
    }
    for (WriteChunk chunk : writeChunks) {
      all.addAll(chunk.segments());
    }
    if (replyChunk.isPresent()) {
      all.addAll(replyChunk.get().segments());
    }
    return all;
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
    Optional<RpcSummary> rpc = rpc();
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
    if (header().error().isPresent()) {
      return Optional.of(header().error().get().codeName());
    }
    Optional<XdrNumber> status = content.status();
    if (status.isPresent()) {
      return Optional.of(status.get().text());
    }
    Optional<RpcSummary> rpc = rpc();
    return rpc.isPresent() ? rpc.get().status() : Optional.empty();
  }

  /** The same message without the bytes of its stream, for whoever keeps it. */
  public RpcMessage withoutStream() {
    return kept(Rope.empty(), Map.of());
  }

  /** The same call with what is kept of its stream for its reply. */
  public RpcMessage with(CallStructure structure) {
    return structure.isAllOf(stream) && findings().isEmpty()
        ? this
        : kept(structure.stream(), structure.digests());
  }

  private RpcMessage kept(Rope keptStream, Map<Long, String> digests) {
    return new RpcMessage(
        outline,
        readChunks,
        writeChunks,
        replyChunk,
        sendFragments,
        transfers,
        Optional.empty(),
        keptStream,
        findings(),
        content.over(keptStream, digests));
  }

  /** What is needed of the message when something answers or repeats it. */
  public RpcMessage shortened() {
    return shortened(Rope.empty(), Map.of());
  }

  /** The same with what is kept of its stream for its reply. */
  public RpcMessage shortened(CallStructure structure) {
    return structure.isAllOf(stream)
            && readChunks.isEmpty()
            && transfers.isEmpty()
            && findings().isEmpty()
        ? this
        : shortened(structure.stream(), structure.digests());
  }

  private RpcMessage shortened(Rope keptStream, Map<Long, String> digests) {
    return new RpcMessage(
        outline,
        Collections.emptyList(),
        Collections.emptyList(),
        Optional.empty(),
        sendFragments,
        Collections.emptyList(),
        Optional.empty(),
        keptStream,
        Collections.emptyList(),
        content.over(keptStream, digests));
  }
}
