package org.rdmadump.bench.generate;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.RocePacket;
import org.rdmadump.ib.build.Station;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;

/**
 * Traffic made to fill every table of a decoder: each packet opens something that nothing ever
 * closes, nearly all of them a connection of which no more is seen.
 */
public final class Hurt implements Traffic {
  private static final Station SERVER = Hosts.at(0xc0a84d01);
  private static final int CLIENT_NETWORK = 10 << 24;
  private static final Station OLD_CLIENT = Hosts.at(CLIENT_NETWORK);
  private static final int MASK_24 = 0xffffff;
  private static final int FIRST_QP = 0x100;
  private static final int QUEUE_PAIRS = 0xffff00;
  private static final int MOST = -1;
  private static final int LARGE = 1 << 20;
  private static final int SEGMENTS = 4;
  private static final int HANDLES = SEGMENTS + 1;
  private static final int PAGE = 1 << 14;
  private static final byte[] NOTHING = {};

  private final Payload payload;
  private final int mtu;
  private int count;
  private int psnToOld;
  private int psnOfOld;
  private int oldHandle;

  /**
   * Traffic.
   *
   * @param mtu bytes of a full packet
   */
  public Hurt(int mtu, long seed) {
    this.mtu = mtu;
    this.payload = new Payload(new SplittableRandom(seed));
  }

  @Override
  public boolean burst(FrameOutput out, long size) throws IOException {
    if (out.size() >= size) {
      return false;
    }
    write(out, ofNewPair(Opcodes.RC_SEND_ONLY).payload(greedyCall(LARGE)));
    write(out, ofNewPair(Opcodes.RC_SEND_ONLY).payload(longCall()));
    write(out, ofNewPair(Opcodes.RC_SEND_FIRST).payload(data()));
    write(out, ofNewPair(Opcodes.RC_WRITE_FIRST).reth(0, handle(), MOST).payload(data()));
    write(out, ofNewPair(Opcodes.RC_WRITE_MIDDLE).payload(data()));
    write(out, ofNewPair(Opcodes.RC_READ_REQUEST).reth(0, handle(), MOST));
    connect(out);
    callOnOldPair(out);
    writeToNewPage(out);
    return true;
  }

  private static void write(FrameOutput out, RocePacket packet) throws IOException {
    out.write(packet.bytes());
  }

  /** A packet of a client of its own, to a queue pair of its own. */
  private RocePacket ofNewPair(int opcode) {
    count++;
    return RocePacket.between(client(), SERVER)
        .opcode(opcode)
        .destinationQp(pair())
        .psn(count)
        .ackRequest();
  }

  /** A READ with a Write chunk of several segments and a Reply chunk. */
  private byte[] greedyCall(int replyLength) {
    Segment[] memory =
        IntStream.range(0, SEGMENTS)
            .mapToObj(i -> new Segment(handle() + i, (long) i << Integer.SIZE, LARGE))
            .toArray(Segment[]::new);
    return NfsMessages.readCall(count, count, 0, LARGE)
        .writeChunk(memory)
        .replyChunk(new Segment(handle() + SEGMENTS, 0, replyLength))
        .bytes();
  }

  private byte[] longCall() {
    return RpcRdmaBuilder.nomsg(count).readChunk(0, new Segment(handle(), 0, MOST)).bytes();
  }

  private void connect(FrameOutput out) throws IOException {
    count++;
    Conversation wire = Conversation.between(client(), SERVER).mtu(mtu);
    wire.communicationIds(count, 0).client().qpn(pair());
    wire.server().nextPsn(count);
    out.write(wire.request(NOTHING).capture());
  }

  private void callOnOldPair(FrameOutput out) throws IOException {
    count++;
    oldHandle = handle();
    write(
        out,
        RocePacket.between(OLD_CLIENT, SERVER)
            .destinationQp(FIRST_QP)
            .psn(psnToOld++)
            .ackRequest()
            .payload(greedyCall(MOST)));
  }

  private void writeToNewPage(FrameOutput out) throws IOException {
    count++;
    long address = Integer.toUnsignedLong(count) * PAGE % (1L << (Integer.SIZE - 1));
    write(
        out,
        RocePacket.between(SERVER, OLD_CLIENT)
            .opcode(Opcodes.RC_WRITE_ONLY)
            .destinationQp(FIRST_QP)
            .psn(psnOfOld++)
            .ackRequest()
            .reth(address, oldHandle + SEGMENTS, mtu)
            .payload(data()));
  }

  private byte[] data() {
    return payload.at(count, mtu);
  }

  private int handle() {
    return count * HANDLES;
  }

  private Station client() {
    return Hosts.at(CLIENT_NETWORK | (count & MASK_24));
  }

  private int pair() {
    return FIRST_QP + Integer.remainderUnsigned(count, QUEUE_PAIRS);
  }
}
