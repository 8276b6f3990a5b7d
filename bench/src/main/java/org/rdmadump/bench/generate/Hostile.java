package org.rdmadump.bench.generate;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.RocePacket;
import org.rdmadump.ib.build.Station;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;

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
  private static final int WRITE_CHUNKS = 250;
  private static final int COMPOUND_OPERATIONS = 1000;
  private static final int DIRECTORIES = 300;
  private static final int OVERLAP = 1 << 16;
  private static final int OVERLAP_SHIFT = 8;
  private static final int WRITE_BYTES = 64;
  private static final int PSN_STEP = 3;
  private static final int PAGE = 1 << 12;
  private static final int SMALL = 8;

  // Of a reply that lists one segment as often as a header may, after so many Writes into it.
  private static final int LISTED = 4000;
  private static final int REPLY_PACKETS = LISTED * 16 / PAGE + 1;
  private static final int EXCHANGE = 4000;

  /** What the halves of addresses make that are alike, and by how much one is rotated for it. */
  private static final long ALIKE = 0x20010db800000000L;

  private static final int ROTATION = 17;

  // Behind an Ethernet header.
  private static final int IPV6_LENGTH = 18;
  private static final int IPV6_NEXT_HEADER = 20;
  private static final int IPV6_PAYLOAD = 54;
  private static final byte FRAGMENT_HEADER = 44;

  /** UDP, offset 0, more fragments, packet 7. */
  private static final long MORE_FRAGMENTS = 0x1100_0001_0000_0007L;

  /** An MPA Request without private data. */
  private static final byte[] START_UP = "MPA ID Req Frame\0\1\0\0".getBytes(US_ASCII);

  /** Tagged, RDMA Write, not the last; as a length it is 33,088. */
  private static final int TAGGED = 0x8140;

  /** Long segments and one-byte ones, in turns. */
  private static final int LONG_ONES = 100;

  private static final int TURN = 1900;

  /** Writes the next packet of a kind. */
  private interface Packet {
    void write(Hostile traffic, FrameOutput out) throws IOException;
  }

  /** What makes the packets dear. */
  public enum Kind {
    /** TCP to port 20049: a connection each, of 1,400 zeros, which may all be markers of MPA. */
    ZEROS((traffic, out) -> traffic.apart(out, new byte[SEGMENT])),
    /** The same, of one connection. */
    ZEROS_IN_ONE((traffic, out) -> traffic.stream(out, new byte[SEGMENT])),
    /** The same, behind an FPDU. */
    ZEROS_BEHIND(behindFpdus((traffic, out) -> traffic.stream(out, new byte[SEGMENT]))),
    /** TCP to port 20049: segments of one byte, every other of which may begin an FPDU. */
    SLIVERS(Hostile::sliver),
    /** The same, behind an FPDU. */
    SLIVERS_BEHIND(behindFpdus(Hostile::sliver)),
    /** TCP to port 20049: segments of one byte, any value, behind an FPDU. */
    RANDOM_SLIVERS(
        behindFpdus(
            (traffic, out) -> traffic.stream(out, new byte[] {(byte) traffic.random.nextInt()}))),
    /**
     * TCP to port 20049: long segments, then those of one byte, every other of which may begin an
     * FPDU.
     */
    TRICKLE(Hostile::trickle),
    /** TCP to port 20049: every word may be a marker of MPA that points to an FPDU. */
    MARKERS(Hostile::markers),
    /**
     * TCP to port 20049: FPDUs one after the other, between each few of them bytes that are none.
     */
    RELAPSES(Hostile::relapse),
    /**
     * TCP to port 20049: one side's framing is not found, the other's segments have gaps between.
     */
    HOLES(Hostile::holes),
    /** TCP to port 20049: a connection each that begins as iWARP does. */
    CONNECTIONS((traffic, out) -> traffic.apart(out, START_UP)),
    /** A Send on a new queue pair each. */
    PAIRS(send(Hostile::ofNewPair, count -> new byte[SHORT_SEGMENT])),
    /** A Send each of a host of its own; the halves of all their addresses have one sum by XOR. */
    HOSTS(Hostile::host),
    /** The first fragment of a packet each, of such a host. */
    FRAGMENTS(Hostile::fragment),
    /** A call each, whose Read list has 150 segments that overlap, of a handle of its own. */
    READS(send(count -> readListCall(count, count, 0))),
    /** The same, of one handle. */
    SHARED_READS(send(count -> readListCall(count, 1, 0))),
    /** The same, on a queue pair of its own. */
    READS_APART(send(Hostile::ofNewPair, count -> readListCall(count, 1, 0))),
    /** The same, each segment a chunk of its own. */
    READ_CHUNKS(send(count -> readListCall(count, count, Integer.BYTES))),
    /** The same, as a Position-Zero Read chunk. */
    LONG_READS(send(Hostile::longReadListCall)),
    /** A call each, whose Write list has 250 chunks of one handle. */
    CHUNKS(send(Hostile::writeListCall)),
    /** Sends of one byte that nothing acknowledges. */
    SENDS(send(count -> new byte[] {(byte) count})),
    /** RDMA Writes of one packet, of which two in three were not captured. */
    GAPS(Hostile::gap),
    /** RDMA Writes to every other page of a segment, the last first. */
    PAGES(Hostile::pages),
    /** A call, 3,983 RDMA Writes into its segment, and a reply that lists this 4,000 times. */
    RETURNS(Hostile::returned),
    /** The same, where the call lists the segment 4,000 times as well. */
    RETURNS_OF_MANY(Hostile::returnedOfMany),
    /** Calls that all have one XID. */
    XIDS(send(count -> readCall(1, count, PAGE, count))),
    /** Calls with compounds of 1,000 operations. */
    OPERATIONS(send(count -> NfsMessages.compoundCall(count, COMPOUND_OPERATIONS).bytes())),
    /** Calls that go one directory deeper with each of 300 operations. */
    LOOKUPS(send(count -> NfsMessages.descentCall(count, DIRECTORIES).bytes()));

    @SuppressWarnings("ImmutableEnumChecker") // Lambdas that hold nothing.
    private final Packet packet;

    Kind(Packet packet) {
      this.packet = packet;
    }

    /** The same packets on one connection, behind FPDUs by which its framing is found. */
    private static Packet behindFpdus(Packet packet) {
      return (traffic, out) -> {
        if (traffic.count == 0) {
          traffic.fpdus(out);
        }
        packet.write(traffic, out);
      };
    }

    /** Sends on one queue pair, of which each depends on how many came before. */
    private static Packet send(IntFunction<byte[]> message) {
      return send(Hostile::ofClient, message);
    }

    private static Packet send(Function<Hostile, RocePacket> packet, IntFunction<byte[]> message) {
      return (traffic, out) ->
          out.write(packet.apply(traffic).payload(message.apply(traffic.count)).bytes());
    }

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
  private final SplittableRandom random;
  private final IwarpConversation tcp = new IwarpConversation();
  private final int sequence;
  private long sent;
  private int count;

  /** Traffic of a kind. */
  public Hostile(Kind kind, long seed) {
    this.kind = kind;
    this.random = new SplittableRandom(seed);
    this.sequence = random.nextInt();
    tcp.ports(CLIENT_PORT, RDMA_PORT).sequences(sequence, random.nextInt());
  }

  @Override
  public boolean burst(FrameOutput out, long size) throws IOException {
    if (out.size() >= size) {
      return false;
    }
    kind.packet.write(this, out);
    count++;
    return true;
  }

  // ---- over TCP

  private void stream(FrameOutput out, byte[] bytes) throws IOException {
    tcp.client().segment("", TcpFrame.ACK, bytes);
    out.write(tcp.capture());
    sent += bytes.length;
  }

  /** On a connection of its own. */
  private void apart(FrameOutput out, byte[] bytes) throws IOException {
    TcpFrame.Socket client =
        new TcpFrame.Socket(
            CLIENT + (count >>> CONNECTION_BITS << Byte.SIZE),
            CLIENT_PORT + (count & (1 << CONNECTION_BITS) - 1));
    TcpFrame.Socket server = new TcpFrame.Socket(SERVER, RDMA_PORT);
    out.write(new TcpFrame("", client, server, sequence, 0, TcpFrame.ACK, bytes).bytes());
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

  private static byte[] words(int bytes, int word) {
    ByteBuffer all = ByteBuffer.allocate(bytes);
    while (all.remaining() >= Short.BYTES) {
      all.putShort((short) word);
    }
    return all.array();
  }

  private void sliver(FrameOutput out) throws IOException {
    int value = ((sequence + sent) & 1) == 0 ? TAGGED >>> Byte.SIZE : TAGGED & 0xff;
    stream(out, new byte[] {(byte) value});
  }

  private void trickle(FrameOutput out) throws IOException {
    if (count % (LONG_ONES + TURN) < LONG_ONES) {
      stream(out, words(SEGMENT, TAGGED));
    } else {
      sliver(out);
    }
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
      tcp.server().segment("", TcpFrame.ACK, words(SHORT_SEGMENT, TAGGED));
      out.write(tcp.capture());
      tcp.server().segment("not captured", TcpFrame.ACK, words(SHORT_SEGMENT, TAGGED));
      tcp.capture().frames().clear();
    }
  }

  // ---- over RoCE

  private RocePacket ofClient() {
    return packet(CLIENT, SERVER, Opcodes.RC_SEND_ONLY, QUEUE_PAIR, count);
  }

  private RocePacket ofNewPair() {
    int client = CLIENT + ((count / QUEUE_PAIRS) << Byte.SIZE);
    int pair = QUEUE_PAIR + count % QUEUE_PAIRS;
    return packet(client, SERVER, Opcodes.RC_SEND_ONLY, pair, count);
  }

  /** A packet from an address that a table may find in the place of all others. */
  private byte[] ofHost() {
    long low = random.nextLong();
    IpAddress alike = new IpAddress(ALIKE ^ Long.rotateLeft(low, ROTATION), low);
    Station client = new Station(Hosts.at(CLIENT).mac(), alike);
    Station server = new Station(Hosts.at(SERVER).mac(), new IpAddress(ALIKE, SERVER));
    return RocePacket.between(client, server)
        .opcode(Opcodes.RC_SEND_ONLY)
        .destinationQp(QUEUE_PAIR)
        .ackRequest()
        .payload(new byte[SHORT_SEGMENT])
        .bytes();
  }

  private void host(FrameOutput out) throws IOException {
    out.write(ofHost());
  }

  private void fragment(FrameOutput out) throws IOException {
    ByteBuffer packet = ByteBuffer.wrap(ofHost());
    // The next header is that of fragments, one of 8 bytes behind which more are to come.
    packet.put(IPV6_NEXT_HEADER, FRAGMENT_HEADER);
    packet.putLong(IPV6_PAYLOAD, MORE_FRAGMENTS);
    packet.putShort(IPV6_LENGTH, (short) (2 * Long.BYTES));
    out.write(Arrays.copyOf(packet.array(), IPV6_PAYLOAD + 2 * Long.BYTES));
  }

  private static RocePacket packet(int from, int to, int opcode, int pair, int psn) {
    return RocePacket.between(Hosts.at(from), Hosts.at(to))
        .opcode(opcode)
        .destinationQp(pair)
        .psn(psn)
        .ackRequest();
  }

  private static void write(FrameOutput out, int psn, long address, int handle) throws IOException {
    RocePacket packet = packet(SERVER, CLIENT, Opcodes.RC_WRITE_ONLY, QUEUE_PAIR + 1, psn);
    byte[] data = new byte[WRITE_BYTES];
    out.write(packet.reth(address, handle, WRITE_BYTES).payload(data).bytes());
  }

  private void gap(FrameOutput out) throws IOException {
    write(out, count * PSN_STEP, Integer.toUnsignedLong(count) * WRITE_BYTES, 1);
  }

  private void pages(FrameOutput out) throws IOException {
    if (count % PAGE == 0) {
      out.write(ofClient().payload(readCall(count, 1, -1, count / PAGE)).bytes());
    } else {
      write(out, count, (PAGE - (long) (count % PAGE)) * 2 * PAGE, count / PAGE);
    }
  }

  private void returned(FrameOutput out) throws IOException {
    exchange(out, 1);
  }

  private void returnedOfMany(FrameOutput out) throws IOException {
    exchange(out, LISTED);
  }

  /** A packet of an exchange whose call lists its segment so often. */
  private void exchange(FrameOutput out, int offered) throws IOException {
    int writes = EXCHANGE - 1 - REPLY_PACKETS;
    int xid = count / EXCHANGE;
    int at = count % EXCHANGE - 1;
    Segment memory = new Segment(1, 0, writes * WRITE_BYTES);
    if (at < 0) {
      RpcRdmaBuilder call = NfsMessages.readCall(xid, 1, 0, memory.length());
      out.write(ofClient().payload(call.writeChunk(copies(memory, offered)).bytes()).bytes());
    } else if (at < writes) {
      write(out, count, (long) at * WRITE_BYTES, 1);
    } else {
      RpcRdmaBuilder reply = NfsMessages.readReply(xid, 1, memory.length());
      send(out, reply.writeChunk(copies(memory, LISTED)).bytes(), at - writes);
    }
  }

  private static Segment[] copies(Segment memory, int count) {
    Segment[] copies = new Segment[count];
    Arrays.fill(copies, memory);
    return copies;
  }

  /** A packet of the server's Send of a message. */
  private void send(FrameOutput out, byte[] message, int packet) throws IOException {
    int opcode =
        packet == 0
            ? Opcodes.RC_SEND_FIRST
            : packet < REPLY_PACKETS - 1 ? Opcodes.RC_SEND_MIDDLE : Opcodes.RC_SEND_LAST;
    int to = Math.min(message.length, (packet + 1) * PAGE);
    byte[] part = Arrays.copyOfRange(message, packet * PAGE, to);
    out.write(packet(SERVER, CLIENT, opcode, QUEUE_PAIR + 1, count).payload(part).bytes());
  }

  // ---- calls

  private static byte[] readCall(int xid, long file, int length, int handle) {
    Segment memory = new Segment(handle, 0, length);
    return NfsMessages.readCall(xid, file, 0, length).writeChunk(memory).bytes();
  }

  /** A WRITE whose Read list has segments that overlap, of one handle. */
  private static byte[] readListCall(int xid, int handle, int apart) {
    Segment[] memory = overlapping(READ_SEGMENTS, handle);
    return NfsMessages.writeCall(xid, 1, 0, READ_SEGMENTS * OVERLAP, apart, memory).bytes();
  }

  /** A call that is all in a Position-Zero Read chunk, whose segments overlap. */
  private static byte[] longReadListCall(int xid) {
    Segment[] memory = overlapping(READ_SEGMENTS, xid);
    return RpcRdmaBuilder.nomsg(xid).readChunk(0, memory).bytes();
  }

  /** A READ whose Write list has chunks of one segment each, of one handle. */
  private static byte[] writeListCall(int xid) {
    RpcRdmaBuilder call = NfsMessages.readCall(xid, 1, 0, OVERLAP);
    for (Segment segment : overlapping(WRITE_CHUNKS, 1)) {
      call.writeChunk(segment);
    }
    return call.bytes();
  }

  private static Segment[] overlapping(int count, int handle) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Segment(handle, (long) i << OVERLAP_SHIFT, OVERLAP))
        .toArray(Segment[]::new);
  }
}
