package org.rdmadump.analysis.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Hex;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * Checks of a call, its reply and the RDMA operations between them, for every transport. Each check
 * returns its first violation, if any. A missing call or reply is a violation of the checks that
 * compare both. Checks of chunks are violated if a header that lists them cannot be read to its
 * end.
 *
 * <pre>{@code
 * Optional<Violation> wrong = ExchangeChecks.movedSegments(exchange);
 * }</pre>
 */
public final class ExchangeChecks {
  private static final int PSN_CIRCLE = 1 << 24;
  private static final double NANOS_PER_MILLI = 1e6;

  private ExchangeChecks() {}

  /** Checks that the call and the reply are in the capture. */
  public static Optional<Violation> bothHalves(RpcExchange exchange) {
    if (exchange.call().isEmpty()) {
      return Violation.of("a call", "none in the capture");
    }
    return Violation.unless(exchange.reply().isPresent(), "a reply", "none in the capture");
  }

  /** Checks that the headers of its messages can be read to their ends. */
  public static Optional<Violation> wholeHeaders(RpcExchange exchange) {
    return exchange
        .call()
        .flatMap(MessageChecks::wholeHeader)
        .or(() -> exchange.reply().flatMap(MessageChecks::wholeHeader));
  }

  /** A check of a call and its reply. */
  private interface PairCheck {
    Optional<Violation> of(RpcMessage call, RpcMessage reply);
  }

  /** Checks that both halves are present, then runs a check on them. */
  private static Optional<Violation> ofBoth(RpcExchange exchange, PairCheck check) {
    return bothHalves(exchange)
        .or(() -> check.of(exchange.call().orElseThrow(), exchange.reply().orElseThrow()));
  }

  /** {@return the RDMA operations of one kind} */
  public static List<RdmaTransfer> transfers(RpcExchange exchange, RdmaTransfer.Kind kind) {
    return exchange.transfers().stream().filter(each -> each.kind() == kind).toList();
  }

  // ---- chunks of the reply

  /**
   * Checks that the reply lists the chunks of the call: the same number of Write chunks, with the
   * same segments, no segment longer than offered (RFC 8166 sections 4.3.2 and 4.3.3). The Reply
   * chunk must be used if, and only if, the reply is RDMA_NOMSG.
   */
  public static Optional<Violation> echoedChunks(RpcExchange exchange) {
    return ofBoth(
        exchange,
        (call, reply) ->
            wholeHeaders(exchange)
                .or(() -> echoedWriteList(call, reply))
                .or(() -> echoedReplyChunk(call, reply)));
  }

  private static Optional<Violation> echoedWriteList(RpcMessage call, RpcMessage reply) {
    int chunks = call.writeChunks().size();
    Optional<Violation> wrong =
        Violation.unless(
            chunks == reply.writeChunks().size(),
            Counted.of(chunks, "Write chunk") + " in the reply",
            reply.writeChunks().size());
    for (int i = 0; i < chunks && wrong.isEmpty(); i++) {
      wrong = echoed(call.writeChunks().get(i), reply.writeChunks().get(i));
    }
    return wrong;
  }

  private static Optional<Violation> echoedReplyChunk(RpcMessage call, RpcMessage reply) {
    boolean whole = MessageChecks.isNomsg(reply);
    if (call.replyChunk().isEmpty() || reply.replyChunk().isEmpty()) {
      if (reply.replyChunk().isPresent()) {
        return Violation.of("no Reply chunk in the reply", "one");
      }
      return Violation.unless(!whole, "a Reply chunk with RDMA_NOMSG", "none");
    }
    long used = MessageChecks.length(reply.replyChunk().get().segments());
    return echoed(call.replyChunk().get(), reply.replyChunk().get())
        .or(
            () ->
                Violation.unless(
                    whole == used > 0,
                    "RDMA_NOMSG with a Reply chunk that is used",
                    used + " bytes of it"));
  }

  private static Optional<Violation> echoed(WriteChunk offered, WriteChunk used) {
    if (offered.segments().size() != used.segments().size()) {
      return Violation.of(
          Counted.of(offered.segments().size(), "segment") + " in the reply's chunk",
          used.segments().size());
    }
    for (int i = 0; i < offered.segments().size(); i++) {
      ChunkSegment in = offered.segments().get(i);
      ChunkSegment out = used.segments().get(i);
      if (in.handle() != out.handle() || in.offset() != out.offset()) {
        return Violation.of(in, "segment " + i + " as in the call, " + place(in), place(out));
      }
      if (out.length() > in.length()) {
        return Violation.of(in, "at most " + in.length() + " bytes", out.length());
      }
    }
    return Optional.empty();
  }

  private static String place(ChunkSegment segment) {
    return Hex.of(segment.handle()) + " at 0x" + Long.toHexString(segment.offset());
  }

  private static String place(RdmaTransfer transfer) {
    return Hex.of(transfer.handle()) + " at 0x" + Long.toHexString(transfer.address());
  }

  /**
   * Checks that the call offers a Reply chunk, that none of its segments is empty, and that their
   * total length is at most {@code most}.
   *
   * @param most the limit in bytes, such as the session's maximum response size
   */
  public static Optional<Violation> replyChunkWithin(RpcExchange exchange, long most) {
    Optional<Violation> cut = exchange.call().flatMap(MessageChecks::wholeHeader);
    if (cut.isPresent()) {
      return cut;
    }
    Optional<WriteChunk> chunk = exchange.call().flatMap(RpcMessage::replyChunk);
    if (chunk.isEmpty()) {
      return Violation.of("a Reply chunk", "none");
    }
    for (ChunkSegment each : chunk.get().segments()) {
      if (each.length() == 0) {
        return Violation.of(each, "segments of the Reply chunk with bytes", place(each));
      }
    }
    long length = MessageChecks.length(chunk.get().segments());
    return Violation.unless(length <= most, "a Reply chunk of at most " + most + " bytes", length);
  }

  // ---- RDMA operations

  /**
   * Checks that RDMA operations moved every byte of each segment. Write and Reply chunks count with
   * their lengths in the reply. {@link #unusedSegments} checks the remaining segments.
   */
  public static Optional<Violation> movedSegments(RpcExchange exchange) {
    return ofBoth(
        exchange,
        (call, reply) ->
            moved(exchange, RdmaTransfer.Kind.READ, readSegments(call))
                .or(() -> writtenSegments(exchange)));
  }

  /** Like {@link #movedSegments}, for the segments that the server writes. */
  static Optional<Violation> writtenSegments(RpcExchange exchange) {
    return ofBoth(
        exchange, (call, reply) -> moved(exchange, RdmaTransfer.Kind.WRITE, writeSegments(reply)));
  }

  private static Optional<Violation> moved(
      RpcExchange exchange, RdmaTransfer.Kind kind, List<ChunkSegment> segments) {
    List<RdmaTransfer> transfers = transfers(exchange, kind);
    for (ChunkSegment segment : segments) {
      long sum = covered(transfers.stream().filter(it -> isWithin(it, segment)).toList(), segment);
      if (sum != segment.length()) {
        String expected = "RDMA " + kind.label() + "s of " + segment.length();
        return Violation.of(segment, expected + " bytes of segment " + place(segment), sum);
      }
    }
    return Optional.empty();
  }

  /** {@return the bytes of a segment that operations covered, without counting retries twice} */
  private static long covered(List<RdmaTransfer> transfers, ChunkSegment segment) {
    List<RdmaTransfer> sorted = new ArrayList<>(transfers);
    sorted.sort(Comparator.comparingLong(each -> each.address() - segment.offset()));
    long sum = 0;
    long end = 0;
    for (RdmaTransfer each : sorted) {
      long from = each.address() - segment.offset();
      long to = from + each.length();
      sum += Math.max(0, to - Math.max(from, end));
      end = Math.max(end, to);
    }
    return sum;
  }

  /** {@return the number of operations of one kind, without retries} */
  static int countWithoutRetries(RpcExchange exchange, RdmaTransfer.Kind kind) {
    // For each handle, ends by beginnings; no range is within another, so that both ascend.
    Map<Integer, NavigableMap<Long, Long>> asked = new HashMap<>();
    int count = 0;
    for (RdmaTransfer each : transfers(exchange, kind)) {
      NavigableMap<Long, Long> ends =
          asked.computeIfAbsent(each.handle(), any -> new TreeMap<>(Long::compareUnsigned));
      long end = each.address() + each.length();
      Map.Entry<Long, Long> before = ends.floorEntry(each.address());
      if (before != null && Long.compareUnsigned(end, before.getValue()) <= 0) {
        continue;
      }
      count++;
      Map.Entry<Long, Long> after = ends.ceilingEntry(each.address());
      while (after != null && Long.compareUnsigned(after.getValue(), end) <= 0) {
        ends.remove(after.getKey());
        after = ends.ceilingEntry(each.address());
      }
      ends.put(each.address(), end);
    }
    return count;
  }

  /**
   * Checks that no operation touched memory without bytes to move: unused parts of Write and Reply
   * chunks, by the lengths in the reply; chunks that the reply does not list; and memory that the
   * call did not offer.
   */
  public static Optional<Violation> unusedSegments(RpcExchange exchange) {
    return ofBoth(
        exchange,
        (call, reply) -> {
          List<ChunkSegment> offered = writeSegments(call);
          return Violation.first(elsewhere(exchange), each -> unused(each, offered));
        });
  }

  private static Optional<Violation> unused(RdmaTransfer transfer, List<ChunkSegment> offered) {
    String found =
        "an RDMA " + transfer.kind().label() + " of " + Counted.of(transfer.length(), "byte");
    Optional<ChunkSegment> segment =
        transfer.kind() == RdmaTransfer.Kind.READ
            ? Optional.empty()
            : offered.stream().filter(it -> begins(transfer, it)).findFirst();
    return segment.isPresent()
        ? Violation.of(
            segment.get(), "no RDMA in the unused segment " + place(segment.get()), found)
        : Violation.of("no RDMA but on the segments of the call", found + " on " + place(transfer));
  }

  /**
   * {@return operations that are not within a segment in use in their direction, by the lengths in
   * the reply}
   */
  public static List<RdmaTransfer> elsewhere(RpcExchange exchange) {
    List<ChunkSegment> read = usedSegments(exchange, RdmaTransfer.Kind.READ);
    List<ChunkSegment> written = usedSegments(exchange, RdmaTransfer.Kind.WRITE);
    List<RdmaTransfer> some = new ArrayList<>();
    for (RdmaTransfer each : exchange.transfers()) {
      List<ChunkSegment> its = each.kind() == RdmaTransfer.Kind.READ ? read : written;
      if (each.length() > 0 && its.stream().noneMatch(segment -> isWithin(each, segment))) {
        some.add(each);
      }
    }
    return some;
  }

  /**
   * {@return the segments for one kind of operation: the call's Read chunks for RDMA Reads, or the
   * reply's Write chunks and Reply chunk, with the lengths in the reply, for RDMA Writes}
   */
  public static List<ChunkSegment> usedSegments(RpcExchange exchange, RdmaTransfer.Kind kind) {
    return kind == RdmaTransfer.Kind.READ
        ? exchange.call().map(ExchangeChecks::readSegments).orElse(List.of())
        : exchange.reply().map(ExchangeChecks::writeSegments).orElse(List.of());
  }

  private static List<ChunkSegment> readSegments(RpcMessage call) {
    return call.readChunks().stream().flatMap(each -> each.segments().stream()).toList();
  }

  private static List<ChunkSegment> writeSegments(RpcMessage message) {
    return Stream.concat(message.writeChunks().stream(), message.replyChunk().stream())
        .flatMap(each -> each.segments().stream())
        .toList();
  }

  /** Whether an operation begins in a segment, or at an empty segment's address. */
  private static boolean begins(RdmaTransfer transfer, ChunkSegment segment) {
    long into = transfer.address() - segment.offset();
    return transfer.handle() == segment.handle()
        && into >= 0
        && (into < segment.length() || into == 0);
  }

  private static boolean isWithin(RdmaTransfer transfer, ChunkSegment segment) {
    long into = transfer.address() - segment.offset();
    return transfer.handle() == segment.handle()
        && into >= 0
        && into < segment.length()
        && transfer.length() <= segment.length() - into;
  }

  /**
   * Checks that the operations on each segment are contiguous, whatever happens on other segments.
   * The first operation starts at the beginning of the segment; each next operation starts where
   * the previous ends. Over InfiniBand the order is that of their first PSNs, in which they were
   * asked for, and each first PSN comes after the previous operation's last PSN, modulo
   * 2<sup>24</sup>.
   */
  public static Optional<Violation> contiguousOperations(RpcExchange exchange) {
    Map<Target, RdmaTransfer> last = new HashMap<>();
    List<ChunkSegment> read = usedSegments(exchange, RdmaTransfer.Kind.READ);
    List<ChunkSegment> write = exchange.call().map(ExchangeChecks::writeSegments).orElse(List.of());
    for (RdmaTransfer after : byPsn(exchange.transfers())) {
      Optional<ChunkSegment> segment =
          (after.kind() == RdmaTransfer.Kind.READ ? read : write)
              .stream().filter(each -> each.length() > 0 && begins(after, each)).findFirst();
      Target target = new Target(after.kind(), after.handle(), segment.map(ChunkSegment::offset));
      Optional<RdmaTransfer> before = Optional.ofNullable(last.put(target, after));
      long expected =
          before
              .map(it -> it.address() + it.length())
              .or(() -> segment.map(ChunkSegment::offset))
              .orElse(after.address());
      if (after.address() != expected) {
        return Violation.of(
            "an RDMA " + after.kind().label() + " at 0x" + Long.toHexString(expected),
            "one at 0x" + Long.toHexString(after.address()));
      }
      int lastPsn = before.map(RdmaTransfer::lastPsn).orElse(-1);
      int distance = Math.floorMod(after.firstPsn() - lastPsn, PSN_CIRCLE);
      if (lastPsn >= 0 && (distance == 0 || distance >= PSN_CIRCLE / 2)) {
        return Violation.of("a PSN behind " + lastPsn, after.firstPsn());
      }
    }
    return Optional.empty();
  }

  /** Operations in the order of their requests, which may have been captured in another. */
  private static List<RdmaTransfer> byPsn(List<RdmaTransfer> transfers) {
    if (transfers.size() < 2 || transfers.stream().anyMatch(each -> each.firstPsn() < 0)) {
      return transfers;
    }
    int middle = transfers.get(0).firstPsn() - PSN_CIRCLE / 2;
    return transfers.stream()
        .sorted(
            Comparator.comparingInt(each -> Math.floorMod(each.firstPsn() - middle, PSN_CIRCLE)))
        .toList();
  }

  /** The sequence that an operation belongs to: a segment, or a handle if no segment fits. */
  private record Target(RdmaTransfer.Kind kind, int handle, Optional<Long> offset) {}

  /**
   * Checks that each operation is complete. Over InfiniBand it must have the number of packets that
   * its length needs, with consecutive PSNs. All packets but the last are as long as the path MTU.
   *
   * @param connection the connection of the exchange; packets are not checked if it has no path MTU
   */
  public static Optional<Violation> wholeOperations(
      RpcExchange exchange, ConnectionRecord connection) {
    return Violation.first(exchange.transfers(), each -> whole(each, connection.pathMtu()));
  }

  private static Optional<Violation> whole(RdmaTransfer transfer, OptionalInt pathMtu) {
    String what =
        "RDMA " + transfer.kind().label() + " at 0x" + Long.toHexString(transfer.address());
    if (transfer.transferred() != transfer.length()) {
      return Violation.of(transfer.length() + " bytes of the " + what, transfer.transferred());
    }
    if (transfer.firstPsn() < 0 || pathMtu.isEmpty()) {
      return Optional.empty();
    }
    int mtu = pathMtu.getAsInt();
    long packets = packets(transfer.length(), mtu);
    if (transfer.packets() != packets) {
      return Violation.of(
          Counted.of(packets, "packet") + " of the " + what + " at a path MTU of " + mtu,
          transfer.packets());
    }
    long psns = Math.floorMod(transfer.lastPsn() - transfer.firstPsn(), PSN_CIRCLE) + 1L;
    return Violation.unless(psns == packets, packets + " PSNs in a row of the " + what, psns);
  }

  /** {@return the number of packets for a length, at least 1} */
  static long packets(long bytes, int mtu) {
    return Math.max(1, (bytes + mtu - 1) / mtu);
  }

  /**
   * Checks that the last response to an RDMA Read completed the call, before the reply. A call
   * without RDMA Reads violates the check. A reply is too early if both its place in the capture
   * and its time say so: directions may be captured in blocks.
   */
  public static Optional<Violation> completedByLastRead(RpcExchange exchange) {
    return ofBoth(
        exchange,
        (call, reply) -> {
          List<RdmaTransfer> reads = transfers(exchange, RdmaTransfer.Kind.READ);
          long last = reads.stream().mapToLong(RdmaTransfer::lastFrame).max().orElse(0);
          return Violation.unless(!reads.isEmpty(), "RDMA Reads", "none")
              .or(
                  () ->
                      Violation.unless(
                          call.lastFrame() == last,
                          "the call whole at frame " + last,
                          call.lastFrame()))
              .or(
                  () ->
                      Violation.unless(
                          reply.firstFrame() > last || reply.sendBeginNanos() > lastRead(reads),
                          "the reply behind frame " + last,
                          reply.firstFrame()));
        });
  }

  /**
   * Checks that the places of the reply and of the last response to an RDMA Read in the capture are
   * in the order of their times. If not, it is not known which came first.
   */
  static Optional<Violation> orderedByTime(RpcExchange exchange) {
    List<RdmaTransfer> reads = transfers(exchange, RdmaTransfer.Kind.READ);
    if (reads.isEmpty() || exchange.reply().isEmpty()) {
      return Optional.empty();
    }
    RpcMessage reply = exchange.reply().get();
    RdmaTransfer last =
        reads.stream().max(Comparator.comparingLong(RdmaTransfer::lastFrame)).orElseThrow();
    if (reply.firstFrame() > last.lastFrame()) {
      RdmaTransfer latest =
          reads.stream().max(Comparator.comparingLong(RdmaTransfer::lastNanos)).orElseThrow();
      long early = latest.lastNanos() - reply.sendBeginNanos();
      return ordered(early <= 0, latest, reply, "behind it in the capture, %.3f ms before", early);
    }
    long late = reply.sendBeginNanos() - lastRead(reads);
    return ordered(late <= 0, last, reply, "before it in the capture, %.3f ms behind", late);
  }

  private static Optional<Violation> ordered(
      boolean holds, RdmaTransfer read, RpcMessage reply, String where, long nanos) {
    return holds
        ? Optional.empty()
        : Violation.of(
            "the reply and frame " + read.lastFrame() + " in one order by time and in the capture",
            String.format(
                Locale.US,
                "frame %d, " + where + " it in time",
                reply.firstFrame(),
                nanos / NANOS_PER_MILLI));
  }

  private static long lastRead(List<RdmaTransfer> reads) {
    return reads.stream().mapToLong(RdmaTransfer::lastNanos).max().orElse(Long.MIN_VALUE);
  }
}
