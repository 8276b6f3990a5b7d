package org.rdmadump.rpcrdma.truth;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Reads the client's half of a {@code NAME.trace.txt.gz}.
 *
 * <p>Chunk events carry the task; the marshal event that follows with the same task has the XID
 * too. What stands before a failed marshal was never sent, nor what the same process marshalled
 * right before it found the connection going down. The events of returned segments carry neither,
 * but Linux puts the XID into the upper half of every offset.
 */
final class KernelTraceReader {
  private static final Pattern EVENT = Pattern.compile(" (\\d+)\\.(\\d{6}): (\\w+): (.*)");
  private static final Pattern XID = Pattern.compile("xid=0x([0-9a-f]+)");
  private static final Pattern TASK = Pattern.compile("task:(\\S+)");
  private static final Pattern SEGMENT =
      Pattern.compile("(?:pos=(\\d+) )?(\\d+)@0x([0-9a-f]+):0x([0-9a-f]+)");
  private static final Pattern SIZES = Pattern.compile("hdr=(\\d+) xdr=(\\d+)/(\\d+)/(\\d+)");
  private static final Pattern LATENCY = Pattern.compile("xid=\\S+ (\\S+) (\\S+) .*rtt=(\\d+)");
  private static final int HEX = 16;

  private final Map<String, List<TracedSegment>> pending = new HashMap<>();
  private final Map<Integer, List<TracedCall>> calls = new LinkedHashMap<>();
  private final Map<Integer, Long> replies = new LinkedHashMap<>();
  private final Set<Integer> errors = new LinkedHashSet<>();
  private final Set<Integer> callbackCalls = new LinkedHashSet<>();
  private final Set<Integer> callbackReplies = new LinkedHashSet<>();
  private final Map<Integer, List<TracedSegment>> returned = new LinkedHashMap<>();
  private final Map<Integer, TracedLatency> latencies = new LinkedHashMap<>();

  /** The call that the last event marshalled, and who did it. */
  private Optional<TracedCall> justMarshalled = Optional.empty();

  private String marshalling = "";

  /** XID of the segment that was returned last. */
  private int returnedLast;

  private KernelTraceReader() {}

  static KernelTrace read(Path file) throws IOException {
    KernelTraceReader reader = new KernelTraceReader();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("## server")) {
          break;
        }
        reader.line(line);
      }
    }
    return new KernelTrace(
        reader.calls,
        reader.replies,
        reader.errors,
        reader.callbackCalls,
        reader.callbackReplies,
        reader.returned,
        reader.latencies);
  }

  private void line(String line) {
    Matcher event = EVENT.matcher(line);
    if (!event.find()) {
      return;
    }
    long nanos =
        Long.parseLong(event.group(1)) * 1_000_000_000L + Long.parseLong(event.group(2)) * 1_000L;
    String rest = event.group(4);
    String process = line.strip().split("\\s+", 2)[0];
    Optional<TracedCall> before = justMarshalled.filter(call -> process.equals(marshalling));
    justMarshalled = Optional.empty();
    marshalling = process;
    switch (event.group(3)) {
      case "xprtrdma_chunk_read" -> offered(ChunkKind.READ, rest);
      // "_wp" is four bytes more, for the padding of a chunk of odd length.
      case "xprtrdma_chunk_write", "xprtrdma_chunk_wp" -> offered(ChunkKind.WRITE, rest);
      case "xprtrdma_chunk_reply" -> offered(ChunkKind.REPLY, rest);
      case "xprtrdma_marshal_failed" -> pending.remove(task(rest));
      case "xprtrdma_marshal" -> marshalled(nanos, rest);
      case "xprtrdma_disconnect" ->
          before.ifPresent(call -> calls.getOrDefault(call.xid(), new ArrayList<>()).remove(call));
      case "xprtrdma_reply" -> replies.put(xid(rest), nanos);
      case "xprtrdma_reply_hdr_err" -> errors.add(xid(rest));
      case "xprtrdma_cb_call" -> callbackCalls.add(xid(rest));
      case "xprtrdma_cb_reply" -> callbackReplies.add(xid(rest));
      case "xprtrdma_decode_seg" -> returned(segment(ChunkKind.REPLY, rest));
      case "rpc_stats_latency" -> latency(rest);
      default -> {}
    }
  }

  private void offered(ChunkKind kind, String rest) {
    pending.computeIfAbsent(task(rest), task -> new ArrayList<>()).add(segment(kind, rest));
  }

  private void marshalled(long nanos, String rest) {
    Matcher sizes = match(SIZES, rest);
    List<TracedSegment> segments =
        Optional.ofNullable(pending.remove(task(rest))).orElseGet(List::of);
    long length = 0;
    for (int i = 2; i <= 4; i++) {
      length += Long.parseLong(sizes.group(i));
    }
    TracedCall call =
        new TracedCall(xid(rest), nanos, Integer.parseInt(sizes.group(1)), length, segments);
    calls.computeIfAbsent(call.xid(), xid -> new ArrayList<>()).add(call);
    justMarshalled = Optional.of(call);
  }

  /** The memory for padding belongs to no XID: it follows the segment that it pads. */
  private void returned(TracedSegment segment) {
    int xid = (int) (segment.offset() >>> Integer.SIZE);
    if (xid != 0) {
      returnedLast = xid;
    }
    returned.computeIfAbsent(returnedLast, key -> new ArrayList<>()).add(segment);
  }

  private void latency(String rest) {
    Matcher latency = match(LATENCY, rest);
    latencies.put(
        xid(rest),
        new TracedLatency(
            Long.parseLong(latency.group(3)) * 1_000L, latency.group(1), latency.group(2)));
  }

  private static TracedSegment segment(ChunkKind kind, String rest) {
    Matcher segment = match(SEGMENT, rest);
    return new TracedSegment(
        kind,
        segment.group(1) == null ? 0 : Long.parseLong(segment.group(1)),
        Integer.parseUnsignedInt(segment.group(4), HEX),
        Long.parseLong(segment.group(2)),
        Long.parseUnsignedLong(segment.group(3), HEX));
  }

  private static int xid(String rest) {
    return Integer.parseUnsignedInt(match(XID, rest).group(1), HEX);
  }

  private static String task(String rest) {
    return match(TASK, rest).group(1);
  }

  private static Matcher match(Pattern pattern, String rest) {
    Matcher matcher = pattern.matcher(rest);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + pattern + " in trace event: " + rest);
    }
    return matcher;
  }
}
