package org.rdmadump.exercise.proof;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.exercise.rpc.Exchange;
import org.rdmadump.rpcrdma.CaptureDecoder;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * The RPC messages of a capture, each held against what was in memory as it is rebuilt, so that no
 * more than one is held.
 */
final class RpcCapture implements MessageListener {
  private static final CaptureOptions OPTIONS =
      new CaptureOptions(/* digest= */ false, /* keepBytes= */ true, 64L << 20);

  private final Map<Integer, Exchange> expected = new HashMap<>();
  private final Map<Integer, Verdict> calls = new HashMap<>();
  private final Map<Integer, Verdict> replies = new HashMap<>();

  private RpcCapture(List<Exchange> exchanges) {
    for (Exchange exchange : exchanges) {
      expected.put(exchange.xid(), exchange);
    }
  }

  /** Decodes all of a capture, as every run of {@code rdmadump} does. */
  static RpcCapture of(FrameSource source, List<Exchange> exchanges) throws IOException {
    RpcCapture capture = new RpcCapture(exchanges);
    CaptureDecoder decoder = new CaptureDecoder(source, OPTIONS, capture);
    boolean more = true;
    while (more) {
      more = decoder.decodeNext();
    }
    CaptureSummary unused = decoder.finish();
    return capture;
  }

  @Override
  public void message(RpcMessage message) {
    Exchange exchange = expected.get(message.header().xid());
    if (exchange == null || message.rpc().isEmpty() || !message.delivered()) {
      return;
    }
    RpcSummary rpc = message.rpc().get();
    byte[] inMemory = (rpc.call() ? exchange.call() : exchange.reply()).bytes();
    Rope rebuilt = message.stream();
    Verdict verdict =
        rpc.length().isEmpty() && !rebuilt.isComplete()
            ? Compared.beginning(rebuilt, inMemory)
            : Compared.of(rebuilt, inMemory);
    Map<Integer, Verdict> known = rpc.call() ? calls : replies;
    Verdict first = known.putIfAbsent(exchange.xid(), verdict);
    if (first != null && verdict.differs()) {
      known.put(exchange.xid(), first.butWrong("a second message of the XID has other bytes"));
    }
  }

  /** What the capture says of the call with this XID, which has so many bytes. */
  Verdict call(int xid, int length) {
    return calls.getOrDefault(xid, Verdict.missing(length));
  }

  /** What the capture says of the reply with this XID, which has so many bytes. */
  Verdict reply(int xid, int length) {
    return replies.getOrDefault(xid, Verdict.missing(length));
  }
}
