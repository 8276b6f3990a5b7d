package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.rpc.GssCredential;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;

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

  private CallMemory memory = CallMemory.NONE;
  private boolean truncated;
  private long number;
  private final CallDigest digest = new CallDigest();
  private @Nullable RpcMessage message;

  /** Where the message is not kept, the names of its files; null if there was none. */
  private @Nullable FileNames names;

  private long namesAsOf;

  /** Where the message is not kept; empty if it is no compound. */
  private OptionalLong minorVersion = OptionalLong.empty();

  private long first;
  private long answeredBy;
  private boolean behindResponder;

  /**
   * Takes another call in the place of the one before.
   *
   * @param by number of the reply's message
   * @param kept of its own message; null if nobody takes it
   */
  public void take(CallInFlight call, long by, @Nullable RpcMessage kept) {
    Optional<RpcCallHeader> rpc = call.rpc();
    if (rpc.isPresent()) {
      xid = rpc.get().xid();
      gss = rpc.get().gss();
    }
    identity = call.identity();
    memory = call.memory();
    truncated = call.parsed.isTruncated();
    number = call.number();
    CallDigest of = call.digest();
    digest.take(of == null ? new CallDigest() : of);
    message = kept;
    keepNames(call.message());
    first = call.repeatOf().orElse(number);
    answeredBy = call.answeredBefore().orElse(by);
    behindResponder = call.isBehindResponder();
  }

  private void keepNames(@Nullable RpcMessage of) {
    names = null;
    if (of != null && message == null) {
      minorVersion = of.content().minorVersionOfCall();
      names = of.content().names();
      namesAsOf = of.content().namesAsOf();
    }
  }

  /** What is in its message, as far as it is kept. */
  Optional<MessageContent> content() {
    return message != null
        ? Optional.of(message.content())
        : names != null
            ? Optional.of(MessageContent.named(names, namesAsOf, minorVersion))
            : Optional.empty();
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

  /** What it says. */
  CallDigest digest() {
    return digest;
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
  public CallMemory memory() {
    return memory;
  }

  /** Number of its message, or of the call that it repeats; 0 if it was not handed out. */
  long first() {
    return first;
  }

  /** Number of the message that answered it first, or the call that it repeats. */
  long answeredBy() {
    return answeredBy;
  }

  @Override
  public boolean isBehindResponder() {
    return behindResponder;
  }
}
