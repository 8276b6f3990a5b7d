package org.rdmadump.rpcrdma.truth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The two streams of an iWARP connection whose frames are cut, read anew without the decoder: one
 * connection, nothing lost or repeated, every FPDU's header captured.
 */
final class CutStreams implements CutFrames {
  private static final int PORT = 20049;
  private static final int TAGGED = 0x8000;
  private static final int TAGGED_HEADER = 14;
  private static final int UNTAGGED_HEADER = 18;
  private static final int START_UP = 20;
  private static final int SYN = 2;

  private final Side[] sides = {new Side(), new Side()};
  private final List<Moved> moved = new ArrayList<>();

  /** What one side sent, by position from its first byte. */
  private static final class Side {
    final TreeMap<Long, byte[]> pieces = new TreeMap<>();
    final ByteRanges captured = new ByteRanges();
    final List<Read> reads = new ArrayList<>();
    final Map<Integer, List<Part>> sends = new TreeMap<>();
    int first;
    long end;

    int word(long at) {
      Map.Entry<Long, byte[]> piece = pieces.floorEntry(at);
      ByteBuffer four = ByteBuffer.allocate(Integer.BYTES);
      for (int i = 0; i < Integer.BYTES; i++) {
        int inside = (int) (at + i - piece.getKey());
        if (inside >= piece.getValue().length) {
          piece = pieces.higherEntry(piece.getKey());
          inside = (int) (at + i - piece.getKey());
        }
        four.put(i, piece.getValue()[inside]);
      }
      return four.getInt(0);
    }

    long twoWords(long at) {
      return (long) word(at) << Integer.SIZE | Integer.toUnsignedLong(word(at + Integer.BYTES));
    }

    void show(long from, long to, Runs runs) {
      long at = from;
      while (at < to) {
        long seen = 0;
        while (at + seen < to && captured.contains(at + seen)) {
          seen++;
        }
        long cut = 0;
        while (at + seen + cut < to && !captured.contains(at + seen + cut)) {
          cut++;
        }
        runs.piece(seen + cut, seen);
        at += seen + cut;
      }
    }
  }

  private record Part(long offset, long position, int length) {}

  private record Read(int sink, long sinkOffset, long size, int source, long sourceOffset) {}

  private record Moved(Side from, int handle, long address, long position, int length) {}

  private CutStreams() {}

  static CutStreams read(Path file) throws IOException {
    CutStreams streams = new CutStreams();
    Frame frame = new Frame();
    Datagram datagram = new Datagram();
    PacketDecoder packets = new PacketDecoder();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        if (packets.decode(frame, datagram, finding -> {}) == PacketKind.TCP) {
          streams.segment(frame.bytes(), datagram);
        }
      }
    }
    for (Side side : streams.sides) {
      streams.fpdus(side, true);
    }
    for (Side side : streams.sides) {
      streams.fpdus(side, false);
    }
    return streams;
  }

  private void segment(ByteBuffer bytes, Datagram datagram) {
    int tcp = datagram.payloadOffset();
    boolean fromServer = (bytes.getShort(tcp) & 0xffff) == PORT;
    if (!fromServer && (bytes.getShort(tcp + 2) & 0xffff) != PORT) {
      return;
    }
    Side side = sides[fromServer ? 1 : 0];
    int sequence = bytes.getInt(tcp + 4);
    if ((bytes.get(tcp + 13) & SYN) != 0) {
      side.first = sequence + 1;
      return;
    }
    int header = (bytes.get(tcp + 12) & 0xf0) >> 2;
    long at = Integer.toUnsignedLong(sequence - side.first);
    byte[] there = new byte[Math.max(0, datagram.payloadCaptured() - header)];
    if (there.length > 0) {
      bytes.get(tcp + header, there);
      side.pieces.put(at, there);
      side.captured.add(at, at + there.length);
      side.end = Math.max(side.end, at + datagram.payloadLength() - header);
    }
  }

  private void fpdus(Side side, boolean untagged) {
    long at = START_UP + (side.word(16) & 0xffffL);
    while (at < side.end) {
      int first = side.word(at);
      int length = first >>> Short.SIZE;
      boolean tagged = (first & TAGGED) != 0;
      if (tagged && !untagged) {
        tagged(side, first & 0xf, at + 2, length);
      } else if (!tagged && untagged) {
        untagged(side, first & 0xf, at + 2, length);
      }
      at += (2 + length + 3 & ~3) + 4;
    }
  }

  private void untagged(Side side, int opcode, long at, int length) {
    long payload = at + UNTAGGED_HEADER;
    if (opcode == 1) {
      side.reads.add(
          new Read(
              side.word(payload),
              side.twoWords(payload + 4),
              Integer.toUnsignedLong(side.word(payload + 12)),
              side.word(payload + 16),
              side.twoWords(payload + 20)));
    } else if (opcode >= 3 && opcode <= 6) {
      side.sends
          .computeIfAbsent(side.word(at + 10), sequence -> new ArrayList<>())
          .add(new Part(side.word(at + 14), payload, length - UNTAGGED_HEADER));
    }
  }

  private void tagged(Side side, int opcode, long at, int length) {
    int stag = side.word(at + 2);
    long offset = side.twoWords(at + 6);
    long payload = at + TAGGED_HEADER;
    int count = length - TAGGED_HEADER;
    if (opcode == 0) {
      moved.add(new Moved(side, stag, offset, payload, count));
      return;
    }
    Side requester = side == sides[0] ? sides[1] : sides[0];
    for (Read read : requester.reads) {
      long relative = offset - read.sinkOffset;
      if (read.sink == stag && relative >= 0 && relative < read.size) {
        moved.add(new Moved(side, read.source, read.sourceOffset + relative, payload, count));
      }
    }
  }

  @Override
  public long seenOfSend(RpcMessage message) {
    Part part = parts(message).get(0);
    Side side = side(message);
    long length = 0;
    while (length < part.length && side.captured.contains(part.position + length)) {
      length++;
    }
    return length;
  }

  private Side side(RpcMessage message) {
    return sides[message.source().number().orElseThrow() == PORT ? 1 : 0];
  }

  private List<Part> parts(RpcMessage message) {
    Side side = side(message);
    for (List<Part> parts : side.sends.values()) {
      if (side.word(parts.get(0).position) == message.header().xid()) {
        return parts;
      }
    }
    throw new IllegalStateException("no Send with XID " + message.header().xid());
  }

  @Override
  public void send(RpcMessage message, long from, long to, Runs runs) {
    for (Part part : parts(message)) {
      long first = Math.max(from, part.offset);
      long end = Math.min(to, part.offset + part.length);
      if (first < end) {
        side(message)
            .show(part.position + first - part.offset, part.position + end - part.offset, runs);
      }
    }
  }

  @Override
  public void segment(RpcMessage message, ChunkSegment segment, Runs runs) {
    long at = segment.offset();
    long end = segment.offset() + segment.length();
    while (at < end) {
      Moved found = null;
      for (Moved each : moved) {
        if (each.handle == segment.handle() && each.address == at) {
          found = each;
        }
      }
      if (found == null) {
        throw new IllegalStateException("nothing moved at " + at + " of " + segment);
      }
      int count = (int) Math.min(found.length, end - at);
      found.from.show(found.position, found.position + count, runs);
      at += count;
    }
  }
}
