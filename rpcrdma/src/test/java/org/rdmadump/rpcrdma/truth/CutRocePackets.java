package org.rdmadump.rpcrdma.truth;

import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Frames of RoCEv2 that are cut at 128 bytes, on Ethernet and IPv4 with a path MTU of 1024 bytes:
 * worked out from lengths alone.
 */
final class CutRocePackets implements CutFrames {
  private static final int MTU = 1024;

  /** Left behind Ethernet (14), IPv4 (20), UDP (8) and BTH (12). */
  private static final int PLAIN = 128 - 14 - 20 - 8 - 12;

  private static final int IETH = 4;
  private static final int AETH = 4;
  private static final int RETH = 16;

  @Override
  public long seenOfSend(RpcMessage message) {
    return seen(message, 0);
  }

  private static int seen(RpcMessage message, long packet) {
    boolean last = packet == message.sendPackets() - 1;
    return last && message.invalidated().isPresent() ? PLAIN - IETH : PLAIN;
  }

  @Override
  public void send(RpcMessage message, long from, long to, Runs runs) {
    long at = from;
    while (at < to) {
      long packet = at / MTU;
      long end = Math.min(to, (packet + 1) * MTU);
      runs.piece(end - at, packet * MTU + seen(message, packet) - at);
      at = end;
    }
  }

  @Override
  public void segment(RpcMessage message, ChunkSegment segment, Runs runs) {
    long at = 0;
    while (at < segment.length()) {
      at += operation(message, segment, at, runs);
    }
  }

  /** The packets of the operation that begins at {@code at} in a segment; returns its length. */
  private static long operation(RpcMessage message, ChunkSegment segment, long at, Runs runs) {
    for (RdmaTransfer each : message.transfers()) {
      if (each.handle() == segment.handle() && each.address() == segment.offset() + at) {
        packets(each, runs);
        return each.length();
      }
    }
    throw new IllegalStateException("no operation at " + at + " of " + segment);
  }

  private static void packets(RdmaTransfer operation, Runs runs) {
    boolean read = operation.kind() == RdmaTransfer.Kind.READ;
    for (long at = 0; at < operation.length(); at += MTU) {
      boolean first = at == 0;
      boolean last = at + MTU >= operation.length();
      int header = read ? (first || last ? AETH : 0) : (first ? RETH : 0);
      runs.piece(Math.min(MTU, operation.length() - at), PLAIN - header);
    }
  }
}
