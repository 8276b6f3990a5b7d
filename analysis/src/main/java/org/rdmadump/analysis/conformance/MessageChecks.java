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
import org.rdmadump.rpcrdma.RpcRdmaHeader;

/**
 * Checks of one RPC-over-RDMA message (RFC 8166), for every transport. Each check returns its first
 * violation, if any. A header that cannot be read to its end violates checks that depend on its
 * end.
 *
 * <pre>{@code
 * Optional<Violation> wrong = MessageChecks.validPositions(call);
 * }</pre>
 */
public final class MessageChecks {
  private static final int WORD = 4;

  /**
   * Bytes of a header with 16 Read list entries and one more segment. Senders choose a call's form
   * before they know its header: the Linux client leaves room for the longest header.
   */
  private static final int LONGEST_HEADER = 28 + 16 * 6 * WORD + 6 * WORD;

  private MessageChecks() {}

  /**
   * Checks that the header can be read to its end. Otherwise chunks may be missing from the
   * message, and it is unknown how many bytes follow the header.
   */
  public static Optional<Violation> wholeHeader(RpcMessage message) {
    RpcRdmaHeader header = message.header();
    if (header.truncated()) {
      return Violation.of("a header that was captured whole", "one cut" + place(header));
    }
    if (!header.malformed() && header.procedure().isPresent()) {
      return Optional.empty();
    }
    String readable = "a header that can be read";
    if (header.malformed()) {
      return Violation.of(readable, "one that is malformed" + place(header));
    }
    return Violation.of(
        readable,
        "one of version "
            + Integer.toUnsignedString(header.version())
            + " with message type "
            + Integer.toUnsignedString(header.procedureCode()));
  }

  private static String place(RpcRdmaHeader header) {
    return " at byte " + header.length() + " of the Send";
  }

  /** Checks that the header was captured at least up to its procedure. */
  public static Optional<Violation> knownProcedure(RpcMessage message) {
    return message.header().hasProcedureCode() ? Optional.empty() : wholeHeader(message);
  }

  /** {@return the RPC bytes in the Send, after the RPC-over-RDMA header as far as it was read} */
  public static int inlineBytes(RpcMessage message) {
    return message.sendLength() - message.header().length();
  }

  /**
   * {@return the length of an RDMA_NOMSG call's Send if its RPC message were inline} It is the
   * length of the Position-Zero Read chunk plus the longest header.
   */
  static long lengthInline(RpcMessage call) {
    long length = LONGEST_HEADER;
    for (ReadChunk each : call.readChunks()) {
      length += each.position() == 0 ? length(each.segments()) : 0;
    }
    return length;
  }

  /** {@return all segments of a message: of its Read chunks, Write chunks and Reply chunk} */
  public static List<ChunkSegment> segments(RpcMessage message) {
    return message.segments();
  }

  /** {@return the total length of segments, in bytes} */
  public static long length(List<ChunkSegment> segments) {
    return segments.stream().mapToLong(ChunkSegment::length).sum();
  }

  /** Whether the message is RDMA_NOMSG: its RPC message is in a chunk. */
  static boolean isNomsg(RpcMessage message) {
    return message.header().procedure().equals(Optional.of(RdmaProcedure.RDMA_NOMSG));
  }

  /**
   * Checks that RPC bytes follow the header of RDMA_MSG, and no bytes follow that of RDMA_NOMSG
   * (RFC 8166 section 4.2.4). Other procedures pass.
   */
  public static Optional<Violation> fittingProcedure(RpcMessage message) {
    return wholeHeader(message).or(() -> fittingBytes(message));
  }

  private static Optional<Violation> fittingBytes(RpcMessage message) {
    int bytes = inlineBytes(message);
    if (isNomsg(message)) {
      return Violation.unless(bytes == 0, "no bytes behind the header of RDMA_NOMSG", bytes);
    }
    boolean isMsg = message.header().procedure().equals(Optional.of(RdmaProcedure.RDMA_MSG));
    return Violation.unless(!isMsg || bytes > 0, "bytes behind the header of RDMA_MSG", bytes);
  }

  /**
   * Checks that segments with the same handle do not overlap. Segments may share a handle, and all
   * may begin at offset 0 (RFC 8166 section 3.4.3). Empty segments are ignored.
   */
  public static Optional<Violation> segmentsApart(RpcMessage message) {
    return wholeHeader(message).or(() -> overlap(message));
  }

  private static Optional<Violation> overlap(RpcMessage message) {
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
            String.format(Locale.US, "two at 0x%x and 0x%x", before.offset(), after.offset()));
      }
    }
    return Optional.empty();
  }

  /**
   * Checks that all segments have different handles and different offsets, as with the Linux
   * client. RFC 8166 does not require either.
   */
  public static Optional<Violation> distinctSegments(RpcMessage message) {
    return wholeHeader(message).or(() -> alike(message));
  }

  private static Optional<Violation> alike(RpcMessage message) {
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
   * Checks the positions of the Read chunks (RFC 8166 sections 3.4.5 and 3.5.3). Each position is a
   * multiple of 4. With RDMA_MSG no position is 0, and each is within the inline message plus the
   * data of earlier chunks. With RDMA_NOMSG at least one position is 0, if there are Read chunks.
   */
  public static Optional<Violation> validPositions(RpcMessage message) {
    return wholeHeader(message).or(() -> wrongPosition(message));
  }

  private static Optional<Violation> wrongPosition(RpcMessage message) {
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
        // Positions also count data that moved before them.
        within += (length(each.segments()) + WORD - 1) / WORD * WORD;
      }
    }
    return Optional.empty();
  }

  /**
   * Checks that the Send has the number of packets that its length needs at the path MTU.
   *
   * @param connection the connection of the message; the check passes if it has no path MTU, as
   *     over iWARP
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
