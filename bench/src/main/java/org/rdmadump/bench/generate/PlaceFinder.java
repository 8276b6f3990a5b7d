package org.rdmadump.bench.generate;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.Reth;
import org.rdmadump.ib.TransportService;
import org.rdmadump.ib.cm.CmDreq;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;

/**
 * Finds, frame by frame, where a real capture shows which connection it is of.
 *
 * <p>Offsets of segments are left as they are: handles differ, so nothing can meet. An RPC message
 * that is in a chunk as a whole (Position-Zero Read chunk, Reply chunk) has its XID in the packet
 * that moves the first bytes of the chunk.
 */
final class PlaceFinder {
  private static final int IPV4_SOURCE = 12;
  private static final int IPV4_DESTINATION = 16;
  private static final int IPV6_SOURCE_END = 20;
  private static final int IPV6_DESTINATION_END = 36;

  private static final int BTH_QP = 4;
  private static final int BTH_PSN = 8;
  private static final int R_KEY_IN_RETH = 8;
  private static final int MANAGEMENT_QPS = 1;

  private static final int TRANSACTION_LOW = 12;
  private static final int LOCAL_ID = MadHeader.LENGTH;
  private static final int REMOTE_ID = MadHeader.LENGTH + 4;
  private static final int REQ_QPN = MadHeader.LENGTH + 32;
  private static final int REQ_PSN = MadHeader.LENGTH + 44;
  private static final int REQ_GID_END = MadHeader.LENGTH + 56 + 12;
  private static final int REQ_ADDRESS_END = MadHeader.LENGTH + 140 + 4 + 12;
  private static final int REP_QPN = MadHeader.LENGTH + 12;
  private static final int REP_PSN = MadHeader.LENGTH + 20;
  private static final int DREQ_QPN = MadHeader.LENGTH + 8;

  private static final int NOMSG = 1;

  private Optional<IpAddress> client = Optional.empty();
  private int clientPsn = -1;
  private int serverPsn = -1;

  /** Chunks that hold an RPC message from its XID on: where they begin, and the XID. */
  private final Map<Memory, Integer> messages = new HashMap<>();

  /** RDMA Reads of such chunks, by the PSN of their first response. */
  private final Map<Response, Integer> reads = new HashMap<>();

  private record Memory(int handle, long offset) {}

  private record Response(boolean ofClient, int psn) {}

  /** PSN of the client's first request, 0 if there was none. */
  int clientPsn() {
    return Math.max(0, clientPsn);
  }

  /** PSN of the server's first request, 0 if there was none. */
  int serverPsn() {
    return Math.max(0, serverPsn);
  }

  /**
   * Finds the places of the next frame.
   *
   * @param start what the datagram's offsets are too high by
   */
  List<FramePosition> find(byte[] bytes, Datagram datagram, int start) {
    if (client.isEmpty()) {
      client = Optional.of(datagram.source());
    }
    boolean fromClient = client.get().equals(datagram.source());
    List<FramePosition> places = new ArrayList<>();
    addresses(places, datagram, start, fromClient);
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    int bth = datagram.payloadOffset() - start;
    Bth header = Bth.read(frame, bth);
    Opcode opcode = header.opcode();
    if (header.destinationQp() > MANAGEMENT_QPS) {
      places.add(new FramePosition(FramePosition.Field.QUEUE_PAIR_LOW, bth + BTH_QP));
    }
    int payload = bth + opcode.headersLength();
    int length =
        datagram.payloadLength() - opcode.headersLength() - header.padCount() - Icrc.LENGTH;
    if (opcode.service() == TransportService.RC) {
      boolean ofClient = fromClient != opcode.isResponse();
      places.add(psn(ofClient, true, bth + BTH_PSN));
      if (!opcode.isResponse()) {
        first(ofClient, header.psn());
      }
      reliable(places, frame, bth, header, ofClient, payload, length);
    } else {
      management(places, frame, payload, length, fromClient);
    }
    return places;
  }

  private void first(boolean ofClient, int psn) {
    if (ofClient && clientPsn < 0) {
      clientPsn = psn;
    } else if (!ofClient && serverPsn < 0) {
      serverPsn = psn;
    }
  }

  private static FramePosition psn(boolean ofClient, boolean low, int at) {
    if (ofClient) {
      return new FramePosition(
          low ? FramePosition.Field.CLIENT_PSN_LOW : FramePosition.Field.CLIENT_PSN_HIGH, at);
    }
    return new FramePosition(
        low ? FramePosition.Field.SERVER_PSN_LOW : FramePosition.Field.SERVER_PSN_HIGH, at);
  }

  private static void addresses(
      List<FramePosition> places, Datagram datagram, int start, boolean fromClient) {
    int ip = datagram.networkOffset() - start;
    int at =
        datagram.isIpv4()
            ? (fromClient ? IPV4_SOURCE : IPV4_DESTINATION)
            : (fromClient ? IPV6_SOURCE_END : IPV6_DESTINATION_END);
    places.add(new FramePosition(FramePosition.Field.CLIENT_ADDRESS, ip + at));
  }

  private void reliable(
      List<FramePosition> places,
      ByteBuffer frame,
      int bth,
      Bth header,
      boolean ofClient,
      int payload,
      int length) {
    Opcode opcode = header.opcode();
    if (opcode.has(ExtensionHeader.IETH)) {
      places.add(
          new FramePosition(
              FramePosition.Field.HANDLE, bth + opcode.offsetOf(ExtensionHeader.IETH)));
    }
    if (opcode.has(ExtensionHeader.RETH)) {
      int at = bth + opcode.offsetOf(ExtensionHeader.RETH);
      places.add(new FramePosition(FramePosition.Field.HANDLE, at + R_KEY_IN_RETH));
      Reth reth = Reth.read(frame, at);
      Integer xid = messages.get(new Memory(reth.rKey(), reth.virtualAddress()));
      if (xid != null) {
        if (opcode.operation() == Operation.RDMA_READ_REQUEST) {
          reads.put(new Response(ofClient, header.psn()), xid);
        } else {
          xid(places, frame, payload, length, xid);
        }
      }
    }
    if (opcode.operation() == Operation.RDMA_READ_RESPONSE) {
      Integer xid = reads.get(new Response(ofClient, header.psn()));
      if (xid != null) {
        xid(places, frame, payload, length, xid);
      }
    }
    if (opcode.operation() == Operation.SEND && opcode.startsMessage()) {
      message(places, frame, payload, length);
    }
  }

  private static void xid(
      List<FramePosition> places, ByteBuffer frame, int at, int length, int xid) {
    if (length >= Integer.BYTES && frame.getInt(at) == xid) {
      places.add(new FramePosition(FramePosition.Field.XID, at));
    }
  }

  /** Walks an RPC-over-RDMA header (RFC 8166 section 4.3), which is in one packet. */
  private void message(List<FramePosition> places, ByteBuffer frame, int at, int length) {
    XdrWalk in = new XdrWalk(frame, at, at + length);
    int xid = in.u32();
    int version = in.u32();
    in.u32();
    int procedure = in.u32();
    if (!in.ok() || version != 1 || procedure < 0 || procedure > 4) {
      return;
    }
    places.add(new FramePosition(FramePosition.Field.XID, at));
    if (procedure > NOMSG) {
      return;
    }
    while (in.u32() == 1) {
      int position = in.u32();
      segment(places, in, position == 0 ? Optional.of(xid) : Optional.empty());
    }
    while (in.u32() == 1) {
      chunk(places, in, Optional.empty());
    }
    if (in.u32() == 1) {
      chunk(places, in, Optional.of(xid));
    }
    if (procedure < NOMSG && in.ok()) {
      xid(places, frame, in.at(), at + length - in.at(), xid);
    }
  }

  private void chunk(List<FramePosition> places, XdrWalk in, Optional<Integer> xid) {
    int segments = in.u32();
    for (int i = 0; i < segments && in.ok(); i++) {
      segment(places, in, i == 0 ? xid : Optional.empty());
    }
  }

  private void segment(List<FramePosition> places, XdrWalk in, Optional<Integer> xid) {
    int at = in.at();
    int handle = in.u32();
    in.u32();
    long offset = (long) in.u32() << Integer.SIZE | Integer.toUnsignedLong(in.u32());
    if (in.ok()) {
      places.add(new FramePosition(FramePosition.Field.HANDLE, at));
      xid.ifPresent(known -> messages.put(new Memory(handle, offset), known));
    }
  }

  private void management(
      List<FramePosition> places, ByteBuffer frame, int mad, int length, boolean fromClient) {
    Optional<CmMessage> message = CmMessage.read(frame, mad, length);
    if (message.isEmpty() || length < MadHeader.MAD_LENGTH) {
      return;
    }
    places.add(new FramePosition(FramePosition.Field.COMMUNICATION_ID, mad + TRANSACTION_LOW));
    places.add(new FramePosition(FramePosition.Field.COMMUNICATION_ID, mad + LOCAL_ID));
    CmKind kind = message.get().kind();
    if (kind == CmKind.REQ) {
      places.add(new FramePosition(FramePosition.Field.QUEUE_PAIR_HIGH, mad + REQ_QPN));
      // Each end names the PSN with which the other is to begin.
      places.add(psn(!fromClient, false, mad + REQ_PSN));
      places.add(new FramePosition(FramePosition.Field.CLIENT_ADDRESS, mad + REQ_GID_END));
      places.add(new FramePosition(FramePosition.Field.CLIENT_ADDRESS, mad + REQ_ADDRESS_END));
      return;
    }
    places.add(new FramePosition(FramePosition.Field.COMMUNICATION_ID, mad + REMOTE_ID));
    if (kind == CmKind.REP) {
      places.add(new FramePosition(FramePosition.Field.QUEUE_PAIR_HIGH, mad + REP_QPN));
      places.add(psn(!fromClient, false, mad + REP_PSN));
    } else if (message.get() instanceof CmDreq dreq && dreq.remoteQpn() > MANAGEMENT_QPS) {
      places.add(new FramePosition(FramePosition.Field.QUEUE_PAIR_HIGH, mad + DREQ_QPN));
    }
  }
}
