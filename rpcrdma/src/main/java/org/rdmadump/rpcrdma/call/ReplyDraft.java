package org.rdmadump.rpcrdma.call;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcReading;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.MessageStream;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/** A reply that is rebuilt from its Send, its Write chunks and its Reply chunk. */
public final class ReplyDraft extends Draft {
  /** Of nearly all replies. */
  private static final Optional<String> SUCCESS = Optional.of(RpcStatusCode.SUCCESS.name());

  private final MessageReading reading;
  private final ChunkBytes bytes = new ChunkBytes();
  private final ReplyReview review = new ReplyReview(this);
  private final ReturnedChunks returned;

  /** The call that it answers, or answers again; null if that is not known. */
  private @Nullable KnownCall answers;

  /** Number of the message that it answers and that was no call, being wrong; 0 without one. */
  private long unreadNumber;

  private ConnectionSide caller;
  private SentOrder responders;

  /** Its RPC header; null if that could not be read. */
  private @Nullable RpcReplyHeader header;

  /** XID of the RPC message; that of the header if that was not seen. */
  private int messageXid;

  private boolean lengthKnown;

  /** Whether all that was sent before the reply is in the capture, and followed. */
  boolean allSeen;

  /** False if the bytes of a chunk are in the stream, but not where they belong. */
  private boolean inPlace;

  /** A reply of which is known what {@link Drafts#reply} says. */
  ReplyDraft(
      MessageReading reading,
      Send send,
      ParsedHeader parsed,
      @Nullable KnownCall answers,
      ConnectionSide caller,
      SentOrder responders,
      boolean acknowledged,
      boolean allSeen) {
    super(send, parsed);
    this.reading = reading;
    this.returned = new ReturnedChunks(this, review, reading.lengths());
    take(answers, caller, responders, acknowledged, allSeen);
  }

  /** Begins another reply. */
  void begin(
      Send ofSend,
      ParsedHeader header,
      @Nullable KnownCall ofCall,
      ConnectionSide ofCaller,
      SentOrder sent,
      boolean acknowledged,
      boolean isAllSeen) {
    begin(ofSend, header);
    take(ofCall, ofCaller, sent, acknowledged, isAllSeen);
  }

  private void take(
      @Nullable KnownCall ofCall,
      ConnectionSide ofCaller,
      SentOrder sent,
      boolean acknowledged,
      boolean isAllSeen) {
    if (parsed.hasReads()) {
      listReads();
    }
    answers = ofCall;
    unreadNumber = 0;
    caller = ofCaller;
    responders = sent;
    bytes.absentBecause(acknowledged ? whyUnseen() : ReasonForHole.LOST);
    allSeen = isAllSeen && ofCaller.memory().evicted() == 0;
    inPlace = true;
  }

  private ReasonForHole whyUnseen() {
    KnownCall call = answers;
    return call != null && call.memory().hasGivenUpWrites(send.order())
        ? ReasonForHole.EVICTED
        : ReasonForHole.NOT_CAPTURED;
  }

  private void listReads() {
    readChunks = SegmentsByPosition.chunks(parsed.readList());
    findings.add(
        send.finding(
            RpcRdmaRules.READS_IN_REPLY,
            "the reply has a Read list of " + Counted.of(readChunks.size(), "chunk")));
  }

  /** Whether it says that the call was not carried out: clients may try again. */
  public boolean isRefusal() {
    return header != null && header.status().code() != RpcStatusCode.SUCCESS;
  }

  @Override
  Optional<MessageContent> contentOfCall() {
    return answers instanceof AnsweredCall answered ? answered.content() : super.contentOfCall();
  }

  /** The call that it answers, or answers again; null if that is not known. */
  @Nullable KnownCall answers() {
    return answers;
  }

  /** The side of the caller. */
  ConnectionSide caller() {
    return caller;
  }

  /** In what order the other side sent. */
  SentOrder responders() {
    return responders;
  }

  /** Whether its call was handed out, or what cannot be read as that. */
  boolean hasCall() {
    return unreadNumber != 0 || (answers != null && answers.number() != 0);
  }

  /** Takes the number of the message that it answers, which could not be read as a call. */
  public void answersUnread(long number) {
    unreadNumber = number;
  }

  /** Puts the reply together. */
  public void build() {
    returned.find();
    Rope reduced = reduced();
    header = reduced == null ? null : readRpc(reduced);
    messageXid = reduced == null ? parsed.xid() : readXid(reduced);
    if (answers instanceof CallInFlight waiting && waiting.parsed.hasChunks()) {
      review.judge(waiting, header);
    }
    if (reduced != null) {
      stream = reduced;
      if (parsed.hasWrites() || reading.takesContent()) {
        stream = insert(reduced);
      } else if (!parsed.carriesMessage()) {
        layout = StreamLayout.unchunked(MovedBy.REPLY_CHUNK);
      }
    }
    for (int i = 0; i < returned.memory().size(); i++) {
      moved(returned.memory().get(i));
    }
    lengthKnown = reduced != null && send.endSeen();
    call = answers == null ? Optional.empty() : Optional.ofNullable(answers.message());
    if (answers instanceof AnsweredCall answered) {
      isRepeat = true;
      findings.add(repeats(answered));
    }
    missing = MessageStream.missing(stream);
  }

  @Override
  void listChunks() {
    writeChunks = returned.listWrites();
    if (parsed.hasReplyChunk()) {
      replyChunk = Optional.of(returned.listReply());
    }
  }

  /** What was left of the reply by its Write chunks; null if its header does not tell. */
  private @Nullable Rope reduced() {
    if (parsed.carriesMessage()) {
      return parsed.inline(send.payload());
    }
    return parsed.isTruncated() ? null : bytes.of(returned.reply());
  }

  private Optional<RpcCallHeader> callHeader() {
    return answers == null ? Optional.empty() : answers.rpc();
  }

  private @Nullable RpcReplyHeader readRpc(Rope reduced) {
    RpcReading read = reading.headers().read(reduced);
    if (read instanceof RpcReplyHeader header) {
      return header;
    }
    noHeader(read);
    return null;
  }

  private int readXid(Rope reduced) {
    int xid = MessageXid.of(reduced, parsed);
    if (xid != parsed.xid()) {
      otherXid(xid);
    }
    return xid;
  }

  /** What is in a chunk may be of another message where the call that offers it is not known. */
  private void otherXid(int xid) {
    if (parsed.carriesMessage() || answers instanceof CallInFlight) {
      findings.add(MessageXid.differs(xid, send));
    }
  }

  private void noHeader(RpcReading read) {
    // With a header that is cut, it is not known how long the message is.
    if (read instanceof RpcReading.Malformed malformed && !parsed.isTruncated()) {
      findings.add(CallHead.malformed(malformed, send.lastFrame()));
    }
  }

  /** Puts the Write chunks where the results that they carry belong. */
  private Rope insert(Rope reduced) {
    List<List<ReturnedSegment>> chunks = returned.writes();
    MovedBy rest = parsed.carriesMessage() ? MovedBy.INLINE : MovedBy.REPLY_CHUNK;
    Optional<RpcCallHeader> callHeader = callHeader();
    if (header != null && callHeader.isPresent() && (!chunks.isEmpty() || reading.takesContent())) {
      read = Optional.of(reading.decoder().reply(reduced, header, callHeader.get()));
    }
    boolean holdsCounts = read.isPresent() && read.get().holdsCounts();
    if (chunks.isEmpty() && !holdsCounts) {
      layout = StreamLayout.unchunked(rest);
      return reduced;
    }
    MessageStream rebuilt = new MessageStream(reduced, rest, MovedBy.WRITE_CHUNK);
    ChunkPlacing placing = new ChunkPlacing(send.lastFrame(), findings, rebuilt, chunks, bytes);
    if (read.isPresent()) {
      read.get().walkReduced(placing);
    }
    for (int i = 0; i < chunks.size(); i++) {
      if (!placing.isPlaced(i) && ReturnedSegment.length(chunks.get(i)) > 0) {
        rebuilt.reducedUpTo(reduced.length());
        rebuilt.chunk(bytes.of(chunks.get(i)));
        inPlace = false;
        notPlaced(i + 1);
      }
    }
    Rope whole = rebuilt.finish();
    layout = rebuilt.layout();
    if (!layout.chunks().isEmpty()) {
      read = Optional.empty();
    }
    return whole;
  }

  private void notPlaced(int number) {
    findings.add(
        Finding.inFrame(
            RpcRdmaRules.CHUNK_NOT_PLACED,
            send.lastFrame(),
            "the bytes of Write chunk " + number + " follow the reduced message"));
  }

  @Override
  RpcSummary summary(List<MissingRange> unseen) {
    CallIdentity identity = answers == null ? CallIdentity.UNKNOWN : answers.identity();
    long answered = answers == null ? unreadNumber : answers.number();
    OptionalLong callNumber = answered == 0 ? OptionalLong.empty() : OptionalLong.of(answered);
    Optional<RdmaTiming> timing = Optional.empty();
    OptionalLong latency = OptionalLong.empty();
    // A clock that goes back tells nothing; a repeat is counted with the reply that it repeats.
    if (isNew()
        && answers instanceof CallInFlight waiting
        && send.lastNanos() >= waiting.send.firstNanos()) {
      latency = OptionalLong.of(send.lastNanos() - waiting.send.firstNanos());
      timing = timing(waiting);
    }
    boolean complete = isComplete();
    return new RpcSummary(
        false,
        messageXid,
        callHeader(),
        identity.program(),
        identity.version(),
        identity.procedure(),
        Optional.empty(),
        header == null ? Optional.empty() : status(header.status().code()),
        header == null ? Optional.empty() : header.status().refusal(),
        callNumber,
        latency,
        timing,
        repeatOf(),
        lengthKnown ? reading.lengths().of(stream.length()) : OptionalLong.empty(),
        reading.digests() && complete && inPlace && stream.isComplete()
            ? Optional.of(stream.sha256())
            : Optional.empty(),
        complete,
        unseen);
  }

  /** Not if it may answer another copy of the call, which has a sequence number of its own. */
  @Override
  boolean knowsSequence() {
    return allSeen && answers instanceof CallInFlight waiting && waiting.isOnlyCopy();
  }

  @Override
  boolean isNew() {
    return repeatOf().isEmpty();
  }

  /** The first reply to its call, or to the call that this one repeats, which was done once. */
  private OptionalLong repeatOf() {
    if (answers instanceof CallInFlight waiting) {
      return waiting.answeredBefore();
    }
    return answers instanceof AnsweredCall answered
        ? OptionalLong.of(answered.answeredBy())
        : OptionalLong.empty();
  }

  private Finding repeats(AnsweredCall answered) {
    return Finding.inFrame(
        RpcRdmaRules.REPEATED,
        send.lastFrame(),
        "repeats the reply of message " + answered.answeredBy());
  }

  private static Optional<String> status(RpcStatusCode code) {
    return code == RpcStatusCode.SUCCESS ? SUCCESS : Optional.of(code.name());
  }

  private Optional<RdmaTiming> timing(CallInFlight answered) {
    if (!answered.parsed.hasChunks()) {
      return Optional.empty();
    }
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    List<RdmaSegment> segments = answered.memory().segments();
    for (int i = 0; i < segments.size(); i++) {
      List<RdmaSubSegment> operations = segments.get(i).subSegments();
      for (int j = 0; j < operations.size(); j++) {
        first = Math.min(first, operations.get(j).firstNanos());
        last = Math.max(last, operations.get(j).lastSeenNanos());
      }
    }
    if (first > last) {
      return Optional.empty();
    }
    return Optional.of(
        RdmaTiming.between(answered.send.firstNanos(), first, last, send.lastNanos()));
  }
}
