package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.memory.Turn;
import org.rdmadump.rpcrdma.memory.Window;

/** A call from its Send to its reply, and the memory that it advertised. */
public final class CallInFlight extends UseOrder.Member<CallInFlight> implements KnownCall {
  /** Calls with memory in common with it that are remembered. */
  private static final int MOST_OTHERS = 16;

  /** What the exchange tells of uses of its memory and of refused replies; more is told alone. */
  private static final int MOST_FINDINGS = 32;

  /** Sends that bring it again before it is handed out, which are told with it. */
  private static final int MOST_REPEATS = 64;

  public final int xid;
  public final Send send;
  public final ParsedHeader parsed;

  private final boolean behindResponder;

  /** Answers that its sender had, or was to get, when it was sent. */
  private final long answersBefore;

  /** Null if nothing was noticed. */
  private @Nullable Noticed noticed;

  private final CallMemory memory;
  private @Nullable HandedOut handedOut;
  private @Nullable RpcMessage message;

  /** Number of the call that it repeats: one that was answered, or of another connection. */
  private OptionalLong repeatOf = OptionalLong.empty();

  /** Number of the reply that the call had which it repeats; 0 if there was none. */
  private long answeredBefore;

  /** XID of the RPC message, if that was seen. */
  private int messageXid;

  /** What it asks for. */
  public final CallHead head = new CallHead();

  private @Nullable CallDigest digest;

  /** Whose it is while it waits. */
  @Nullable CallOwner owner;

  /** What its Send has behind the header, while that is needed. */
  private @Nullable Rope inline;

  private boolean closed;
  private boolean settled;
  private boolean forgotten;
  private boolean inFlight = true;
  private boolean remembered;
  private boolean onlyCopy;
  private boolean followsAnswered;
  private long cost;

  /** What was noticed about a call, which for most is nothing. */
  private static final class Noticed {
    List<Finding> findings = Collections.emptyList();
    List<Finding> ofExchange = Collections.emptyList();
    List<Finding> ofRefused = Collections.emptyList();
    List<Finding> doubts = Collections.emptyList();
    List<Turn> replaced = Collections.emptyList();
    List<Turn> replacedBy = Collections.emptyList();
    List<Repeat> repeats = Collections.emptyList();
  }

  /** A call that was captured just now; with a window if it has chunks. */
  public CallInFlight(
      Send send,
      ParsedHeader parsed,
      @Nullable Window window,
      boolean behindResponder,
      long answersBefore) {
    this.xid = parsed.xid();
    this.messageXid = xid;
    this.behindResponder = behindResponder;
    this.answersBefore = answersBefore;
    this.send = send;
    this.parsed = parsed;
    this.memory = CallMemory.of(parsed, window);
  }

  @Override
  protected CallInFlight self() {
    return this;
  }

  @Override
  public boolean isTruncated() {
    return parsed.isTruncated();
  }

  @Override
  public CallIdentity identity() {
    return head.identity();
  }

  @Override
  public Optional<RpcCallHeader> rpc() {
    return head.whole();
  }

  void handedOut(HandedOut as) {
    handedOut = as;
  }

  /** Keeps of its message what its exchange will need. */
  public void keep(@Nullable RpcMessage kept) {
    message = kept;
  }

  @Override
  public long number() {
    return handedOut == null ? 0 : handedOut.number();
  }

  /** Frame that had ended its Send when it was handed out; 0 before that. */
  public long sendFrame() {
    return handedOut == null ? 0 : handedOut.sendFrame();
  }

  /** What is known of it since it was handed out; null before that. */
  @Nullable HandedOut handedOut() {
    return handedOut;
  }

  @Override
  public @Nullable RpcMessage message() {
    return message;
  }

  @Override
  public CallMemory memory() {
    return memory;
  }

  @Override
  public boolean isBehindResponder() {
    return behindResponder;
  }

  /** Its reply was sent, in this place. */
  public void close(long reply) {
    closed = true;
    memory.close(reply);
  }

  public boolean isClosed() {
    return closed;
  }

  /** Whether anything was noticed about it, its exchange, or repeats of it. */
  public boolean isNoticed() {
    return noticed != null;
  }

  private Noticed notice() {
    Noticed known = noticed;
    if (known == null) {
      known = new Noticed();
      noticed = known;
    }
    return known;
  }

  /** What was noticed about it. */
  List<Finding> findings() {
    return noticed == null ? Collections.emptyList() : noticed.findings;
  }

  public void note(Finding finding) {
    Noticed to = notice();
    to.findings = ShortLists.with(to.findings, finding);
  }

  public void note(List<Finding> some) {
    for (int i = 0; i < some.size(); i++) {
      note(some.get(i));
    }
  }

  /** What was noticed about the pair rather than about one of its messages. */
  List<Finding> exchangeFindings() {
    return noticed == null ? Collections.emptyList() : noticed.ofExchange;
  }

  /** As {@link #noteOfExchange}, unless there are many. Returns whether it did. */
  public boolean noteOfExchangeIfFew(Finding finding) {
    boolean few = exchangeFindings().size() < MOST_FINDINGS;
    if (few) {
      noteOfExchange(finding);
    }
    return few;
  }

  public void noteOfExchange(Finding finding) {
    Noticed to = notice();
    to.ofExchange = ShortLists.byFrame(to.ofExchange, finding);
  }

  /** Those of what was noticed about the pair that a reply has which its receiver refused. */
  List<Finding> findingsOfRefused() {
    return noticed == null ? Collections.emptyList() : noticed.ofRefused;
  }

  /**
   * Takes what was noticed about a reply that its receiver refused, unless there is much: the
   * message has it, too.
   */
  public void noteOfRefused(Finding finding) {
    if (noteOfExchangeIfFew(finding)) {
      Noticed to = notice();
      to.ofRefused = ShortLists.with(to.ofRefused, finding);
    }
  }

  /** Takes what is wrong with it unless a reply before it was not captured. */
  public void doubt(List<Finding> some) {
    notice().doubts = some;
  }

  /** Takes note of a call that had some of its memory and had no reply before it was captured. */
  void replaces(Turn other) {
    Noticed to = notice();
    to.replaced = withOther(to.replaced, other);
  }

  /** Takes note of a call that had some of its memory before its reply was captured. */
  void replacedBy(Turn other) {
    Noticed to = notice();
    to.replacedBy = withOther(to.replacedBy, other);
  }

  /** Calls that had some of its memory before its reply was captured, the first of them. */
  List<Turn> replacedBy() {
    return noticed == null ? Collections.emptyList() : noticed.replacedBy;
  }

  private static List<Turn> withOther(List<Turn> some, Turn other) {
    return some.size() < MOST_OTHERS && !some.contains(other) ? ShortLists.with(some, other) : some;
  }

  /**
   * Whether all of those may have been answered when it was sent: it may just have been captured
   * early.
   */
  public boolean mayHaveFreeMemory() {
    if (noticed != null) {
      if (noticed.replaced.size() == MOST_OTHERS) {
        return false;
      }
      for (Turn each : noticed.replaced) {
        if (!memory.window().mayFollowReplyTo(each)) {
          return false;
        }
      }
    }
    return true;
  }

  public List<Finding> doubts() {
    return noticed == null ? Collections.emptyList() : noticed.doubts;
  }

  public long answersBefore() {
    return answersBefore;
  }

  /** Says whether no other call with its XID was sent before, as far as can be known. */
  public void onlyCopy(boolean isOnly) {
    onlyCopy = isOnly;
  }

  /** Whether no other call with its XID was sent, as far as was captured by now. */
  boolean isOnlyCopy() {
    return onlyCopy;
  }

  /** Hands over the calls with the same XID and chunks that came later, and forgets them. */
  public List<Repeat> takeRepeats() {
    if (noticed == null) {
      return Collections.emptyList();
    }
    List<Repeat> taken = noticed.repeats;
    noticed.repeats = Collections.emptyList();
    return taken;
  }

  /**
   * Takes a Send that brought it again.
   *
   * @return whether there are so many that it has to be handed out with them
   */
  public boolean repeatedBy(Repeat repeat) {
    Noticed to = notice();
    to.repeats = ShortLists.with(to.repeats, repeat);
    return to.repeats.size() >= MOST_REPEATS;
  }

  /**
   * A call that came again.
   *
   * @param findings what was noticed about it
   */
  public record Repeat(Send send, ParsedHeader parsed, List<Finding> findings) {}

  /** The side that sent it, which can change its number while directions are joined. */
  public int side() {
    return send.side();
  }

  public void settle() {
    settled = true;
  }

  /** Says that it was answered or given up. */
  public void forget() {
    forgotten = true;
  }

  /** Whether no answer to it was seen. */
  public boolean isInFlight() {
    return inFlight;
  }

  /** Says that an answer was seen, or is not waited for. */
  public void landed() {
    inFlight = false;
  }

  public boolean isForgotten() {
    return forgotten;
  }

  /** Bytes that it holds, as the table of calls counts them. */
  public long cost() {
    return cost;
  }

  public void cost(long bytes) {
    cost = bytes;
  }

  public boolean isSettled() {
    return settled;
  }

  public boolean isEmitted() {
    return handedOut != null;
  }

  /** Says that a call with its XID was answered before. */
  public void followsAnswered() {
    followsAnswered = true;
  }

  /** Whether a call with its XID was answered before, which may be this one. */
  public boolean isBehindAnswered() {
    return followsAnswered;
  }

  /**
   * Takes it for a repeat of a call that was answered.
   *
   * @param answeredBy number of the first reply to that
   */
  void repeats(long first, long answeredBy) {
    repeats(first);
    answeredBefore = answeredBy;
  }

  /** Whether it is known to repeat another one. */
  boolean isRepeat() {
    return repeatOf.isPresent();
  }

  /** Number of the reply that was captured before, to the call that it repeats. */
  OptionalLong answeredBefore() {
    return answeredBefore == 0 ? OptionalLong.empty() : OptionalLong.of(answeredBefore);
  }

  /** Takes it for a repeat of the call with that number of another connection. */
  void repeats(long first) {
    repeatOf = OptionalLong.of(first);
  }

  /** Number of the call that it repeats. */
  OptionalLong repeatOf() {
    return repeatOf;
  }

  /** Whether it is among the calls that may come again over another connection, or repeats one. */
  public boolean isRemembered() {
    return remembered;
  }

  void remembered() {
    remembered = true;
  }

  /** What its Send has behind the header; null if the header does not tell where that begins. */
  public @Nullable Rope inline() {
    Rope known = inline;
    if (known == null) {
      known = parsed.inline(send.payload());
      inline = known;
    }
    return known;
  }

  /** Says that the bytes of its Send are not needed any more. */
  public void release() {
    send.release();
    inline = null;
  }

  /** XID of the RPC message; that of the header before that was seen. */
  int messageXid() {
    return messageXid;
  }

  @Nullable CallDigest digest() {
    return digest;
  }

  /** Keeps a digest of the reduced message, whose bytes will be gone. */
  void digest(Rope reduced) {
    if (rpc().isPresent()) {
      digest = CallDigest.of(reduced, send.endSeen(), rpc().get());
    }
  }

  /** Notes of the pair what was noticed about its memory, as no reply tells. */
  public void noteMemoryOfExchange() {
    List<Finding> ofMemory = new ArrayList<>(0);
    memory.takeFindings(ofMemory);
    for (Finding each : ofMemory) {
      noteOfExchange(each);
    }
  }

  /** Reads the RPC header from the start of the call. */
  void readRpc(Rope stream, MessageReading by) {
    messageXid = MessageXid.of(stream, parsed);
    if (messageXid != xid) {
      note(MessageXid.differs(messageXid, send));
    }
    Finding wrong = head.read(stream, parsed, send.lastFrame(), by);
    if (wrong != null) {
      note(wrong);
    }
  }
}
