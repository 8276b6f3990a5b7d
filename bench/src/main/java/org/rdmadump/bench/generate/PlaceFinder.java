package org.rdmadump.bench.generate;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.bench.generate.FramePosition.Field;
import org.rdmadump.bytes.Rope;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.Reth;
import org.rdmadump.ib.TransportService;
import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.xdr.XdrReader;

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

  /** Of fields that fill all four bytes, or the lower three of them. */
  private static final int LOW = 0;

  /** Of fields of 24 bits that fill the upper three bytes. */
  private static final int HIGH = Byte.SIZE;

  private Optional<IpAddress> client = Optional.empty();
  private int clientPsn = -1;
  private int serverPsn = -1;

  /** Chunks that hold an RPC message from its XID on: where they begin, and the XID. */
  private final Map<Memory, Integer> messages = new HashMap<>();

  /** RDMA Reads of such chunks, by the PSN of their first response. */
  private final Map<Response, Integer> reads = new HashMap<>();

  /** The frame that is being looked at, and the places that were found in it. */
  private ByteBuffer frame = ByteBuffer.allocate(0);

  private List<FramePosition> places = new ArrayList<>();

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
    frame = ByteBuffer.wrap(bytes);
    places = new ArrayList<>();
    addresses(datagram, start, fromClient);
    int bth = datagram.payloadOffset() - start;
    Bth header = Bth.read(frame, bth);
    Opcode opcode = header.opcode();
    if (header.destinationQp() > MANAGEMENT_QPS) {
      add(Field.QUEUE_PAIR, bth + BTH_QP, LOW);
    }
    int payload = bth + opcode.headersLength();
    int length =
        datagram.payloadLength() - opcode.headersLength() - header.padCount() - Icrc.LENGTH;
    if (opcode.service() == TransportService.RC) {
      boolean ofClient = fromClient != opcode.isResponse();
      add(psn(ofClient), bth + BTH_PSN, LOW);
      if (!opcode.isResponse()) {
        first(ofClient, header.psn());
      }
      reliable(bth, header, ofClient, payload, length);
    } else {
      management(payload, length, fromClient);
    }
    return places;
  }

  private void add(Field field, int at, int shift) {
    places.add(new FramePosition(field, at, shift));
  }

  private void first(boolean ofClient, int psn) {
    if (ofClient && clientPsn < 0) {
      clientPsn = psn;
    } else if (!ofClient && serverPsn < 0) {
      serverPsn = psn;
    }
  }

  private static Field psn(boolean ofClient) {
    return ofClient ? Field.CLIENT_PSN : Field.SERVER_PSN;
  }

  private void addresses(Datagram datagram, int start, boolean fromClient) {
    int ip = datagram.networkOffset() - start;
    int at =
        datagram.isIpv4()
            ? (fromClient ? IPV4_SOURCE : IPV4_DESTINATION)
            : (fromClient ? IPV6_SOURCE_END : IPV6_DESTINATION_END);
    add(Field.CLIENT_ADDRESS, ip + at, LOW);
  }

  private void reliable(int bth, Bth header, boolean ofClient, int payload, int length) {
    Opcode opcode = header.opcode();
    if (opcode.has(ExtensionHeader.IETH)) {
      add(Field.HANDLE, bth + opcode.offsetOf(ExtensionHeader.IETH), LOW);
    }
    if (opcode.has(ExtensionHeader.RETH)) {
      int at = bth + opcode.offsetOf(ExtensionHeader.RETH);
      add(Field.HANDLE, at + R_KEY_IN_RETH, LOW);
      Reth reth = Reth.read(frame, at);
      Integer xid = messages.get(new Memory(reth.rKey(), reth.virtualAddress()));
      if (xid != null) {
        if (opcode.operation() == Operation.RDMA_READ_REQUEST) {
          reads.put(new Response(ofClient, header.psn()), xid);
        } else {
          xid(payload, length, xid);
        }
      }
    }
    if (opcode.operation() == Operation.RDMA_READ_RESPONSE) {
      Integer xid = reads.get(new Response(ofClient, header.psn()));
      if (xid != null) {
        xid(payload, length, xid);
      }
    }
    if (opcode.operation() == Operation.SEND && opcode.startsMessage()) {
      message(payload, length);
    }
  }

  private void xid(int at, int length, int xid) {
    if (length >= Integer.BYTES && frame.getInt(at) == xid) {
      add(Field.XID, at, LOW);
    }
  }

  /** Walks an RPC-over-RDMA header (RFC 8166 section 4.3), which is in one packet. */
  private void message(int at, int length) {
    XdrReader in = new XdrReader(Rope.of(frame.array()), at, at + length);
    int xid = in.i32();
    int version = in.i32();
    in.i32();
    int procedure = in.i32();
    if (!in.ok() || version != 1 || procedure < 0 || procedure > 4) {
      return;
    }
    add(Field.XID, at, LOW);
    if (procedure > NOMSG) {
      return;
    }
    while (in.i32() == 1) {
      int position = in.i32();
      segment(in, position == 0 ? Optional.of(xid) : Optional.empty());
    }
    while (in.i32() == 1) {
      chunk(in, Optional.empty());
    }
    if (in.i32() == 1) {
      chunk(in, Optional.of(xid));
    }
    if (procedure < NOMSG && in.ok()) {
      xid((int) in.position(), (int) in.remaining(), xid);
    }
  }

  private void chunk(XdrReader in, Optional<Integer> xid) {
    int segments = in.i32();
    for (int i = 0; i < segments && in.ok(); i++) {
      segment(in, i == 0 ? xid : Optional.empty());
    }
  }

  private void segment(XdrReader in, Optional<Integer> xid) {
    int at = (int) in.position();
    int handle = in.i32();
    in.i32();
    long offset = in.u64();
    if (in.ok()) {
      add(Field.HANDLE, at, LOW);
      xid.ifPresent(known -> messages.put(new Memory(handle, offset), known));
    }
  }

  private void management(int mad, int length, boolean fromClient) {
    Optional<CmMessage> message = CmMessage.read(frame, mad, length);
    if (message.isEmpty() || length < MadHeader.MAD_LENGTH) {
      return;
    }
    add(Field.COMMUNICATION_ID, mad + TRANSACTION_LOW, LOW);
    add(Field.COMMUNICATION_ID, mad + LOCAL_ID, LOW);
    CmKind kind = message.get().kind();
    if (kind == CmKind.REQ) {
      add(Field.QUEUE_PAIR, mad + REQ_QPN, HIGH);
      // Each end names the PSN with which the other is to begin.
      add(psn(!fromClient), mad + REQ_PSN, HIGH);
      add(Field.CLIENT_ADDRESS, mad + REQ_GID_END, LOW);
      add(Field.CLIENT_ADDRESS, mad + REQ_ADDRESS_END, LOW);
      return;
    }
    add(Field.COMMUNICATION_ID, mad + REMOTE_ID, LOW);
    if (kind == CmKind.REP) {
      add(Field.QUEUE_PAIR, mad + REP_QPN, HIGH);
      add(psn(!fromClient), mad + REP_PSN, HIGH);
    } else if (kind == CmKind.DREQ && message.get().number(CmField.REMOTE_QPN) > MANAGEMENT_QPS) {
      add(Field.QUEUE_PAIR, mad + DREQ_QPN, HIGH);
    }
  }
}
