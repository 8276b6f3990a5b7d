package org.rdmadump.cli.faults;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The faults: in which capture, what is done to it, and which rule has to tell of it in which
 * frame.
 */
@SuppressWarnings("ByteBufferBackingArray") // those of BrokenCapture are of whole arrays
enum SeededFault {
  // RoCE: packets.
  DAMAGED_PACKET(Base.ACL, "icrc.mismatch", 49, c -> flip(c.frame(49), 60)),
  LOST_REPLY_PACKET(Base.ACL, "bth.psn-not-captured", 36, c -> c.drop(33)),
  REPEATED_PACKET(Base.ACL, "bth.psn-repeat", 49, c -> c.repeat(49)),
  SWAPPED_PACKETS(Base.ACL, "bth.out-of-order", 109, c -> c.move(110, 109)),
  NAK(Base.ACL, "aeth.nak", 62, c -> set(c, 62, At.BEHIND_BTH, (byte) 0x60)),
  NAK_OF_INVALID_REQUEST(
      Base.ACL, "aeth.invalid-request", 62, c -> set(c, 62, At.BEHIND_BTH, (byte) 0x61)),
  NAK_OF_REMOTE_ACCESS(
      Base.ACL, "aeth.remote-access-error", 62, c -> set(c, 62, At.BEHIND_BTH, (byte) 0x62)),
  NAK_OF_REMOTE_OPERATION(
      Base.ACL, "aeth.remote-operational-error", 62, c -> set(c, 62, At.BEHIND_BTH, (byte) 0x63)),
  NAK_OF_NO_RELIABLE_CONNECTION(
      Base.ACL, "aeth.unexpected-nak", 62, c -> set(c, 62, At.BEHIND_BTH, (byte) 0x64)),
  RNR_NAK(Base.ACL, "aeth.rnr-nak", 24, c -> set(c, 24, At.BEHIND_BTH, (byte) 0x2e)),
  WRITE_BEYOND_ITS_LENGTH(
      Base.ACL, "reth.beyond-dma-length", 59, c -> put(c, 59, At.RETH_LENGTH, 100)),
  CUT_FRAME(Base.ACL, "capture.frames-cut", 72, c -> c.cut(72, 500)),

  // RoCE: access to memory.
  WRITE_TO_UNKNOWN_HANDLE(
      Base.ACL, "rpcrdma.unknown-handle", 59, c -> put(c, 59, At.RETH_KEY, 0x12345678)),
  WRITE_BESIDE_SEGMENT(
      Base.ACL, "rpcrdma.outside-segment", 59, c -> put(c, 59, At.RETH_ADDRESS + 4, 0x5a165000)),
  READ_BEYOND_SEGMENT(
      Base.ACL, "rpcrdma.outside-segment", 71, c -> put(c, 71, At.RETH_LENGTH, 5100)),
  WRITE_BEYOND_SEGMENT(Base.ACL, "rpcrdma.beyond-segment", 59, c -> put(c, 57, At.SEND + 36, 128)),
  READ_OF_REPLY_CHUNK(
      Base.ACL,
      "rpcrdma.wrong-access",
      59,
      c -> {
        c.frame(59).put(At.BTH, (byte) 12);
        c.payload(59, At.BEHIND_RETH, new byte[0]);
      }),
  WRITE_AFTER_INVALIDATION(
      Base.ACL, "rpcrdma.access-after-invalidation", 81, c -> put(c, 81, At.RETH_KEY, 0x9d2)),

  // RoCE: what the peers agreed on.
  INVALIDATION_OF_OTHER_HANDLE(
      Base.ACL, "rpcrdma.invalidates-other-handle", 77, c -> put(c, 77, At.BEHIND_BTH, 0x12345678)),
  INVALIDATION_NOT_ALLOWED(
      Base.ACL,
      "rpcrdma.invalidation-not-allowed",
      77,
      c -> {
        int message = find(c.frame(16), "f6ab0e1801");
        set(c, 16, message + 5, (byte) 0);
      }),
  SEND_ABOVE_THRESHOLD(
      Base.XATTR,
      "rpcrdma.above-inline-threshold",
      122,
      c -> {
        int frame = frameWith(c, "f6ab0e1801");
        int message = find(c.frame(frame), "f6ab0e1801");
        set(c, frame, message + 6, (byte) 0);
      }),
  CREDIT_OVERRUN(
      Base.ACL,
      "rpcrdma.credit-overrun",
      51,
      c -> {
        put(c, 45, At.SEND + At.CREDITS, 1);
        c.move(53, 51);
      }),
  SECOND_CALL_BEFORE_FIRST_REPLY(Base.ACL, "rpcrdma.credit-overrun", 21, c -> c.move(23, 21)),
  NO_CREDITS(Base.ACL, "rpcrdma.zero-credits", 51, c -> put(c, 51, At.SEND + At.CREDITS, 0)),

  // RoCE: calls and replies.
  REUSED_XID(
      Base.ACL,
      "rpcrdma.xid-reused",
      51,
      c -> {
        xid(c, 53, At.SEND, At.SHORT_HEADER, 0x0685c64e);
        c.move(53, 51);
      }),
  OTHER_XID_THAN_THE_HEADER(
      Base.ACL, "rpcrdma.xid-differs", 51, c -> put(c, 51, At.SEND + At.SHORT_HEADER, 0x0685c64f)),
  OTHER_XID_THAN_THE_HEADER_OF_A_CALL(
      Base.ACL, "rpcrdma.xid-differs", 49, c -> put(c, 49, At.SEND + At.SHORT_HEADER, 0x0685c64f)),
  REPLY_TO_NO_CALL(
      Base.ACL,
      "rpcrdma.reply-without-call",
      51,
      c -> xid(c, 51, At.SEND, At.SHORT_HEADER, 0x7777c64e)),
  CALL_WITHOUT_REPLY(
      Base.ACL,
      "rpcrdma.call-without-reply",
      49,
      c -> xid(c, 51, At.SEND, At.SHORT_HEADER, 0x7777c64e)),

  // RoCE: headers.
  OTHER_VERSION(Base.ACL, "rpcrdma.other-version", 53, c -> put(c, 53, At.SEND + At.VERSION, 2)),
  UNKNOWN_PROCEDURE(
      Base.ACL, "rpcrdma.unknown-procedure", 53, c -> put(c, 53, At.SEND + At.PROCEDURE, 9)),
  NOMSG_WITHOUT_CHUNK(
      Base.ACL, "rpcrdma.nomsg-without-chunk", 53, c -> put(c, 53, At.SEND + At.PROCEDURE, 1)),
  DONE(Base.ACL, "rpcrdma.obsolete-procedure", 53, c -> put(c, 53, At.SEND + At.PROCEDURE, 3)),
  MALFORMED_HEADER(
      Base.ACL, "rpcrdma.malformed-header", 53, c -> put(c, 53, At.SEND + At.READ_LIST, 2)),
  RDMA_ERROR(
      Base.ACL,
      "rpcrdma.error",
      51,
      c ->
          c.payload(
              51, At.SEND, hex("0685c64e" + "00000001" + "00000040" + "00000004" + "00000002"))),
  UNALIGNED_READ_CHUNK(
      Base.ACL, "rpcrdma.read-chunk-unaligned", 69, c -> put(c, 69, At.SEND + At.POSITION, 117)),
  READ_CHUNK_AT_NO_DATA(
      Base.ACL, "rpcrdma.read-chunk-not-eligible", 69, c -> put(c, 69, At.SEND + At.POSITION, 112)),
  READ_CHUNK_BEHIND_THE_END(
      Base.ACL, "rpcrdma.read-chunk-position", 69, c -> put(c, 69, At.SEND + At.POSITION, 1160)),

  // RoCE: chunks of replies.
  SEGMENT_LENGTH_EXCEEDED(
      Base.ACL, "rpcrdma.chunk-length-differs", 60, c -> put(c, 60, At.SEND + 36, 300)),
  TRANSFERRED_SHORT(Base.ACL, "rpcrdma.transferred-short", 60, c -> put(c, 60, At.SEND + 36, 200)),
  SEGMENT_NOT_OFFERED(
      Base.ACL, "rpcrdma.reply-chunk-differs", 60, c -> put(c, 60, At.SEND + 32, 0x12345678)),
  SEGMENTS_IN_WRONG_ORDER(
      Base.ACL,
      "rpcrdma.segments-out-of-order",
      60,
      c -> {
        c.frame(60).putInt(At.SEND + 36, 0);
        put(c, 60, At.SEND + 52, 136);
      }),
  SEGMENT_LEFT_OUT(
      Base.ACL,
      "rpcrdma.reply-chunk-differs",
      60,
      c -> {
        byte[] send = Arrays.copyOfRange(c.frame(60).array(), At.SEND, At.SEND + 64);
        ByteBuffer.wrap(send).putInt(28, 2);
        c.payload(60, At.SEND, send);
      }),
  READ_LIST_IN_REPLY(
      Base.ACL,
      "rpcrdma.read-list-in-reply",
      51,
      c -> {
        byte[] frame = c.frame(51).array();
        ByteBuffer with = ByteBuffer.allocate(frame.length - At.SEND - Integer.BYTES + 24);
        with.put(frame, At.SEND, At.READ_LIST).putInt(1).putInt(0);
        with.putInt(0x12345678).putInt(100).putLong(0x1000);
        int lists = At.SEND + At.READ_LIST;
        with.put(frame, lists, frame.length - lists - Integer.BYTES);
        c.payload(51, At.SEND, with.array());
      }),
  WRITE_CHUNK_NOT_RETURNED(
      Base.DIRECT,
      "rpcrdma.chunk-not-returned",
      720,
      c -> {
        // Nine words of fixed part and lists, and four for each of eight segments.
        byte[] send = Arrays.copyOfRange(c.frame(720).array(), At.SEND, At.SEND + 268);
        byte[] without = Arrays.copyOf(send, 28 + 104);
        Arrays.fill(without, 16, 28, (byte) 0);
        System.arraycopy(send, 268 - 104, without, 28, 104);
        c.payload(720, At.SEND, without);
      }),

  // RoCE: what is inside.
  UNBOUND_BACK_CHANNEL(
      Base.DELEGATION,
      "nfs.unbound-back-channel",
      210,
      c -> put(c, 24, At.SEND + At.SHORT_HEADER + 64, 0)),
  BAD_DISCRIMINANT(
      Base.ACL, "xdr.bad-discriminant", 51, c -> put(c, 51, At.SEND + At.SHORT_HEADER + 28, 2)),
  COUNT_DIFFERS(Base.ACL, "nfs.count-differs", 69, c -> put(c, 69, At.SEND + 52 + 104, 4000)),

  // iWARP.
  TCP_HOLE(Base.IWARP_ACL, "tcp.hole", 88, c -> c.drop(86)),
  TCP_CHECKSUM(
      Base.IWARP_CRC,
      "tcp.checksum",
      40,
      c -> {
        c.repeat(40);
        flip(c.frame(40), 100);
      }),
  TCP_RETRANSMISSION(Base.IWARP_ACL, "tcp.retransmission", 50, c -> c.repeat(49)),
  DAMAGED_FPDU(
      Base.IWARP_CRC,
      "mpa.crc-mismatch",
      40,
      c -> {
        flip(c.frame(40), 100);
        c.repair(40);
      }),
  BAD_REVISION(Base.IWARP_ACL, "mpa.bad-revision", 22, c -> set(c, 22, At.TCP_DATA + 17, (byte) 9)),
  REJECTED(Base.IWARP_ACL, "mpa.rejected", 22, c -> set(c, 22, At.TCP_DATA + 16, (byte) 0x20)),
  MSN_PASSED_OVER(Base.IWARP_ACL, "ddp.msn-gap", 46, c -> put(c, 46, At.TCP_DATA + 12, 99)),
  BAD_QUEUE(Base.IWARP_ACL, "ddp.bad-queue", 46, c -> put(c, 46, At.TCP_DATA + 8, 5)),
  RESERVED_BITS(
      Base.IWARP_ACL, "ddp.reserved-bits", 46, c -> set(c, 46, At.TCP_DATA + 2, (byte) 0x45)),
  IWARP_WRITE_TO_UNKNOWN_HANDLE(
      Base.IWARP_ACL, "rpcrdma.unknown-handle", 49, c -> put(c, 49, At.TCP_DATA + 4, 0x12345601)),
  IWARP_READ_OF_UNKNOWN_HANDLE(
      Base.IWARP_ACL, "rpcrdma.unknown-handle", 55, c -> put(c, 55, At.TCP_SEND + 16, 0x12345601)),
  IWARP_READ_BEYOND_SEGMENT(
      Base.IWARP_ACL, "rpcrdma.outside-segment", 55, c -> put(c, 55, At.TCP_SEND + 12, 6000)),
  STRAY_RESPONSE(
      Base.IWARP_ACL, "rdmap.stray-response", 80, c -> put(c, 80, At.TCP_DATA + 4, 0x12345601)),
  IWARP_INVALIDATION_OF_OTHER_HANDLE(
      Base.IWARP_ACL,
      "rpcrdma.invalidates-other-handle",
      68,
      c -> put(c, 68, At.TCP_DATA + 4, 0x12345601)),
  IWARP_UNALIGNED_READ_CHUNK(
      Base.IWARP_ACL,
      "rpcrdma.read-chunk-unaligned",
      54,
      c -> put(c, 54, At.TCP_SEND + At.POSITION, 117)),
  IWARP_OTHER_VERSION(
      Base.IWARP_ACL, "rpcrdma.other-version", 46, c -> put(c, 46, At.TCP_SEND + At.VERSION, 2)),
  IWARP_REPLY_TO_NO_CALL(
      Base.IWARP_ACL,
      "rpcrdma.reply-without-call",
      44,
      c -> xid(c, 44, At.TCP_SEND, At.SHORT_HEADER, 0x77773052)),
  IWARP_TRANSFERRED_SHORT(
      Base.IWARP_ACL, "rpcrdma.transferred-short", 50, c -> put(c, 50, At.TCP_SEND + 36, 200)),
  IWARP_SEND_ABOVE_THRESHOLD(
      Base.IWARP_CRC,
      "rpcrdma.above-inline-threshold",
      78,
      c -> {
        int frame = frameWith(c, "f6ab0e1801");
        int message = find(c.frame(frame), "f6ab0e1801");
        set(c, frame, message + 6, (byte) 0);
      });

  /** Where things are in a frame, Ethernet and IPv4, TCP with time stamps. */
  private static final class At {
    static final int BTH = 42;
    static final int BEHIND_BTH = 54;
    static final int RETH_ADDRESS = BEHIND_BTH;
    static final int RETH_KEY = BEHIND_BTH + 8;
    static final int RETH_LENGTH = BEHIND_BTH + 12;
    static final int BEHIND_RETH = BEHIND_BTH + 16;

    /** A Send of one packet, without Invalidate. */
    static final int SEND = BEHIND_BTH;

    static final int TCP_DATA = 66;

    /** Behind the length of MPA and the headers of an untagged segment. */
    static final int TCP_SEND = TCP_DATA + 20;

    // In the header of RPC-over-RDMA.
    static final int VERSION = 4;
    static final int CREDITS = 8;
    static final int PROCEDURE = 12;
    static final int READ_LIST = 16;
    static final int POSITION = 20;

    /** Its length without chunks. */
    static final int SHORT_HEADER = 28;

    private At() {}
  }

  /** What is broken. */
  private enum Base {
    ACL("rocev2/rocev2-nfs3-acl.pcap"),
    DELEGATION("rocev2/rocev2-nfs41-delegation.pcap"),
    DIRECT("rocev2/rocev2-nfs41-direct.pcap"),
    XATTR("rocev2/rocev2-nfs42-xattr.pcap"),
    IWARP_ACL("iwarp/iwarp-nfs3-acl.pcap"),
    IWARP_CRC("iwarp/iwarp-nfs41-crc.pcap");

    private final String file;

    Base(String file) {
      this.file = file;
    }
  }

  /** What is done to a capture. */
  private interface Change {
    void to(BrokenCapture capture);
  }

  private final Base base;
  private final String rule;
  private final long frame;

  @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
  private final Change change;

  SeededFault(Base base, String rule, long frame, Change change) {
    this.base = base;
    this.rule = rule;
    this.frame = frame;
    this.change = change;
  }

  /** The capture that is broken, in the folder of captures. */
  Path capture() {
    return Path.of(base.file);
  }

  /** The rule that has to tell of it. */
  String rule() {
    return rule;
  }

  /** The frame that it has to name, in the broken capture. */
  long frame() {
    return frame;
  }

  /** Puts the fault in. */
  void into(BrokenCapture capture) {
    change.to(capture);
  }

  private static void flip(ByteBuffer frame, int at) {
    frame.put(at, (byte) (frame.get(at) ^ 0x10));
  }

  private static void set(BrokenCapture capture, int number, int at, byte value) {
    capture.frame(number).put(at, value);
    capture.repair(number);
  }

  private static void put(BrokenCapture capture, int number, int at, int value) {
    capture.frame(number).putInt(at, value);
    capture.repair(number);
  }

  /** Changes the XID of a Send, in both headers. */
  private static void xid(BrokenCapture capture, int number, int send, int header, int value) {
    capture.frame(number).putInt(send, value).putInt(send + header, value);
    capture.repair(number);
  }

  /** The first frame that holds some bytes. */
  private static int frameWith(BrokenCapture capture, String digits) {
    int number = 1;
    while (find(capture.frame(number), digits) < 0) {
      number++;
    }
    return number;
  }

  /** Where some bytes are in a frame, -1 if they are not. */
  private static int find(ByteBuffer frame, String digits) {
    String bytes = new String(hex(digits), StandardCharsets.ISO_8859_1);
    return new String(frame.array(), StandardCharsets.ISO_8859_1).indexOf(bytes);
  }

  private static byte[] hex(String digits) {
    byte[] bytes = new byte[digits.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }
}
