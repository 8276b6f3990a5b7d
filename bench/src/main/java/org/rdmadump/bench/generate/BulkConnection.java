package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** One connection of {@link Bulk}, which writes one packet of its conversation at a time. */
final class BulkConnection {
  private static final int CLIENT = 0xc0a84d02;
  private static final int SERVER = 0xc0a84d01;
  private static final int FIRST_QP = 0x11;
  private static final int PSNS = 1 << 24;
  private static final int MOST_BEFORE_ZERO = 20_000;

  private static final int CALL_BYTES = 1 << 20;
  private static final int OPERATION_BYTES = 1 << 18;
  private static final int OPERATIONS = CALL_BYTES / OPERATION_BYTES;
  private static final long FILE_BYTES = 1L << 30;
  private static final int RETH_LENGTH = 16;
  private static final int AETH_LENGTH = 4;
  private static final int IETH_LENGTH = 4;
  private static final int OTHER_PACKETS = 24;
  private static final int OTHER_BYTES = 512;
  private static final int SMALL_MTU = 1024;
  private static final int CODE_OF_1024 = 3;
  private static final int CODE_OF_4096 = 5;

  private enum Step {
    REQUEST,
    ACCEPT,
    READY,
    CALL,
    CALL_ACK,
    WRITE,
    WRITE_ACK,
    READ,
    RESPONSE,
    REPLY,
    REPLY_ACK
  }

  private final RocePackets packets;
  private final ConnectionManager manager;
  private final Payload payload;
  private final SplittableRandom random;
  private final Peers peers;
  private final int id;
  private final int mtu;
  private final int packetsOfOperation;

  private Step step = Step.REQUEST;
  private int clientPsn;
  private int serverPsn;
  private int clientMsn;
  private int serverMsn;
  private int xid;
  private int handle;
  private long offset;
  private boolean reads;
  private long calls;
  private int operation;
  private int packet;

  BulkConnection(
      int index, int mtu, RocePackets packets, Payload payload, SplittableRandom random) {
    this.packets = packets;
    this.manager = new ConnectionManager(packets);
    this.payload = payload;
    this.random = random;
    this.mtu = mtu;
    this.id = 1 + index;
    this.packetsOfOperation = OPERATION_BYTES / mtu;
    this.clientPsn = PSNS - 1 - random.nextInt(MOST_BEFORE_ZERO / SMALL_MTU);
    this.serverPsn = PSNS - 1 - random.nextInt(MOST_BEFORE_ZERO);
    this.peers =
        new Peers(CLIENT, SERVER, FIRST_QP + index, FIRST_QP + index, clientPsn, serverPsn);
    this.xid = random.nextInt();
    this.handle = random.nextInt();
  }

  /** {@return bytes of the file that a call takes, at most} */
  static long callSize(FrameOutput out, int mtu) {
    return CALL_BYTES / mtu * out.sizeOf(RocePackets.OVERHEAD + mtu)
        + OTHER_PACKETS * out.sizeOf(OTHER_BYTES);
  }

  /** Whether the next packet would begin a call. */
  boolean isIdle() {
    return step == Step.CALL;
  }

  /** Writes the next packet. */
  void next(FrameOutput out) throws IOException {
    switch (step) {
      case REQUEST -> {
        manager.request(out, peers, id, mtu == SMALL_MTU ? CODE_OF_1024 : CODE_OF_4096);
        step = Step.ACCEPT;
      }
      case ACCEPT -> {
        manager.reply(out, peers, id);
        step = Step.READY;
      }
      case READY -> {
        manager.ready(out, peers, id);
        step = Step.CALL;
      }
      case CALL -> call(out);
      case CALL_ACK -> {
        acknowledge(out, false, clientPsn++, ++serverMsn);
        step = reads ? Step.WRITE : Step.READ;
      }
      case WRITE -> write(out);
      case WRITE_ACK -> {
        acknowledge(out, true, serverPsn - 1, ++clientMsn);
        nextOperation(Step.WRITE);
      }
      case READ -> read(out);
      case RESPONSE -> response(out);
      case REPLY -> reply(out);
      case REPLY_ACK -> {
        acknowledge(out, true, serverPsn++, ++clientMsn);
        step = Step.CALL;
      }
    }
  }

  private void call(FrameOutput out) throws IOException {
    reads = (calls & 1) == 0;
    xid++;
    handle += 1 << Byte.SIZE;
    offset = random.nextLong() >>> 1 & -4096L;
    operation = 0;
    ByteBuffer frame = fromClient(out, RocePackets.SEND_ONLY, clientPsn, true);
    long at = calls * CALL_BYTES % FILE_BYTES;
    if (reads) {
      NfsMessages.readCall(frame, xid, id, at, CALL_BYTES, handle, offset);
    } else {
      NfsMessages.writeCall(frame, xid, id, at, CALL_BYTES, handle, offset);
    }
    packets.end(out, 0);
    calls++;
    step = Step.CALL_ACK;
  }

  private void write(FrameOutput out) throws IOException {
    boolean first = packet == 0;
    boolean last = packet == packetsOfOperation - 1;
    int opcode =
        first ? RocePackets.WRITE_FIRST : last ? RocePackets.WRITE_LAST : RocePackets.WRITE_MIDDLE;
    ByteBuffer frame = fromServer(out, opcode, serverPsn++, last);
    if (first) {
      RocePackets.reth(frame, addressOfOperation(), handle, OPERATION_BYTES);
    }
    data(frame);
    packets.end(out, first ? RETH_LENGTH : 0);
    packet++;
    if (last) {
      packet = 0;
      step = Step.WRITE_ACK;
    }
  }

  private void read(FrameOutput out) throws IOException {
    ByteBuffer frame = fromServer(out, RocePackets.READ_REQUEST, serverPsn, true);
    RocePackets.reth(frame, addressOfOperation(), handle, OPERATION_BYTES);
    packets.end(out, RETH_LENGTH);
    clientMsn++;
    step = Step.RESPONSE;
  }

  private void response(FrameOutput out) throws IOException {
    boolean first = packet == 0;
    boolean last = packet == packetsOfOperation - 1;
    int opcode =
        first
            ? RocePackets.READ_RESPONSE_FIRST
            : last ? RocePackets.READ_RESPONSE_LAST : RocePackets.READ_RESPONSE_MIDDLE;
    ByteBuffer frame = fromClient(out, opcode, serverPsn++, false);
    if (first || last) {
      RocePackets.aeth(frame, clientMsn);
    }
    data(frame);
    packets.end(out, first || last ? AETH_LENGTH : 0);
    packet++;
    if (last) {
      packet = 0;
      nextOperation(Step.READ);
    }
  }

  private void nextOperation(Step again) {
    operation++;
    step = operation < OPERATIONS ? again : Step.REPLY;
  }

  private void reply(FrameOutput out) throws IOException {
    // Some servers take the handle back with the reply, some do not.
    int opcode = reads ? RocePackets.SEND_ONLY_WITH_INVALIDATE : RocePackets.SEND_ONLY;
    ByteBuffer frame = fromServer(out, opcode, serverPsn, true);
    if (reads) {
      frame.putInt(handle);
      NfsMessages.readReply(frame, xid, id, CALL_BYTES, handle, offset);
    } else {
      NfsMessages.writeReply(frame, xid, id, CALL_BYTES);
    }
    packets.end(out, reads ? IETH_LENGTH : 0);
    step = Step.REPLY_ACK;
  }

  private long addressOfOperation() {
    return offset + (long) operation * OPERATION_BYTES;
  }

  private void data(ByteBuffer frame) {
    long where = (calls * OPERATIONS + operation) * OPERATION_BYTES + (long) packet * mtu;
    payload.put(frame, where * id, mtu);
  }

  private void acknowledge(FrameOutput out, boolean client, int psn, int msn) throws IOException {
    ByteBuffer frame =
        client
            ? fromClient(out, RocePackets.ACKNOWLEDGE, psn, false)
            : fromServer(out, RocePackets.ACKNOWLEDGE, psn, false);
    RocePackets.aeth(frame, msn);
    packets.end(out, AETH_LENGTH);
  }

  private ByteBuffer fromClient(FrameOutput out, int opcode, int psn, boolean ackRequest) {
    return packets.begin(out, CLIENT, SERVER, opcode, peers.serverQp(), psn, ackRequest);
  }

  private ByteBuffer fromServer(FrameOutput out, int opcode, int psn, boolean ackRequest) {
    return packets.begin(out, SERVER, CLIENT, opcode, peers.clientQp(), psn, ackRequest);
  }
}
