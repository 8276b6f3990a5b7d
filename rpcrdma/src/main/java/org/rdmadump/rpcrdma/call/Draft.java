package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.MessageOutline;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/**
 * A message while it is put together. A run has one for all of its calls, and one for its replies,
 * as they are handed out one after the other ({@link Drafts}).
 */
public sealed class Draft permits CallDraft, ReplyDraft {
  static final Comparator<RdmaTransfer> BY_FIRST_FRAME = new ByFirstFrame();

  private static final class ByFirstFrame implements Comparator<RdmaTransfer> {
    @Override
    public int compare(RdmaTransfer one, RdmaTransfer other) {
      return Long.compare(one.firstFrame(), other.firstFrame());
    }
  }

  Send send;
  ParsedHeader parsed;
  public final ArrayList<Finding> findings = new ArrayList<>(0);

  /** The operations that moved what it has of chunks. */
  final ArrayList<RdmaSubSegment> moves = new ArrayList<>(0);

  /** What frames that are shown carry of its operations. */
  final ArrayList<Contribution> contributions = new ArrayList<>(0);

  /** Packets of the Send, where they are wanted one by one. */
  List<RdmaFragment> sendFragments = Collections.emptyList();

  List<ReadChunk> readChunks = Collections.emptyList();
  List<WriteChunk> writeChunks;
  Optional<WriteChunk> replyChunk;

  /** What of its stream was not seen; null where there is no RPC message. */
  @Nullable List<MissingRange> missing;

  /** Whether it is known to repeat another one. */
  boolean isRepeat;

  /** The RPC message, once somebody asked for it. */
  @Nullable RpcSummary rpc;

  Optional<RpcMessage> call = Optional.empty();
  Rope stream = Rope.empty();
  StreamLayout layout = StreamLayout.INLINE;
  MessageContent content = MessageContent.NOTHING;

  /** What is in its stream, if that was looked into already. */
  Optional<RpcContent> read = Optional.empty();

  /** What is said of the delivery of its Send if the wait for proof of it goes on. */
  public SettledBy unsettled = SettledBy.EVIDENCE;

  private long firstFrame;
  private long lastFrame;
  private long nanos;

  /** Of the message, once it was handed out. */
  private long number;

  private @Nullable MessageRoute route;

  /** The message, once somebody asked for it. */
  private @Nullable RpcMessage message;

  Draft(Send send, ParsedHeader parsed) {
    take(send, parsed);
  }

  /** Begins another message, once the one before has ended. */
  final void begin(Send ofSend, ParsedHeader header) {
    take(ofSend, header);
  }

  /** Lets go of the message that was handed out, all but its Send and its header. */
  final void end() {
    message = null;
    findings.clear();
    moves.clear();
    contributions.clear();
    sendFragments = Collections.emptyList();
    readChunks = Collections.emptyList();
    writeChunks = Collections.emptyList();
    replyChunk = Optional.empty();
    missing = null;
    isRepeat = false;
    rpc = null;
    call = Optional.empty();
    stream = Rope.empty();
    layout = StreamLayout.INLINE;
    content = MessageContent.NOTHING;
    read = Optional.empty();
    unsettled = SettledBy.EVIDENCE;
  }

  private void take(Send ofSend, ParsedHeader header) {
    send = ofSend;
    parsed = header;
    writeChunks = header.writeList();
    replyChunk = header.replyChunk();
    firstFrame = ofSend.firstFrame();
    lastFrame = ofSend.lastFrame();
    nanos = ofSend.lastNanos();
    note(ofSend.findings());
  }

  /** Adds what was noticed, which is mostly nothing. */
  final void note(List<Finding> noticed) {
    if (!noticed.isEmpty()) {
      findings.addAll(noticed);
    }
  }

  /** Counts in the operations that moved a segment. */
  final void moved(RdmaSegment segment) {
    List<RdmaSubSegment> operations = segment.subSegments();
    for (int i = 0; i < operations.size(); i++) {
      RdmaSubSegment subSegment = operations.get(i);
      moves.add(subSegment);
      subSegment.listed();
      subSegment.takeFindings(findings);
      contributed(subSegment);
      if (subSegment.size() == 0) {
        continue;
      }
      firstFrame = Math.min(firstFrame, subSegment.firstFrame());
      if (subSegment.lastFrame() > lastFrame) {
        lastFrame = subSegment.lastFrame();
        nanos = subSegment.lastNanos();
      }
    }
  }

  private void contributed(RdmaSubSegment subSegment) {
    Contribution contribution = subSegment.contribution();
    if (contribution != null) {
      contributions.add(contribution);
    }
  }

  private List<RdmaTransfer> transfers() {
    List<RdmaTransfer> transfers = new ArrayList<>(moves.size());
    for (int i = 0; i < moves.size(); i++) {
      transfers.add(moves.get(i).summary());
    }
    for (int i = 1; i < transfers.size(); i++) {
      if (BY_FIRST_FRAME.compare(transfers.get(i - 1), transfers.get(i)) > 0) {
        transfers.sort(BY_FIRST_FRAME);
        break;
      }
    }
    return ShortLists.copy(transfers);
  }

  /** On replies, what is in their call, as far as it is kept. */
  Optional<MessageContent> contentOfCall() {
    return call.isPresent() ? Optional.of(call.get().content()) : Optional.empty();
  }

  /** Makes the lists of chunks, with what moved through them. */
  void listChunks() {}

  /** Gives the message its number, and the way that it went. */
  final void handedOut(long as, MessageRoute by) {
    number = as;
    route = by;
    if (findings.size() > 1) {
      findings.sort(ShortLists.BY_FRAME);
    }
  }

  /** What is known of the call that it is, once it was handed out. */
  final HandedOut handedOut() {
    return new HandedOut(
        number, send.lastFrame(), Objects.requireNonNull(route), length(), missing, layout, rpc);
  }

  /** Number of the message; 0 before it was handed out. */
  public final long number() {
    return number;
  }

  final long lastFrame() {
    return lastFrame;
  }

  /** Bytes of the rebuilt RPC message. */
  public final Rope stream() {
    return stream;
  }

  /** Whether every byte of the RPC message was seen, which it has. */
  final boolean isComplete() {
    return Objects.requireNonNull(missing).isEmpty() && !parsed.isTruncated();
  }

  /** The RPC message, which is made for the first who asks; null where there is none. */
  final @Nullable RpcSummary rpc() {
    if (rpc == null && missing != null) {
      rpc = summary(missing);
    }
    return rpc;
  }

  /** Whether it tells of something that was done, and that no message told before. */
  boolean isNew() {
    return !isRepeat;
  }

  /** Whether the sequence number of RPCSEC_GSS that its body must have is known. */
  boolean knowsSequence() {
    return false;
  }

  /** Makes what output says of the RPC message, if it has one. */
  @Nullable RpcSummary summary(List<MissingRange> unseen) {
    return null;
  }

  /** Bytes of the rebuilt RPC message; -1 where the header that would tell was cut. */
  long length() {
    return -1;
  }

  /** The message, which was handed out. It is made for the first who asks. */
  public final RpcMessage message() {
    RpcMessage known = message;
    if (known == null) {
      known = make(Objects.requireNonNull(route));
      message = known;
    }
    return known;
  }

  /** Bytes of its Send. */
  final int sendLength() {
    return (int) Math.min(Integer.MAX_VALUE, send.payload().length());
  }

  private RpcMessage make(MessageRoute by) {
    listChunks();
    RpcSummary summary = rpc();
    return new RpcMessage(
        new MessageOutline(
            number,
            firstFrame,
            lastFrame,
            send.lastFrame(),
            send.firstNanos(),
            send.lastNanos(),
            nanos,
            by,
            parsed.header(),
            send.delivered(),
            send.settledBy().orElse(unsettled),
            send.packets(),
            sendLength(),
            send.invalidates(),
            Optional.ofNullable(summary),
            layout),
        readChunks,
        writeChunks,
        replyChunk,
        sendFragments,
        moves.isEmpty() ? Collections.emptyList() : transfers(),
        call,
        stream,
        ShortLists.copy(findings),
        content);
  }
}
