package org.rdmadump.bench.generate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Puts NFS version 3 READ and WRITE, calls and replies, with their RPC-over-RDMA headers: the data
 * is in a chunk of one segment, so what is put is the Send.
 *
 * <p>RFC 8166 section 3.4, RFC 5531, RFC 1813 sections 3.3.6 and 3.3.7.
 */
final class NfsMessages {
  private static final int RPC_RDMA_VERSION = 1;
  private static final int CREDITS = 64;
  private static final int MSG = 0;
  private static final int NOMSG = 1;

  private static final int CALL = 0;
  private static final int REPLY = 1;
  private static final int RPC_VERSION = 2;
  private static final int NFS = 100003;
  private static final int NFS_VERSION = 3;
  private static final int READ = 6;
  private static final int WRITE = 7;
  private static final int NFS_V4 = 4;
  private static final int COMPOUND = 1;
  private static final int PUTROOTFH = 24;
  private static final int OVERLAP = 1 << 16;
  private static final int OVERLAP_SHIFT = 8;
  private static final int AUTH_SYS = 1;
  private static final int FILE_SYNC = 2;
  private static final int REGULAR_FILE = 1;
  private static final int MODE = 0644;
  private static final long SECONDS = 1_767_225_600L << 32;

  private static final byte[] MACHINE = "client00".getBytes(StandardCharsets.US_ASCII);
  private static final int CREDENTIAL = 4 + 4 + MACHINE.length + 4 + 4 + 4;
  private static final int FILE_HANDLE = 28;
  private static final long FILE_SIZE = 1L << 40;

  /** Where the data of a WRITE belongs in its call: behind the RPC header and the arguments. */
  private static final int WRITE_DATA_POSITION =
      10 * 4 + CREDENTIAL + 4 + FILE_HANDLE + 8 + 4 + 4 + 4;

  private NfsMessages() {}

  /** Puts a call of READ with a Write chunk for the data. */
  static void readCall(
      ByteBuffer to, int xid, long file, long at, int count, int handle, long offset) {
    header(to, xid, MSG);
    to.putInt(0);
    to.putInt(1).putInt(1);
    segment(to, handle, count, offset);
    to.putInt(0).putInt(0);
    call(to, xid, READ);
    fileHandle(to, file);
    to.putLong(at).putInt(count);
  }

  /** Puts the reply, whose data went into the chunk. */
  static void readReply(ByteBuffer to, int xid, long file, int count, int handle, long offset) {
    header(to, xid, MSG);
    to.putInt(0);
    to.putInt(1).putInt(1);
    segment(to, handle, count, offset);
    to.putInt(0).putInt(0);
    reply(to, xid);
    attributes(to, file);
    to.putInt(count).putInt(0).putInt(count);
  }

  /** Puts a call of WRITE with the data in a Read chunk. */
  static void writeCall(
      ByteBuffer to, int xid, long file, long at, int count, int handle, long offset) {
    header(to, xid, MSG);
    to.putInt(1).putInt(WRITE_DATA_POSITION);
    segment(to, handle, count, offset);
    to.putInt(0).putInt(0).putInt(0);
    call(to, xid, WRITE);
    fileHandle(to, file);
    to.putLong(at).putInt(count).putInt(FILE_SYNC).putInt(count);
  }

  /** Puts the reply. */
  static void writeReply(ByteBuffer to, int xid, long file, int count) {
    header(to, xid, MSG);
    to.putInt(0).putInt(0).putInt(0);
    reply(to, xid);
    to.putInt(1).putLong(FILE_SIZE).putLong(SECONDS).putLong(SECONDS);
    attributes(to, file);
    to.putInt(count).putInt(FILE_SYNC).putLong(1);
  }

  /** Puts a call of READ with a Write chunk of several segments and a Reply chunk. */
  static void greedyCall(
      ByteBuffer to, int xid, long file, int count, int handle, int segments, int replyLength) {
    header(to, xid, MSG);
    to.putInt(0);
    to.putInt(1).putInt(segments);
    for (int i = 0; i < segments; i++) {
      segment(to, handle + i, count, (long) i << Integer.SIZE);
    }
    to.putInt(0);
    to.putInt(1).putInt(1);
    segment(to, handle + segments, replyLength, 0);
    call(to, xid, READ);
    fileHandle(to, file);
    to.putLong(0).putInt(count);
  }

  /** Puts a call of WRITE whose Read list has segments that overlap, of one handle. */
  static void readListCall(ByteBuffer to, int xid, int segments, int handle, int apart) {
    header(to, xid, MSG);
    for (int i = 0; i < segments; i++) {
      to.putInt(1).putInt(WRITE_DATA_POSITION + i * apart);
      segment(to, handle, OVERLAP, (long) i << OVERLAP_SHIFT);
    }
    to.putInt(0).putInt(0).putInt(0);
    call(to, xid, WRITE);
    fileHandle(to, 1);
    int count = segments * OVERLAP;
    to.putLong(0).putInt(count).putInt(FILE_SYNC).putInt(count);
  }

  /** Puts a call that is all in a Position-Zero Read chunk, whose segments overlap. */
  static void longReadListCall(ByteBuffer to, int xid, int segments, int handle) {
    header(to, xid, NOMSG);
    for (int i = 0; i < segments; i++) {
      to.putInt(1).putInt(0);
      segment(to, handle, OVERLAP, (long) i << OVERLAP_SHIFT);
    }
    to.putInt(0).putInt(0).putInt(0);
  }

  /** Puts a call of READ whose Write list has chunks of one segment each, of one handle. */
  static void writeListCall(ByteBuffer to, int xid, int chunks, int handle) {
    header(to, xid, MSG);
    to.putInt(0);
    for (int i = 0; i < chunks; i++) {
      to.putInt(1).putInt(1);
      segment(to, handle, OVERLAP, (long) i << OVERLAP_SHIFT);
    }
    to.putInt(0).putInt(0);
    call(to, xid, READ);
    fileHandle(to, 1);
    to.putLong(0).putInt(OVERLAP);
  }

  /** Puts an NFSv4.1 compound of nothing but PUTROOTFH. */
  static void compoundCall(ByteBuffer to, int xid, int operations) {
    header(to, xid, MSG);
    to.putInt(0).putInt(0).putInt(0);
    call(to, xid, NFS_V4, COMPOUND);
    to.putInt(0).putInt(1).putInt(operations);
    for (int i = 0; i < operations; i++) {
      to.putInt(PUTROOTFH);
    }
  }

  /** Puts a call that is all in a Position-Zero Read chunk. */
  static void longCall(ByteBuffer to, int xid, int count, int handle) {
    header(to, xid, NOMSG);
    to.putInt(1).putInt(0);
    segment(to, handle, count, 0);
    to.putInt(0).putInt(0).putInt(0);
  }

  private static void header(ByteBuffer to, int xid, int procedure) {
    to.putInt(xid).putInt(RPC_RDMA_VERSION).putInt(CREDITS).putInt(procedure);
  }

  private static void segment(ByteBuffer to, int handle, int length, long offset) {
    to.putInt(handle).putInt(length).putLong(offset);
  }

  private static void call(ByteBuffer to, int xid, int procedure) {
    call(to, xid, NFS_VERSION, procedure);
  }

  private static void call(ByteBuffer to, int xid, int version, int procedure) {
    to.putInt(xid).putInt(CALL).putInt(RPC_VERSION);
    to.putInt(NFS).putInt(version).putInt(procedure);
    to.putInt(AUTH_SYS).putInt(CREDENTIAL);
    to.putInt(0).putInt(MACHINE.length).put(MACHINE).putInt(0).putInt(0).putInt(0);
    to.putInt(0).putInt(0);
  }

  private static void reply(ByteBuffer to, int xid) {
    to.putInt(xid).putInt(REPLY).putInt(0);
    to.putInt(0).putInt(0);
    to.putInt(0);
    to.putInt(0);
  }

  private static void fileHandle(ByteBuffer to, long file) {
    to.putInt(FILE_HANDLE).putInt(0x01000601).putLong(0).putLong(0).putLong(file);
  }

  private static void attributes(ByteBuffer to, long file) {
    to.putInt(1);
    to.putInt(REGULAR_FILE).putInt(MODE).putInt(1).putInt(0).putInt(0);
    to.putLong(FILE_SIZE).putLong(FILE_SIZE).putLong(0).putLong(1).putLong(file);
    to.putLong(SECONDS).putLong(SECONDS).putLong(SECONDS);
  }
}
