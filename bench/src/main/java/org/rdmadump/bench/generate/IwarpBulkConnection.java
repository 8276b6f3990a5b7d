package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/** One connection of {@link IwarpBulk}, which writes one segment of its conversation at a time. */
final class IwarpBulkConnection {
  private static final int CLIENT = 0xc0a84d02;
  private static final int SERVER = 0xc0a84d01;
  private static final int PORT = 20049;
  private static final int FIRST_CLIENT_PORT = 40_000;

  private static final int CALL_BYTES = 1 << 20;
  private static final int OPERATION_BYTES = 1 << 18;
  private static final int OPERATIONS = CALL_BYTES / OPERATION_BYTES;
  private static final long FILE_BYTES = 1L << 30;

  /** What an MSS of 1460 leaves of a segment: a length, a tagged header, a CRC. */
  private static final int DATA = 1440;

  private static final int SEGMENTS = (OPERATION_BYTES + DATA - 1) / DATA;
  private static final int OTHER_SEGMENTS = 400;
  private static final int OTHER_BYTES = 512;

  private static final int SEND = 0x4143;
  private static final int SEND_WITH_INVALIDATE = 0x4144;
  private static final int READ_REQUEST = 0x4141;
  private static final int WRITE = 0x8140;
  private static final int READ_RESPONSE = 0x8142;
  private static final int LAST = 0x4000;
  private static final int CRC_FLAG = 0x40;
  private static final int CRC_LENGTH = 4;
  private static final int ACKNOWLEDGE_EVERY = 4;

  private enum Step {
    SYN,
    SYN_ACK,
    REQUEST,
    ACCEPT,
    CALL,
    WRITE,
    READ,
    RESPONSE,
    REPLY
  }

  private final TcpPackets packets = new TcpPackets();
  private final CRC32C crc = new CRC32C();
  private final boolean hasCrc;
  private final Payload payload;
  private final SplittableRandom random;
  private final int id;
  private final int port;

  private Step step = Step.SYN;
  private int clientSequence;
  private int serverSequence;
  private int clientSends = 1;
  private int serverSends = 1;
  private int reads = 1;
  private int xid;
  private int stag;
  private long offset;
  private boolean isRead;
  private long calls;
  private int operation;
  private int segment;
  private int unacknowledged;

  IwarpBulkConnection(int index, boolean crc, Payload payload, SplittableRandom random) {
    this.hasCrc = crc;
    this.payload = payload;
    this.random = random;
    this.id = 1 + index;
    this.port = FIRST_CLIENT_PORT + index;
    this.clientSequence = random.nextInt();
    this.serverSequence = random.nextInt();
    this.xid = random.nextInt();
    this.stag = random.nextInt();
  }

  /** {@return bytes of the file that a call takes, at most} */
  static long callSize(FrameOutput out) {
    return (long) OPERATIONS * SEGMENTS * out.sizeOf(TcpPackets.OVERHEAD + 1460)
        + OTHER_SEGMENTS * out.sizeOf(OTHER_BYTES);
  }

  /** Whether the next segment would begin a call. */
  boolean isIdle() {
    return step == Step.CALL;
  }

  /** Writes the next segment. */
  void next(FrameOutput out) throws IOException {
    switch (step) {
      case SYN -> {
        flags(out, true, TcpPackets.SYN);
        step = Step.SYN_ACK;
      }
      case SYN_ACK -> {
        flags(out, false, TcpPackets.SYN | TcpPackets.ACK);
        step = Step.REQUEST;
      }
      case REQUEST -> {
        startUp(out, true);
        step = Step.ACCEPT;
      }
      case ACCEPT -> {
        startUp(out, false);
        step = Step.CALL;
      }
      case CALL -> call(out);
      case WRITE -> data(out, false, WRITE);
      case READ -> readRequest(out);
      case RESPONSE -> data(out, true, READ_RESPONSE);
      case REPLY -> reply(out);
    }
  }

  private ByteBuffer begin(FrameOutput out, boolean client, int flags) {
    return client
        ? packets.begin(out, CLIENT, port, SERVER, PORT, clientSequence, serverSequence, flags)
        : packets.begin(out, SERVER, PORT, CLIENT, port, serverSequence, clientSequence, flags);
  }

  private void flags(FrameOutput out, boolean client, int flags) throws IOException {
    begin(out, client, flags);
    packets.end(out);
    if ((flags & TcpPackets.SYN) != 0) {
      advance(client, 1);
    }
  }

  private void advance(boolean client, int bytes) {
    if (client) {
      clientSequence += bytes;
    } else {
      serverSequence += bytes;
    }
  }

  private void startUp(FrameOutput out, boolean request) throws IOException {
    ByteBuffer frame = begin(out, request, TcpPackets.ACK);
    String key = request ? "MPA ID Req Frame" : "MPA ID Rep Frame";
    frame.put(key.getBytes(StandardCharsets.US_ASCII));
    frame.put((byte) (hasCrc ? CRC_FLAG : 0)).put((byte) 1).putShort((short) 0);
    packets.end(out);
    advance(request, 20);
  }

  /** Starts an FPDU; returns where it begins. */
  private static int beginFpdu(ByteBuffer frame) {
    int at = frame.position();
    frame.putShort((short) 0);
    return at;
  }

  private void endFpdu(FrameOutput out, boolean client, int at) throws IOException {
    ByteBuffer frame = out.buffer();
    frame.putShort(at, (short) (frame.position() - at - 2));
    while ((frame.position() - at) % CRC_LENGTH != 0) {
      frame.put((byte) 0);
    }
    int sum = 0;
    if (hasCrc) {
      crc.reset();
      crc.update(frame.duplicate().flip().position(at));
      sum = Integer.reverseBytes((int) crc.getValue());
    }
    frame.putInt(sum);
    int bytes = frame.position() - at;
    packets.end(out);
    advance(client, bytes);
  }

  private void call(FrameOutput out) throws IOException {
    isRead = (calls & 1) == 0;
    xid++;
    stag += 1 << Byte.SIZE;
    offset = random.nextLong() >>> 1 & -4096L;
    operation = 0;
    ByteBuffer frame = begin(out, true, TcpPackets.ACK);
    int at = beginFpdu(frame);
    untagged(frame, SEND, 0, 0, clientSends++);
    long where = calls * CALL_BYTES % FILE_BYTES;
    if (isRead) {
      NfsMessages.readCall(frame, xid, id, where, CALL_BYTES, stag, offset);
    } else {
      NfsMessages.writeCall(frame, xid, id, where, CALL_BYTES, stag, offset);
    }
    endFpdu(out, true, at);
    calls++;
    step = isRead ? Step.WRITE : Step.READ;
  }

  private static void untagged(ByteBuffer frame, int control, int stag, int queue, int sequence) {
    frame.putShort((short) control).putInt(stag).putInt(queue).putInt(sequence).putInt(0);
  }

  private void readRequest(FrameOutput out) throws IOException {
    ByteBuffer frame = begin(out, false, TcpPackets.ACK);
    int at = beginFpdu(frame);
    untagged(frame, READ_REQUEST, 0, 1, reads++);
    frame.putInt(id).putLong(addressOfOperation()).putInt(OPERATION_BYTES);
    frame.putInt(stag).putLong(addressOfOperation());
    endFpdu(out, false, at);
    step = Step.RESPONSE;
  }

  private void data(FrameOutput out, boolean client, int control) throws IOException {
    if (unacknowledged == ACKNOWLEDGE_EVERY) {
      unacknowledged = 0;
      flags(out, !client, TcpPackets.ACK);
      return;
    }
    unacknowledged++;
    int from = segment * DATA;
    int count = Math.min(DATA, OPERATION_BYTES - from);
    boolean last = from + count == OPERATION_BYTES;
    ByteBuffer frame = begin(out, client, TcpPackets.ACK);
    int at = beginFpdu(frame);
    frame.putShort((short) (last ? control | LAST : control));
    frame.putInt(client ? id : stag).putLong(addressOfOperation() + from);
    payload.put(frame, ((calls * OPERATIONS + operation) * OPERATION_BYTES + from) * id, count);
    endFpdu(out, client, at);
    segment++;
    if (last) {
      segment = 0;
      operation++;
      step = operation == OPERATIONS ? Step.REPLY : isRead ? Step.WRITE : Step.READ;
    }
  }

  private long addressOfOperation() {
    return offset + (long) operation * OPERATION_BYTES;
  }

  private void reply(FrameOutput out) throws IOException {
    ByteBuffer frame = begin(out, false, TcpPackets.ACK);
    int at = beginFpdu(frame);
    if (isRead) {
      untagged(frame, SEND_WITH_INVALIDATE, stag, 0, serverSends++);
      NfsMessages.readReply(frame, xid, id, CALL_BYTES, stag, offset);
    } else {
      untagged(frame, SEND, 0, 0, serverSends++);
      NfsMessages.writeReply(frame, xid, id, CALL_BYTES);
    }
    endFpdu(out, false, at);
    step = Step.CALL;
  }
}
