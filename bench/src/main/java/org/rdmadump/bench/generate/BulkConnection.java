package org.rdmadump.bench.generate;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import org.rdmadump.rpcrdma.build.Segment;

/** One connection of {@link Bulk}: the frames of its set-up, then those of one call at a time. */
abstract class BulkConnection {
  static final int CLIENT = 0xc0a84d02;
  static final int SERVER = 0xc0a84d01;

  private static final int CALL_BYTES = 1 << 20;
  private static final int OPERATION_BYTES = 1 << 18;
  private static final long FILE_BYTES = 1L << 30;

  private final Payload payload;
  private final SplittableRandom random;
  private final int file;
  private final Queue<byte[]> frames = new ArrayDeque<>();
  private int xid;
  private int handle;
  private long calls;

  /** A connection whose calls are about one file, above 0. */
  BulkConnection(int file, Payload payload, SplittableRandom random) {
    this.file = file;
    this.payload = payload;
    this.random = random;
    this.xid = random.nextInt();
    this.handle = random.nextInt();
  }

  /** The client sends. */
  abstract void call(byte[] message);

  /** The server sends. */
  abstract void reply(byte[] message);

  /** The server sends, and takes a handle of the client away. */
  abstract void replyInvalidating(byte[] message, int handle);

  /** The server writes into memory of the client. */
  abstract void write(int handle, long address, byte[] data);

  /** The server reads from memory of the client, which holds {@code data}. */
  abstract void read(int handle, long address, byte[] data);

  /** Moves the frames of what was done to a queue. */
  abstract void takeFrames(Queue<byte[]> target);

  /** Takes over what was done to connect. */
  final void connected() {
    takeFrames(frames);
  }

  /** Whether the next frame would be that of another call. */
  final boolean isIdle() {
    return frames.isEmpty();
  }

  /** {@return the next frame} */
  final byte[] next() {
    return frames.remove();
  }

  /** {@return bytes of the file that the frames take} */
  final long size(FrameOutput out) {
    return frames.stream().mapToLong(frame -> out.sizeOf(frame.length)).sum();
  }

  /** Makes the frames of the next call. */
  final void call() {
    xid++;
    handle += 1 << Byte.SIZE;
    Segment memory = new Segment(handle, random.nextLong() >>> 1 & -4096L, CALL_BYTES);
    long at = calls * CALL_BYTES % FILE_BYTES;
    boolean isRead = (calls++ & 1) == 0;
    if (isRead) {
      call(NfsMessages.readCall(xid, file, at, CALL_BYTES).writeChunk(memory).bytes());
    } else {
      call(NfsMessages.writeCall(xid, file, at, CALL_BYTES, 0, memory).bytes());
    }
    for (int from = 0; from < CALL_BYTES; from += OPERATION_BYTES) {
      byte[] data = payload.at((calls * CALL_BYTES + from) * file, OPERATION_BYTES);
      if (isRead) {
        write(handle, memory.offset() + from, data);
      } else {
        read(handle, memory.offset() + from, data);
      }
    }
    // Some servers take the handle back with the reply, some do not.
    if (isRead) {
      byte[] reply = NfsMessages.readReply(xid, file, CALL_BYTES).writeChunk(memory).bytes();
      replyInvalidating(reply, handle);
    } else {
      reply(NfsMessages.writeReply(xid, file, CALL_BYTES).bytes());
    }
    takeFrames(frames);
  }
}
