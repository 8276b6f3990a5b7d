package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Packets that cost a decoder more than others, each kind in its own way. What they hold is never
 * framed, answered or closed.
 */
public final class Hostile implements Traffic {
  private static final int SERVER = 0xc0a84d01;
  private static final int CLIENT = 0xc0a84d02;
  private static final int RDMA_PORT = 20049;
  private static final int CLIENT_PORT = 40_000;
  private static final int CONNECTION_BITS = 14;
  private static final int SEGMENT = 1400;
  private static final int SHORT_SEGMENT = 100;
  private static final int QUEUE_PAIR = 0x100;
  private static final int QUEUE_PAIRS = 0xfffe00;
  private static final int READ_SEGMENTS = 150;
  private static final int CHUNKS = 250;
  private static final int OPERATIONS = 1000;
  private static final int WRITE_BYTES = 64;
  private static final int PSN_STEP = 3;
  private static final int PAGE = 1 << 12;
  private static final int SMALL = 8;

  /** Tagged, RDMA Write, not the last; as a length it is 33,088. */
  private static final int TAGGED = 0x8140;

  /** Long segments and one-byte ones, in turns. */
  private static final int LONG_ONES = 100;

  private static final int TURN = 1900;

  /** What makes the packets dear. */
  public enum Kind {
    /** TCP to port 20049: a connection each, of 1,400 zeros, which may all be markers of MPA. */
    ZEROS,
    /** The same, of one connection. */
    ZEROS_IN_ONE,
    /** The same, behind an FPDU. */
    ZEROS_BEHIND,
    /** TCP to port 20049: segments of one byte, every other of which may begin an FPDU. */
    SLIVERS,
    /** The same, behind an FPDU. */
    SLIVERS_BEHIND,
    /** TCP to port 20049: segments of one byte, any value, behind an FPDU. */
    RANDOM_SLIVERS,
    /**
     * TCP to port 20049: long segments, then those of one byte, every other of which may begin an
     * FPDU.
     */
    TRICKLE,
    /** TCP to port 20049: every word may be a marker of MPA that points to an FPDU. */
    MARKERS,
    /**
     * TCP to port 20049: FPDUs one after the other, between each few of them bytes that are none.
     */
    RELAPSES,
    /**
     * TCP to port 20049: one side's framing is not found, the other's segments have gaps between.
     */
    HOLES,
    /** A Send on a new queue pair each. */
    PAIRS,
    /** A call each, whose Read list has 150 segments that overlap, of a handle of its own. */
    READS,
    /** The same, of one handle. */
    SHARED_READS,
    /** The same, on a queue pair of its own. */
    READS_APART,
    /** The same, each segment a chunk of its own. */
    READ_CHUNKS,
    /** The same, as a Position-Zero Read chunk. */
    LONG_READS,
    /** A call each, whose Write list has 250 chunks of one handle. */
    CHUNKS,
    /** Sends of one byte that nothing acknowledges. */
    SENDS,
    /** RDMA Writes of one packet, of which two in three were not captured. */
    GAPS,
    /** RDMA Writes to every other page of a segment, the last first. */
    PAGES,
    /** Calls that all have one XID. */
    XIDS,
    /** Calls with compounds of 1,000 operations. */
    OPERATIONS;

    /** {@return the kind of a name, in small letters, words joined by a hyphen} */
    public static Optional<Kind> of(String name) {
      return Arrays.stream(values()).filter(kind -> kind.text().equals(name)).findFirst();
    }

    /** {@return its name} */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private final Kind kind;
  private final RocePackets roce = new RocePackets();
  private final TcpPackets tcp = new TcpPackets();
  private final SplittableRandom random;
  private int count;
  private int sequence;
  private int answer;

  /** Traffic of a kind. */
  public Hostile(Kind kind, long seed) {
    this.kind = kind;
    this.random = new SplittableRandom(seed);
    this.sequence = random.nextInt();
    this.answer = random.nextInt();
  }

  @Override
  public boolean burst(FrameOutput out, long size) throws IOException {
    if (out.size() >= size) {
      return false;
    }
    switch (kind) {
      case ZEROS -> apart(out, new byte[SEGMENT]);
      case ZEROS_IN_ONE -> stream(out, new byte[SEGMENT]);
      case ZEROS_BEHIND -> {
        if (count == 0) {
          fpdus(out);
        }
        stream(out, new byte[SEGMENT]);
      }
      case SLIVERS -> sliver(out);
      case SLIVERS_BEHIND -> {
        if (count == 0) {
          fpdus(out);
        }
        sliver(out);
      }
      case RANDOM_SLIVERS -> {
        if (count == 0) {
          fpdus(out);
        }
        stream(out, new byte[] {(byte) random.nextInt()});
      }
      case TRICKLE -> {
        if (count % (LONG_ONES + TURN) < LONG_ONES) {
          stream(out, words(SEGMENT, TAGGED));
        } else {
          sliver(out);
        }
      }
      case MARKERS -> markers(out);
      case RELAPSES -> relapse(out);
      case HOLES -> holes(out);
      case PAIRS -> {
        newPair(out).put(new byte[SHORT_SEGMENT]);
        roce.end(out, 0);
      }
      case READS -> {
        NfsMessages.readListCall(send(out), count, READ_SEGMENTS, count, 0);
        roce.end(out, 0);
      }
      case SHARED_READS -> {
        NfsMessages.readListCall(send(out), count, READ_SEGMENTS, 1, 0);
        roce.end(out, 0);
      }
      case READS_APART -> {
        NfsMessages.readListCall(newPair(out), count, READ_SEGMENTS, 1, 0);
        roce.end(out, 0);
      }
      case READ_CHUNKS -> {
        NfsMessages.readListCall(send(out), count, READ_SEGMENTS, count, Integer.BYTES);
        roce.end(out, 0);
      }
      case LONG_READS -> {
        NfsMessages.longReadListCall(send(out), count, READ_SEGMENTS, count);
        roce.end(out, 0);
      }
      case CHUNKS -> {
        NfsMessages.writeListCall(send(out), count, CHUNKS, 1);
        roce.end(out, 0);
      }
      case SENDS -> {
        send(out).put((byte) count);
        roce.end(out, 0);
      }
      case GAPS -> {
        write(out, count * PSN_STEP, Integer.toUnsignedLong(count) * WRITE_BYTES, 1);
      }
      case PAGES -> pages(out);
      case XIDS -> {
        NfsMessages.readCall(send(out), 1, count, 0, PAGE, count, 0);
        roce.end(out, 0);
      }
      case OPERATIONS -> {
        NfsMessages.compoundCall(send(out), count, OPERATIONS);
        roce.end(out, 0);
      }
    }
    count++;
    return true;
  }

  // ---- over TCP

  private void stream(FrameOutput out, byte[] bytes) throws IOException {
    tcp.begin(out, CLIENT, CLIENT_PORT, SERVER, RDMA_PORT, sequence, answer, TcpPackets.ACK)
        .put(bytes);
    tcp.end(out);
    sequence += bytes.length;
  }

  /** On a connection of its own. */
  private void apart(FrameOutput out, byte[] bytes) throws IOException {
    tcp.begin(
            out,
            CLIENT + (count >>> CONNECTION_BITS << Byte.SIZE),
            CLIENT_PORT + (count & (1 << CONNECTION_BITS) - 1),
            SERVER,
            RDMA_PORT,
            sequence,
            answer,
            TcpPackets.ACK)
        .put(bytes);
    tcp.end(out);
  }

  /** What framing is found by. */
  private void fpdus(FrameOutput out) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(SEGMENT);
    for (int i = 0; i < 23; i++) {
      // A Send of 34 bytes.
      all.putShort((short) 52).putShort((short) 0x4143).putInt(0).putInt(0).putInt(i + 1).putInt(0);
      all.position(all.position() + 40);
    }
    stream(out, Arrays.copyOf(all.array(), all.position()));
  }

  private void answer(FrameOutput out, byte[] bytes) throws IOException {
    tcp.begin(out, SERVER, RDMA_PORT, CLIENT, CLIENT_PORT, answer, sequence, TcpPackets.ACK)
        .put(bytes);
    tcp.end(out);
    answer += bytes.length;
  }

  private static byte[] words(int bytes, int word) {
    ByteBuffer all = ByteBuffer.allocate(bytes);
    while (all.remaining() >= Short.BYTES) {
      all.putShort((short) word);
    }
    return all.array();
  }

  private void sliver(FrameOutput out) throws IOException {
    int value = (sequence & 1) == 0 ? TAGGED >>> Byte.SIZE : TAGGED & 0xff;
    stream(out, new byte[] {(byte) value});
  }

  /** Each word says how far behind a header it stands. */
  private void markers(FrameOutput out) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(SEGMENT);
    int segments = 40;
    int within = count % segments * SEGMENT;
    while (all.hasRemaining()) {
      int at = within + all.position();
      boolean last = count % segments == segments - 1;
      all.putInt(at == 0 ? ((segments * SEGMENT) << 16) | TAGGED : last ? -1 : at);
    }
    stream(out, all.array());
  }

  private void relapse(FrameOutput out) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(SEGMENT);
    while (all.remaining() >= 200) {
      for (int i = 0; i < 4; i++) {
        all.putShort((short) 32).putShort((short) TAGGED).putInt(count).putLong(all.position());
        all.position(all.position() + 24);
      }
      all.putLong(-1).putLong(-1);
    }
    stream(out, all.array());
  }

  private void holes(FrameOutput out) throws IOException {
    if (count % 2 == 0) {
      stream(out, words(SMALL, TAGGED));
    } else {
      answer(out, words(SHORT_SEGMENT, TAGGED));
      answer += SHORT_SEGMENT;
    }
  }

  // ---- over RoCE

  private ByteBuffer send(FrameOutput out) {
    return roce.begin(out, CLIENT, SERVER, RocePackets.SEND_ONLY, QUEUE_PAIR, count, true);
  }

  private ByteBuffer newPair(FrameOutput out) {
    return roce.begin(
        out,
        CLIENT + ((count / QUEUE_PAIRS) << Byte.SIZE),
        SERVER,
        RocePackets.SEND_ONLY,
        QUEUE_PAIR + count % QUEUE_PAIRS,
        count,
        true);
  }

  private void write(FrameOutput out, int psn, long address, int handle) throws IOException {
    ByteBuffer frame =
        roce.begin(out, SERVER, CLIENT, RocePackets.WRITE_ONLY, QUEUE_PAIR + 1, psn, true);
    RocePackets.reth(frame, address, handle, WRITE_BYTES);
    frame.put(new byte[WRITE_BYTES]);
    roce.end(out, 16);
  }

  private void pages(FrameOutput out) throws IOException {
    if (count % PAGE == 0) {
      NfsMessages.readCall(send(out), count, 1, 0, -1, count / PAGE, 0);
      roce.end(out, 0);
    } else {
      write(out, count, (PAGE - (long) (count % PAGE)) * 2 * PAGE, count / PAGE);
    }
  }
}
