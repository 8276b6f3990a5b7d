package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpc.GssCredential;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/**
 * What is kept of a call that was answered, because the call or its reply may come again. A run
 * keeps a thousand, and one after the other is used again for another call: of a call without
 * chunks it holds nothing that a collection of garbage would have to copy.
 */
public final class AnsweredCall implements KnownCall {
  private CallIdentity identity = CallIdentity.UNKNOWN;

  /** Of its RPC header, what differs from that of the first call like it. */
  private int xid;

  private Optional<GssCredential> gss = Optional.empty();

  /** Where its chunks are listed; null if it has none. */
  private @Nullable ParsedHeader lists;

  private boolean truncated;
  private List<List<RdmaSegment>> writeChunks = Collections.emptyList();
  private List<RdmaSegment> replySegments = Collections.emptyList();
  private List<RdmaSegment> readSegments = Collections.emptyList();
  private long number;
  private int sendLength;
  private @Nullable RpcMessage message;
  private long first;
  private long answeredBy;
  private boolean behindResponder;

  /**
   * Takes another call in the place of the one before.
   *
   * @param by number of the reply's message
   * @param kept of its own message
   */
  public void take(CallInFlight call, long by, @Nullable RpcMessage kept) {
    Optional<RpcCallHeader> rpc = call.rpc();
    if (rpc.isPresent()) {
      xid = rpc.get().xid();
      gss = rpc.get().gss();
    }
    identity = call.identity();
    lists = call.parsed.hasChunks() ? call.parsed : null;
    truncated = call.parsed.header().truncated();
    writeChunks = call.writeChunks;
    replySegments = call.replySegments;
    readSegments = call.readSegments;
    number = call.number();
    sendLength = call.sendLength();
    message = kept;
    first = call.repeatOf().orElse(number);
    answeredBy = by;
    behindResponder = call.isBehindResponder();
  }

  @Override
  public CallIdentity identity() {
    return identity;
  }

  @Override
  public Optional<RpcCallHeader> rpc() {
    return identity.with(xid, gss);
  }

  @Override
  public boolean isTruncated() {
    return truncated;
  }

  @Override
  public boolean lists(int handle) {
    return lists != null && lists.lists(handle);
  }

  /** Whether a call with its XID looks the same, as a repeat of it does. */
  boolean looksLike(CallInFlight call) {
    Optional<RpcCallHeader> before = rpc();
    return number != 0
        && call.rpc().isPresent()
        && before.isPresent()
        && call.rpc().get().canRepeat(before.get())
        && sendLength == call.send.payload().length()
        && (lists == null ? !call.parsed.hasChunks() : lists.hasSameChunks(call.parsed));
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public @Nullable RpcMessage message() {
    return message;
  }

  @Override
  public List<List<RdmaSegment>> writeChunks() {
    return writeChunks;
  }

  @Override
  public List<RdmaSegment> replySegments() {
    return replySegments;
  }

  @Override
  public List<RdmaSegment> segments() {
    List<RdmaSegment> all = new ArrayList<>(readSegments);
    for (List<RdmaSegment> chunk : writeChunks) {
      all.addAll(chunk);
    }
    all.addAll(replySegments);
    return all;
  }

  /** Number of its message, or of the call that it repeats; 0 if it was not handed out. */
  long first() {
    return first;
  }

  /** Number of the message that answered it. */
  long answeredBy() {
    return answeredBy;
  }

  @Override
  public boolean isBehindResponder() {
    return behindResponder;
  }
}
