package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Traffic made to fill every table of a decoder: each packet opens something that nothing ever
 * closes, nearly all of them a connection of which no more is seen.
 */
public final class Hurt implements Traffic {
  private static final int SERVER = 0xc0a84d01;
  private static final int CLIENT_NETWORK = 10 << 24;
  private static final int MASK_24 = 0xffffff;
  private static final int FIRST_QP = 0x100;
  private static final int QUEUE_PAIRS = 0xffff00;
  private static final int RETH_LENGTH = 16;
  private static final int MOST = -1;
  private static final int LARGE = 1 << 20;
  private static final int SEGMENTS = 4;
  private static final int HANDLES = SEGMENTS + 1;
  private static final int PAGE = 1 << 14;
  private static final int CODE_OF_1024 = 3;

  private enum Harm {
    CALL_ON_NEW_PAIR,
    LONG_CALL_ON_NEW_PAIR,
    SEND_WITHOUT_END,
    WRITE_WITHOUT_END,
    WRITE_WITHOUT_BEGIN,
    READ_WITHOUT_RESPONSE,
    CONNECT_WITHOUT_REPLY,
    CALL_ON_OLD_PAIR,
    WRITE_TO_NEW_PAGE
  }

  private static final Harm[] HARMS = Harm.values();

  private final RocePackets packets = new RocePackets();
  private final ConnectionManager manager = new ConnectionManager(packets);
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
    for (Harm harm : HARMS) {
      count++;
      write(out, harm);
    }
    return true;
  }

  private void write(FrameOutput out, Harm harm) throws IOException {
    int handle = count * HANDLES;
    switch (harm) {
      case CALL_ON_NEW_PAIR -> {
        ByteBuffer frame = begin(out, RocePackets.SEND_ONLY);
        NfsMessages.greedyCall(frame, count, count, LARGE, handle, SEGMENTS, LARGE);
        packets.end(out, 0);
      }
      case LONG_CALL_ON_NEW_PAIR -> {
        ByteBuffer frame = begin(out, RocePackets.SEND_ONLY);
        NfsMessages.longCall(frame, count, MOST, handle);
        packets.end(out, 0);
      }
      case SEND_WITHOUT_END -> {
        payload.put(begin(out, RocePackets.SEND_FIRST), count, mtu);
        packets.end(out, 0);
      }
      case WRITE_WITHOUT_END -> {
        ByteBuffer frame = begin(out, RocePackets.WRITE_FIRST);
        payload.put(RocePackets.reth(frame, 0, handle, MOST), count, mtu);
        packets.end(out, RETH_LENGTH);
      }
      case WRITE_WITHOUT_BEGIN -> {
        payload.put(begin(out, RocePackets.WRITE_MIDDLE), count, mtu);
        packets.end(out, 0);
      }
      case READ_WITHOUT_RESPONSE -> {
        RocePackets.reth(begin(out, RocePackets.READ_REQUEST), 0, handle, MOST);
        packets.end(out, RETH_LENGTH);
      }
      case CONNECT_WITHOUT_REPLY ->
          manager.request(
              out, new Peers(client(), SERVER, pair(), pair(), count, count), count, CODE_OF_1024);
      case CALL_ON_OLD_PAIR -> {
        oldHandle = handle;
        ByteBuffer frame =
            packets.begin(
                out, CLIENT_NETWORK, SERVER, RocePackets.SEND_ONLY, FIRST_QP, psnToOld++, true);
        NfsMessages.greedyCall(frame, count, count, LARGE, handle, SEGMENTS, MOST);
        packets.end(out, 0);
      }
      case WRITE_TO_NEW_PAGE -> {
        ByteBuffer frame =
            packets.begin(
                out, SERVER, CLIENT_NETWORK, RocePackets.WRITE_ONLY, FIRST_QP, psnOfOld++, true);
        long address = Integer.toUnsignedLong(count) * PAGE % (1L << (Integer.SIZE - 1));
        RocePackets.reth(frame, address, oldHandle + SEGMENTS, mtu);
        payload.put(frame, count, mtu);
        packets.end(out, RETH_LENGTH);
      }
    }
  }

  private ByteBuffer begin(FrameOutput out, int opcode) {
    return packets.begin(out, client(), SERVER, opcode, pair(), count, true);
  }

  private int client() {
    return CLIENT_NETWORK | (count & MASK_24);
  }

  private int pair() {
    return FIRST_QP + Integer.remainderUnsigned(count, QUEUE_PAIRS);
  }
}
