package org.rdmadump.analysis.extract.nfs;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.extract.FileEventSink;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrContent;

/**
 * Tells what calls of NFS and their replies say about files, from exchanges whose messages still
 * have their bytes.
 *
 * <p>A call counts once, however often it was sent. A READ counts if its reply was delivered. A
 * WRITE that the server refused does not count; one without an answer does, as such.
 */
public final class NfsFileEvents {
  private static final int NFS = 100003;
  private static final int NFS_2 = 2;
  private static final int NFS_3 = 3;
  private static final int NFS_4 = 4;

  private final RpcDecoder decoder = new RpcDecoder();
  private final Nfs2FileEvents version2;
  private final Nfs3FileEvents version3;
  private final Nfs4FileEvents version4;
  private long unreadable;
  private long withoutCall;

  /** Tells {@code sink}. */
  public NfsFileEvents(FileEventSink sink) {
    WholeEvents events = new WholeEvents(sink);
    this.version2 = new Nfs2FileEvents(events);
    this.version3 = new Nfs3FileEvents(events);
    this.version4 = new Nfs4FileEvents(events);
  }

  /**
   * {@return calls whose arguments could not be read, being cut, missing or encrypted; those of
   * other programs than NFS do not count}
   */
  public long unreadable() {
    return unreadable;
  }

  /** {@return replies of any program whose call was not captured} */
  public long withoutCall() {
    return withoutCall;
  }

  /**
   * Takes a call with its reply.
   *
   * @throws IOException if the sink fails
   */
  public void exchange(RpcExchange exchange) throws IOException {
    if (exchange.call().isEmpty()) {
      withoutCall +=
          exchange.reply().isPresent() && exchange.reply().get().rpc().isPresent() ? 1 : 0;
      return;
    }
    RpcMessage call = exchange.call().get();
    Optional<RpcMessage> reply = exchange.reply();
    if (call.rpc().isEmpty() || (!call.delivered() && reply.isEmpty())) {
      return;
    }
    OptionalInt program = call.rpc().get().program();
    if (program.isEmpty()) {
      unreadable++;
    }
    if (!program.equals(OptionalInt.of(NFS))) {
      return;
    }
    RpcContent called = decoder.content(call.stream(), Optional.empty());
    Optional<XdrContent> arguments = called.body();
    Optional<RpcCallHeader> header = called.header().flatMap(NfsFileEvents::asCall);
    if (header.isEmpty() || arguments.isEmpty()) {
      unreadable++;
      return;
    }
    Answer answer = answer(reply);
    Optional<XdrContent> results = Optional.empty();
    if (reply.isPresent() && answer == Answer.UNKNOWN) {
      RpcContent content = decoder.content(reply.get().stream(), header);
      answer = answer(content);
      results = content.body();
    }
    IpAddress server =
        (call.direction() == Direction.FORWARD ? call.destination() : call.source()).address();
    take(header.get(), server, arguments.get(), results, answer);
  }

  /** An RDMA_ERROR has no RPC message: the server could not even read the call. */
  private static Answer answer(Optional<RpcMessage> reply) {
    return reply.isPresent() && reply.get().rpc().isEmpty() ? Answer.REFUSED : Answer.UNKNOWN;
  }

  private static Answer answer(RpcContent reply) {
    Optional<RpcHeader> header = reply.header();
    if (header.isPresent() && header.get() instanceof RpcReplyHeader read) {
      return read.status().isSuccess() ? Answer.DONE : Answer.REFUSED;
    }
    return Answer.UNKNOWN;
  }

  private static Optional<RpcCallHeader> asCall(RpcHeader header) {
    return header instanceof RpcCallHeader call ? Optional.of(call) : Optional.empty();
  }

  private void take(
      RpcCallHeader header,
      IpAddress server,
      XdrContent arguments,
      Optional<XdrContent> results,
      Answer answer)
      throws IOException {
    switch ((int) header.version()) {
      case NFS_2, NFS_3 -> {
        Fields called = new Fields(arguments.tree());
        Fields returned = new Fields(results.map(XdrContent::tree));
        if (header.version() == NFS_2) {
          version2.procedure((int) header.procedure(), server, called, returned, answer);
        } else {
          version3.procedure((int) header.procedure(), server, called, returned, answer);
        }
      }
      case NFS_4 -> {
        Optional<Nfs4Compound> call = Nfs4Compound.of(arguments, Optional.empty());
        if (call.isPresent()) {
          Optional<Nfs4Compound> reply =
              results.isPresent() ? Nfs4Compound.of(results.get(), call) : Optional.empty();
          version4.compound(server, call.get(), reply, answer);
        }
      }
      default -> unreadable++;
    }
  }
}
