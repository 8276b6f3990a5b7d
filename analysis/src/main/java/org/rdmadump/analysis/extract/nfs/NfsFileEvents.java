package org.rdmadump.analysis.extract.nfs;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.extract.FileEventSink;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;

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
  private final SentAgain sentAgain = new SentAgain();
  private final WholeEvents events;
  private final ProcedureFileEvents version2;
  private final ProcedureFileEvents version3;
  private long unreadable;
  private long withoutCall;

  /** Tells {@code sink}. */
  public NfsFileEvents(FileEventSink sink) {
    this.events = new WholeEvents(sink);
    this.version2 = ProcedureFileEvents.ofVersion2(events);
    this.version3 = ProcedureFileEvents.ofVersion3(events);
  }

  /**
   * {@return calls whose arguments could not be read, being cut, missing, malformed or encrypted;
   * those of other programs than NFS do not count}
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
    SentAgain.Counts counts = sentAgain.take(call, reply);
    if (counts == SentAgain.Counts.NOT) {
      return;
    }
    events.isAgain(counts == SentAgain.Counts.INSTEAD);
    OptionalInt program = call.rpc().get().program();
    if (program.isEmpty()) {
      unreadable++;
    }
    if (program.orElse(0) != NFS) {
      return;
    }
    RpcContent content = content(call, Optional.empty());
    Optional<XdrContent> arguments = content.body();
    if (!(content.reading() instanceof RpcCallHeader header) || arguments.isEmpty()) {
      unreadable++;
      return;
    }
    Answer answer = answer(reply);
    Optional<XdrContent> results = Optional.empty();
    if (reply.isPresent() && answer == Answer.UNKNOWN) {
      RpcContent replied = content(reply.get(), Optional.of(header));
      answer = answer(replied);
      results = replied.body();
    }
    FileNames names = exchange.names();
    events.at(names.path());
    events.sentIn(call.sendFrame());
    IpAddress server =
        (call.direction() == Direction.FORWARD ? call.destination() : call.source()).address();
    switch ((int) header.version()) {
      case NFS_2, NFS_3 -> {
        String procedure = content.procedure().isPresent() ? content.procedure().get().name() : "";
        // Nothing else that failed says anything.
        if (procedure.equals("WRITE") || !isFailed(reply)) {
          (header.version() == NFS_2 ? version2 : version3)
              .procedure(
                  procedure,
                  new Fields(Optional.of(arguments.get().tree()), server),
                  new Fields(
                      results.isPresent() ? Optional.of(results.get().tree()) : Optional.empty(),
                      server),
                  answer);
        }
      }
      case NFS_4 -> {
        Optional<Nfs4Compound> known = call.content().compound();
        Optional<Nfs4Compound> asked =
            known.isPresent() ? known : Nfs4Compound.of(arguments.get(), Optional.empty());
        if (asked.isPresent()) {
          boolean isMalformed =
              call.rpc().get().complete() && asked.get().count() < asked.get().announced();
          unreadable += isMalformed ? 1 : 0;
          Optional<Nfs4Compound> answered =
              results.isPresent() ? answered(reply, results.get(), asked) : Optional.empty();
          new Nfs4Course(events, server, asked.get(), answered, names).follow(answer);
        }
      }
      default -> unreadable++;
    }
  }

  private static boolean isFailed(Optional<RpcMessage> reply) {
    Optional<XdrNumber> status =
        reply.isPresent() ? reply.get().content().status() : Optional.empty();
    return status.isPresent() && status.get().value() != 0;
  }

  private static Optional<Nfs4Compound> answered(
      Optional<RpcMessage> reply, XdrContent results, Optional<Nfs4Compound> asked) {
    Optional<Nfs4Compound> known =
        reply.isPresent() ? reply.get().content().compound() : Optional.empty();
    return known.isPresent() ? known : Nfs4Compound.of(results, asked);
  }

  /** What was looked into already is not decoded again. */
  private RpcContent content(RpcMessage message, Optional<RpcCallHeader> call) {
    Optional<RpcContent> known = message.content().rpc();
    return known.isPresent() && known.get().body().isPresent()
        ? known.get()
        : decoder.content(message.stream(), call);
  }

  /** An RDMA_ERROR has no RPC message: the server could not even read the call. */
  private static Answer answer(Optional<RpcMessage> reply) {
    return reply.isPresent() && reply.get().rpc().isEmpty() ? Answer.REFUSED : Answer.UNKNOWN;
  }

  private static Answer answer(RpcContent reply) {
    if (reply.reading() instanceof RpcReplyHeader header) {
      return header.status().isSuccess() ? Answer.DONE : Answer.REFUSED;
    }
    return Answer.UNKNOWN;
  }
}
