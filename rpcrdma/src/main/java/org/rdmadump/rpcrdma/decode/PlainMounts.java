package org.rdmadump.rpcrdma.decode;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.KnownServers;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcMessageType;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.tcp.TcpSegment;
import org.rdmadump.xdr.decode.XdrContent;

/**
 * Learns from MOUNT over TCP or UDP which path of a server has which file handle. Clients of NFS
 * version 3 ask for it that way before they talk NFS over RDMA (RFC 1813 section 5.2.1).
 *
 * <p>Calls and replies are read that are whole in one datagram, or in segments in order.
 */
final class PlainMounts {
  private static final FindingSink SAID_BEFORE = new SaidBefore();

  /** Calls that wait for their reply. */
  private static final int MOST_CALLS = 64;

  private static final int MNT = 1;

  /** RFC 5531 section 11. */
  private static final int RECORD_MARK = Integer.BYTES;

  /** RFC 5531 section 9. */
  private static final int TYPE_AT = 4;

  private static final int PROGRAM_AT = 12;
  private static final int PROCEDURE_AT = 20;

  /** A reply without results. */
  private static final int SHORTEST = 24;

  /** Headers of 400 bytes each for credential and verifier, and a path of 1024 (RFC 1813). */
  private static final int LONGEST = 2048;

  private final KnownServers names;
  private final RpcDecoder decoder;
  private final TcpSegment segment = new TcpSegment();
  private final PartialRecords partial = new PartialRecords(SHORTEST, LONGEST);
  private final Map<Caller, RpcContent> calls = new RecentMap<>(MOST_CALLS);

  /** Tells a call from others. What a record makes for that itself takes the JVM 15 ms. */
  private record Caller(
      IpAddress client, int clientPort, IpAddress server, int serverPort, int xid) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Caller that
          && xid == that.xid
          && clientPort == that.clientPort
          && serverPort == that.serverPort
          && client.equals(that.client)
          && server.equals(that.server);
    }

    @Override
    public int hashCode() {
      return (client.hashCode() * 31 + server.hashCode()) * 31 + xid;
    }
  }

  /** Takes what is wrong with a header. */
  private static final class SaidBefore implements FindingSink {
    @Override
    public void accept(Finding finding) {}
  }

  PlainMounts(KnownServers names, RpcDecoder decoder) {
    this.names = names;
    this.decoder = decoder;
  }

  /** Looks at a TCP segment that carries no iWARP. */
  void tcp(Frame holder, Datagram datagram) {
    if (segment.read(holder, datagram, SAID_BEFORE) != TcpSegment.Reading.WHOLE
        || segment.payloadCaptured() == 0) {
      return;
    }
    ByteBuffer record = partial.goOn(segment, datagram);
    if (record != null) {
      record(record, 0, record.position(), datagram);
      return;
    }
    int at = segment.payloadOffset();
    int present = segment.payloadCaptured();
    if (partial.mayBegin(segment.array(), at, present)
        && !record(holder.bytes(), at, present, datagram)
        && isWanted(holder.bytes(), at + RECORD_MARK, present - RECORD_MARK)) {
      partial.begin(segment, datagram);
    }
  }

  /** Takes a message with its mark. Returns whether it is whole. */
  private boolean record(ByteBuffer bytes, int at, int present, Datagram by) {
    int length = present < RECORD_MARK ? 0 : partial.length(bytes.getInt(at));
    boolean isWhole = length > 0 && length <= present - RECORD_MARK;
    if (isWhole) {
      message(bytes, at + RECORD_MARK, length, by, segment.sourcePort(), segment.destinationPort());
    }
    return isWhole;
  }

  /** Whether the beginning of a message may be that of MOUNT. */
  private boolean isWanted(ByteBuffer bytes, int at, int present) {
    if (present < TYPE_AT + Integer.BYTES) {
      return true;
    }
    int type = bytes.getInt(at + TYPE_AT);
    if (type == RpcMessageType.REPLY.number()) {
      return !calls.isEmpty();
    }
    return type == RpcMessageType.CALL.number()
        && (present < PROGRAM_AT + Integer.BYTES
            || bytes.getInt(at + PROGRAM_AT) == RpcPrograms.MOUNT);
  }

  /** Looks at a UDP datagram that carries no RoCE. */
  void udp(Frame holder, Datagram datagram) {
    if (!datagram.isPayloadCut() && datagram.payloadCaptured() >= SHORTEST) {
      message(
          holder.bytes(),
          datagram.payloadOffset(),
          datagram.payloadCaptured(),
          datagram,
          datagram.sourcePort(),
          datagram.destinationPort());
    }
  }

  private void message(ByteBuffer bytes, int at, int length, Datagram by, int from, int to) {
    if (length > LONGEST) {
      return;
    }
    int type = bytes.getInt(at + TYPE_AT);
    if (type == RpcMessageType.CALL.number()) {
      if (bytes.getInt(at + PROGRAM_AT) == RpcPrograms.MOUNT
          && bytes.getInt(at + PROCEDURE_AT) == MNT) {
        Caller caller = new Caller(by.source(), from, by.destination(), to, bytes.getInt(at));
        calls.put(caller, decoder.content(copy(bytes, at, length), Optional.empty()));
      }
    } else if (type == RpcMessageType.REPLY.number() && !calls.isEmpty()) {
      RpcContent call =
          calls.remove(new Caller(by.destination(), to, by.source(), from, bytes.getInt(at)));
      if (call != null) {
        answered(call, copy(bytes, at, length), by.source());
      }
    }
  }

  private static Rope copy(ByteBuffer bytes, int at, int length) {
    byte[] copy = new byte[length];
    bytes.get(at, copy);
    return Rope.of(copy, 0, length);
  }

  private void answered(RpcContent call, Rope reply, IpAddress server) {
    Optional<XdrContent> arguments = call.body();
    if (arguments.isEmpty() || !(call.reading() instanceof RpcCallHeader header)) {
      return;
    }
    Optional<XdrContent> results = decoder.content(reply, Optional.of(header)).body();
    if (results.isPresent()) {
      names
          .at(server)
          .reply(
              header,
              arguments.get(),
              Optional.empty(),
              FileNames.NONE,
              results.get(),
              Optional.empty(),
              /* teaches= */ true);
    }
  }
}
