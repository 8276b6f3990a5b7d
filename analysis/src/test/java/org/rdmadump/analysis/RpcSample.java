package org.rdmadump.analysis;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.MessageOutline;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;

/** Messages of a client and a server with the RPC messages in them that a test has written. */
public final class RpcSample {
  private static final int XID = 0x676090a2;

  private RpcSample() {}

  /** A call, everything inline. */
  public static RpcMessage call(RpcWords words) {
    return call(words.rope()).orElseThrow(() -> new AssertionError("no call"));
  }

  /** The reply to a call, a millisecond later. */
  public static RpcMessage reply(RpcMessage call, RpcWords words) {
    return reply(call, words.rope()).orElseThrow(() -> new AssertionError("no reply"));
  }

  /** A call of any bytes; nothing if its header cannot be read. */
  public static Optional<RpcMessage> call(Rope stream) {
    return RpcHeader.read(stream) instanceof RpcCallHeader header
        ? Optional.of(
            message(
                stream,
                true,
                Optional.of(header),
                Optional.of(header.credential().label()),
                Optional.empty(),
                Optional.empty()))
        : Optional.empty();
  }

  /** A reply of any bytes; nothing if its header cannot be read. */
  public static Optional<RpcMessage> reply(RpcMessage call, Rope stream) {
    return RpcHeader.read(stream) instanceof RpcReplyHeader header
        ? Optional.of(
            message(
                stream,
                false,
                call.rpc().orElseThrow().callHeader(),
                Optional.empty(),
                Optional.of(header.status().code().name()),
                Optional.of(call)))
        : Optional.empty();
  }

  /** A call of which not all bytes were captured. */
  public static RpcMessage cutCall(RpcMessage whole, Rope cut) {
    return message(
        cut,
        true,
        whole.rpc().orElseThrow().callHeader(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static RpcMessage message(
      Rope stream,
      boolean isCall,
      Optional<RpcCallHeader> header,
      Optional<String> auth,
      Optional<String> status,
      Optional<RpcMessage> call) {
    List<MissingRange> missing = List.of();
    RpcCallHeader of = header.orElseThrow();
    RpcSummary rpc =
        new RpcSummary(
            isCall,
            XID,
            header,
            OptionalInt.of((int) of.program()),
            OptionalInt.of((int) of.version()),
            OptionalInt.of((int) of.procedure()),
            auth,
            status,
            Optional.empty(),
            isCall ? OptionalLong.empty() : OptionalLong.of(1),
            isCall ? OptionalLong.empty() : OptionalLong.of(1_000_000),
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.of(stream.length()),
            Optional.empty(),
            true,
            missing);
    return new RpcMessage(
        new MessageOutline(
            isCall ? 1 : 2,
            10,
            20,
            12,
            isCall ? Sample.TIME : Sample.TIME + 1_000_000,
            isCall ? Sample.TIME : Sample.TIME + 1_000_000,
            isCall ? Sample.TIME : Sample.TIME + 1_000_000,
            new MessageRoute(
                Sample.TIME,
                Transport.ROCEV2,
                Lane.USUAL,
                1,
                Recognition.CM,
                isCall ? Direction.FORWARD : Direction.BACKWARD,
                isCall ? Sample.CLIENT : Sample.SERVER,
                isCall ? Sample.SERVER : Sample.CLIENT),
            new RpcRdmaHeader(XID, 1, 32, 0, Optional.empty(), 28, false, false),
            true,
            SettledBy.EVIDENCE,
            1,
            192,
            OptionalInt.empty(),
            Optional.of(rpc),
            StreamLayout.INLINE),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        call,
        stream,
        List.of(),
        new MessageContent(
            new RpcDecoder(), stream, header, call.map(RpcMessage::content), Optional.empty()));
  }
}
