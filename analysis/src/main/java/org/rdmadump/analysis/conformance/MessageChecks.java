package org.rdmadump.analysis.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Hex;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * What holds for one RPC-over-RDMA message by RFC 8166, whatever the transport. Each check returns
 * what it misses first, if anything.
 *
 * <pre>{@code
 * Optional<Violation> wrong = MessageChecks.validPositions(call);
 * }</pre>
 */
public final class MessageChecks {
  private static final int WORD = 4;

  /**
   * Bytes of a header with 16 entries of the Read list and one segment more. Senders need not know
   * what header a call will have when they choose how it goes: the client of Linux leaves room for
   * the longest.
   */
  private static final int LONGEST_HEADER = 28 + 16 * 6 * WORD + 6 * WORD;

  private MessageChecks() {}

  /** {@return bytes of RPC that went in the Send itself, behind the header} */
  public static int inlineBytes(RpcMessage message) {
    return message.sendLength() - message.header().length();
  }

  /**
   * {@return bytes that the Send of an RDMA_NOMSG call had taken at most if its RPC message went in
   * it: what is in the Position-Zero Read chunk, behind the longest header}
   */
  static long lengthInline(RpcMessage call) {
    long length = LONGEST_HEADER;
    for (ReadChunk each : call.readChunks()) {
      length += each.position() == 0 ? length(each.segments()) : 0;
    }
    return length;
  }

  /** {@return all segments that it lists: of Read chunks, Write chunks, and the Reply chunk} */
  public static List<ChunkSegment> segments(RpcMessage message) {
    List<ChunkSegment> all = new ArrayList<>();
    message.readChunks().forEach(each -> all.addAll(each.segments()));
    message.writeChunks().forEach(each -> all.addAll(each.segments()));
    message.replyChunk().ifPresent(chunk -> all.addAll(chunk.segments()));
    return all;
  }

  /** {@return bytes of segments in all} */
  public static long length(List<ChunkSegment> segments) {
    return segments.stream().mapToLong(ChunkSegment::length).sum();
  }

  /** Whether it has the procedure that says that its RPC message is in a chunk. */
  static boolean isNomsg(RpcMessage message) {
    return message.header().procedure().equals(Optional.of(RdmaProcedure.RDMA_NOMSG));
  }

  /**
   * That RPC follows the header of an RDMA_MSG, and none that of an RDMA_NOMSG (RFC 8166 section
   * 4.2.4).
   */
  public static Optional<Violation> fittingProcedure(RpcMessage message) {
    int bytes = inlineBytes(message);
    if (isNomsg(message)) {
      return Violation.unless(bytes == 0, "no bytes behind the header of RDMA_NOMSG", bytes);
    }
    boolean isMsg = message.header().procedure().equals(Optional.of(RdmaProcedure.RDMA_MSG));
    return Violation.unless(!isMsg || bytes > 0, "bytes behind the header of RDMA_MSG", bytes);
  }

  /**
   * That no two segments of one handle overlap. Several may have one handle, and all may begin at
   * offset 0 (RFC 8166 section 3.4.3).
   */
  public static Optional<Violation> segmentsApart(RpcMessage message) {
    List<ChunkSegment> sorted = new ArrayList<>(segments(message));
    sorted.removeIf(each -> each.length() == 0);
    sorted.sort(
        Comparator.comparingInt(ChunkSegment::handle)
            .thenComparing(ChunkSegment::offset, Long::compareUnsigned));
    for (int i = 1; i < sorted.size(); i++) {
      ChunkSegment before = sorted.get(i - 1);
      ChunkSegment after = sorted.get(i);
      if (before.handle() == after.handle() && after.offset() - before.offset() < before.length()) {
        return Violation.of(
            after,
            "segments of " + Hex.of(after.handle()) + " that do not overlap",
            String.format(Locale.ROOT, "two at 0x%x and 0x%x", before.offset(), after.offset()));
      }
    }
    return Optional.empty();
  }

  /**
   * That the handles of all segments differ, and their offsets do, as those of the client of Linux
   * do. No rule asks for it.
   */
  public static Optional<Violation> distinctSegments(RpcMessage message) {
    Set<Integer> handles = new HashSet<>();
    Set<Long> offsets = new HashSet<>();
    for (ChunkSegment each : segments(message)) {
      if (!handles.add(each.handle())) {
        return Violation.of(each, "handles that differ", Hex.of(each.handle()) + " twice");
      }
      if (!offsets.add(each.offset())) {
        return Violation.of(each, "offsets that differ", each.offset() + " twice");
      }
    }
    return Optional.empty();
  }

  /**
   * That positions of Read chunks are multiples of four and within the inline message, and that one
   * is zero with RDMA_NOMSG, and none without (RFC 8166 sections 3.4.5 and 3.5.3).
   */
  public static Optional<Violation> validPositions(RpcMessage message) {
    boolean whole = isNomsg(message);
    List<ReadChunk> chunks = message.readChunks();
    if (whole && !chunks.isEmpty() && chunks.stream().noneMatch(each -> each.position() == 0)) {
      return Violation.of(
          "a Read chunk at position 0 with RDMA_NOMSG",
          "position " + chunks.get(0).position() + " alone");
    }
    long within = inlineBytes(message);
    for (ReadChunk each : message.readChunks()) {
      if (each.position() % WORD != 0) {
        return Violation.of("positions of whole words", each.position());
      }
      if (each.position() == 0 && !whole) {
        return Violation.of("no Read chunk at position 0 with RDMA_MSG", "one");
      }
      if (each.position() != 0 && !whole) {
        if (each.position() > within) {
          return Violation.of("positions within " + within + " bytes", each.position());
        }
        // Data that moved before a position is counted by it, too.
        within += (length(each.segments()) + WORD - 1) / WORD * WORD;
      }
    }
    return Optional.empty();
  }

  /**
   * That over InfiniBand its Send took as many packets as its length asks for at the path MTU.
   *
   * @param connection that it went over; nothing is asked if it does not know the path MTU
   */
  public static Optional<Violation> sendPackets(RpcMessage message, ConnectionRecord connection) {
    if (connection.pathMtu().isEmpty()) {
      return Optional.empty();
    }
    int mtu = connection.pathMtu().getAsInt();
    int packets = Math.max(1, (message.sendLength() + mtu - 1) / mtu);
    return Violation.unless(
        message.sendPackets() == packets,
        "a Send of " + Counted.of(packets, "packet") + " at a path MTU of " + mtu,
        message.sendPackets());
  }
}
