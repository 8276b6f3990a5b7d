package org.rdmadump.rpcrdma.decode;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.qp.IbDecoder;
import org.rdmadump.iwarp.stream.IwarpCount;
import org.rdmadump.iwarp.stream.IwarpDecoder;
import org.rdmadump.link.Sll2Header;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.FrameContent;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.OtherTraffic;
import org.rdmadump.rpcrdma.call.RunState;

/**
 * Decodes a capture into RPC messages and exchanges: the loop that every run goes through.
 *
 * <pre>{@code
 * CaptureDecoder capture = new CaptureDecoder(source, CaptureOptions.DEFAULT, listener);
 * while (capture.decodeNext()) {}
 * CaptureSummary summary = capture.finish();
 * }</pre>
 *
 * <p>Not thread-safe: one thread decodes a capture.
 */
@SuppressWarnings("EnumOrdinal") // An index into a table of our own, never stored.
public final class CaptureDecoder {
  /** How often idle connections are looked at, in the time of the capture. */
  private static final long SETTLING_NANOS = 500_000_000L;

  private final FrameSource source;
  private final RunState run;
  private final IbDecoder roce;
  private final IwarpDecoder iwarp;
  private final PacketDecoder packets;
  private final int[] rocePorts;

  /** Is shown every frame, if somebody wants to be. */
  private final @Nullable FrameListener shown;

  /** Learns names, if somebody wants to know them. */
  private final @Nullable PlainMounts mounts;

  /** Made for the first frame that several places may have captured. */
  private @Nullable CapturedTwice twice;

  /** Made for the first UDP datagram that is not decoded. */
  private @Nullable UnexpectedRoce unexpected;

  private final Frame frame = new Frame();
  private final Datagram datagram = new Datagram();
  private final long[] notDecoded = new long[PacketKind.values().length];
  private long frames;
  private long bytes;
  private long tcp;
  private long otherUdp;
  private long firstNanos;
  private long lastNanos;
  private long previousNanos;
  private long backwards;
  private long settledNanos;

  /** Whether a frame was met that is cut. */
  private boolean cut;

  /** Whether the source has no more frames. */
  private boolean ended;

  /** A run over {@code source} that reports to {@code listener}. */
  public CaptureDecoder(FrameSource source, CaptureOptions options, MessageListener listener) {
    this(source, options, listener, Optional.empty());
  }

  /**
   * A run over {@code source} that reports to {@code listener}, and shows every frame to {@code
   * frames}; that takes longer, as no frame goes a short way.
   */
  public CaptureDecoder(
      FrameSource source, CaptureOptions options, MessageListener listener, FrameListener frames) {
    this(source, options, listener, Optional.of(frames));
  }

  private CaptureDecoder(
      FrameSource source,
      CaptureOptions options,
      MessageListener listener,
      Optional<FrameListener> frames) {
    this.source = source;
    this.run = new RunState(options, listener, frames);
    Connections connections = new Connections(run);
    this.roce = new IbDecoder(connections, run);
    this.iwarp = new IwarpDecoder(connections, run, options.decodeAs().tcp(), frames);
    if (source.isFollowing()) {
      roce.follow();
      iwarp.follow();
    }
    this.rocePorts = options.decodeAs().udp();
    this.packets =
        frames.isPresent()
            ? PacketDecoder.showing(frames.get(), rocePorts)
            : new PacketDecoder(rocePorts);
    this.shown = frames.orElse(null);
    this.mounts =
        run.names().isPresent() ? new PlainMounts(run.names().get(), run.decoder()) : null;
  }

  /**
   * Decodes the next frame, and with one in the middle of an RDMA operation those behind it that go
   * on with it and have no consequence but that they were seen.
   *
   * @return false at the end of the input
   * @throws IOException if the input cannot be read; a damaged input ends, and its {@link
   *     FrameSource#damage} says why
   */
  public boolean decodeNext() throws IOException {
    boolean any = false;
    do {
      if (ended || !source.next(frame)) {
        ended = true;
        return any;
      }
      any = true;
      Sll2Header.tellInterface(frame);
      countFrame(frame.epochNanos());
    } while (!decodeFrame());
    return true;
  }

  /** Decodes the frame; false if what it brought is told with the next one. */
  private boolean decodeFrame() {
    if (shown != null) {
      show(shown);
      return true;
    }
    noteIfCut();
    if (roce.take(frame)) {
      return !roce.isRunning();
    }
    PacketKind kind = packets.decode(frame, datagram, run);
    Frame holder = packets.holder(frame, datagram);
    if (kind == PacketKind.UDP
        && datagram.destinationPort() == IbDecoder.UDP_PORT
        && frame.viewpoint() == Frame.ONLY_VIEWPOINT) {
      // What most frames are, at once.
      roce.decode(holder, datagram);
    } else {
      decode(content(kind, holder), kind, holder);
    }
    return true;
  }

  /** Decodes the frame, layer by layer, and shows them. */
  private void show(FrameListener listener) {
    listener.frame(frame);
    noteIfCut();
    PacketKind kind = packets.decode(frame, datagram, run);
    Frame holder = packets.holder(frame, datagram);
    FrameContent content = content(kind, holder);
    listener.packet(holder, datagram, content);
    if (content == FrameContent.COPY && twice != null) {
      listener.copyOf(twice.original(frame.number()));
    }
    listener.decoded(decode(content, kind, holder));
  }

  private FrameContent content(PacketKind kind, Frame holder) {
    FrameContent content =
        switch (kind) {
          case UDP ->
              isRoce(datagram.destinationPort())
                  ? FrameContent.TRANSPORT_PACKET
                  : FrameContent.OTHER;
          case ROCE_V1, INFINIBAND -> FrameContent.TRANSPORT_PACKET;
          case TCP -> FrameContent.TCP_SEGMENT;
          default -> FrameContent.OTHER;
        };
    boolean compared = frame.viewpoint() != Frame.ONLY_VIEWPOINT && content != FrameContent.OTHER;
    return compared && isCopy(holder) ? FrameContent.COPY : content;
  }

  /** Decodes what was found in the frame; whether it goes on a stream of iWARP. */
  private boolean decode(FrameContent content, PacketKind kind, Frame holder) {
    switch (content) {
      case TRANSPORT_PACKET -> decodeTransport(holder);
      case TCP_SEGMENT -> {
        tcp++;
        if (iwarp.counted(IwarpCount.PACKETS) == 0) {
          run.other().tcp(holder, datagram);
        }
        boolean isOnStream = iwarp.decode(holder, datagram);
        if (!isOnStream && mounts != null) {
          mounts.tcp(holder, datagram);
        }
        return isOnStream;
      }
      case COPY -> {}
      case OTHER -> {
        if (kind == PacketKind.UDP) {
          otherUdp(holder);
        } else {
          notInIp(kind, holder);
        }
      }
    }
    return false;
  }

  private void noteIfCut() {
    if (!cut && frame.captured() < frame.original()) {
      noteCut();
    }
  }

  private void noteCut() {
    cut = true;
    run.accept(
        new Finding(
            CaptureRules.FRAMES_CUT,
            frame.number(),
            frame.captured(),
            "captured "
                + frame.captured()
                + " of "
                + Counted.of(frame.original(), "byte")
                + "; other frames may be cut too"));
  }

  private void countFrame(long nanos) {
    bytes += frame.captured();
    if (frames++ == 0) {
      run.begins(nanos);
      firstNanos = nanos;
      lastNanos = nanos;
    } else if (nanos < previousNanos) {
      backwards++;
      firstNanos = Math.min(firstNanos, nanos);
    } else {
      lastNanos = Math.max(lastNanos, nanos);
    }
    previousNanos = nanos;
    if (Math.abs(nanos - settledNanos) >= SETTLING_NANOS) {
      settledNanos = nanos;
      roce.settleOverdue(nanos);
    }
  }

  /** Whether a packet was seen from another viewpoint before, and decoded then. */
  private boolean isCopy(Frame holder) {
    CapturedTwice seen = twice;
    if (seen == null) {
      seen = new CapturedTwice();
      twice = seen;
    }
    return seen.isCopy(holder, datagram, frame.viewpoint(), frame.number());
  }

  private void decodeTransport(Frame holder) {
    CapturedTwice seen = twice;
    if (!roce.decode(holder, datagram)
        && seen != null
        && frame.viewpoint() != Frame.ONLY_VIEWPOINT) {
      seen.wasDiscarded();
    }
  }

  private void otherUdp(Frame holder) {
    otherUdp++;
    run.other().udp(holder, datagram);
    if (mounts != null) {
      mounts.udp(holder, datagram);
    }
    UnexpectedRoce looked = unexpected;
    if (looked == null) {
      looked = new UnexpectedRoce();
      unexpected = looked;
    }
    looked.look(holder, datagram);
  }

  /**
   * {@return the UDP port to which datagrams went that look like RoCE version 2 and were not
   * decoded, because it is none of those that options name; 0 if there is no such}
   */
  public int unexpectedRocePort() {
    return unexpected == null ? 0 : unexpected.port();
  }

  /** {@return what was met beside RPC-over-RDMA} */
  public OtherTraffic otherTraffic() {
    return run.other();
  }

  /**
   * {@return the TCP port of a server to which iWARP was found in the middle of a connection, while
   * data between its ports was left alone: what came before, because no option names the port; 0 if
   * there is no such}
   */
  public int unexpectedIwarpPort() {
    for (ConnectionRecord found : run.foundInTheMiddle()) {
      int port = found.server().number().orElse(0);
      if (iwarp.passedOver(port, found.client().number().orElse(0))) {
        return port;
      }
    }
    return 0;
  }

  /** Frames of TCP without iWARP. */
  private long otherTcp() {
    return tcp - iwarp.counted(IwarpCount.PACKETS) - iwarp.counted(IwarpCount.CUT);
  }

  private void notInIp(PacketKind kind, Frame holder) {
    if (kind == PacketKind.INFINIBAND_RAW) {
      roce.raw(holder, datagram);
    } else if (kind == PacketKind.UNKNOWN_LINK_TYPE) {
      run.other().undecoded(frame.linkType());
    }
    // Of fragments only those count that no packet came of, and that is known at the end.
    if (kind != PacketKind.IP_FRAGMENT) {
      notDecoded[kind.ordinal()]++;
    }
  }

  private boolean isRoce(int port) {
    if (port == IbDecoder.UDP_PORT) {
      return true;
    }
    for (int other : rocePorts) {
      if (other == port) {
        return true;
      }
    }
    return false;
  }

  /**
   * Decodes to the end of the input, and finishes.
   *
   * @throws IOException as {@link #decodeNext}
   */
  public CaptureSummary decodeAll() throws IOException {
    boolean more = true;
    while (more) {
      more = decodeNext();
    }
    return finish();
  }

  /** Gives up what is still open, hands it out, and returns the counts. */
  public CaptureSummary finish() {
    packets.finish(run);
    roce.finish();
    iwarp.finish();
    return summary();
  }

  /**
   * {@return the counts so far}
   *
   * <p>Before the end, {@code notDecoded} may go down again: a TCP segment may turn out to be
   * iWARP, and a fragment to be part of a packet.
   */
  public CaptureSummary summary() {
    return new CaptureSummary(
        frames,
        bytes,
        reasons(),
        roce.packets() + iwarp.counted(IwarpCount.PACKETS),
        twice == null ? 0 : twice.dropped(),
        roce.congestion().counts(),
        roce.management().counts(),
        roce.management().failures(),
        roce.management().refusals(),
        run.connections(),
        run.counts().otherProtocols(),
        run.counts().calls(),
        run.counts().repeatedCalls(),
        run.counts().replies(),
        run.unanswered(),
        run.counts().repliesWithoutCall(),
        run.counts().incomplete(),
        run.counts().otherMessages(),
        run.other().nvmeCommands(),
        run.counts().findings(),
        run.counts().rules(),
        evictions(),
        backwards,
        firstNanos,
        lastNanos,
        Collections.emptyList(),
        Collections.emptyList());
  }

  private Map<String, Long> reasons() {
    Map<String, Long> reasons = new LinkedHashMap<>();
    put(reasons, "tcp", otherTcp());
    put(reasons, "cut_before_mpa", iwarp.counted(IwarpCount.CUT));
    for (PacketKind kind : PacketKind.values()) {
      put(reasons, kind.label(), notDecoded[kind.ordinal()]);
    }
    put(reasons, "ip_fragment", packets.unusedFragments());
    put(reasons, "other_udp", otherUdp);
    put(reasons, "rdma_truncated", roce.truncated() + iwarp.counted(IwarpCount.TRUNCATED));
    put(reasons, "rdma_malformed", roce.malformed() + iwarp.counted(IwarpCount.MALFORMED));
    return reasons;
  }

  private Map<String, Long> evictions() {
    Map<String, Long> evictions = new LinkedHashMap<>();
    put(evictions, "queue_pairs", roce.evictedFlows());
    put(evictions, "queue_pairs_by_memory", roce.evictedFlowsForMemory());
    put(evictions, "held_fragments", roce.evictedFragments());
    put(
        evictions,
        "send_packets",
        roce.evictedSendPackets() + iwarp.counted(IwarpCount.EVICTED_SEND_SEGMENTS));
    put(evictions, "operations", roce.evictedOperations());
    put(evictions, "unconnected_packets", roce.uncountedPackets());
    put(evictions, "fragmented_packets", packets.evictedPackets());
    put(evictions, "tcp_connections", iwarp.counted(IwarpCount.EVICTED_CONNECTIONS));
    put(evictions, "tcp_bytes", iwarp.evictedBytes());
    put(evictions, "segments", run.counts().evictedSegments());
    put(evictions, "ranges", run.pages().refusedRanges());
    put(evictions, "calls", run.callsInFlight().evicted());
    put(evictions, "calls_by_memory", run.callsInFlight().evictedForMemory());
    put(evictions, "call_contents", run.kept().cutCalls());
    put(evictions, "pages", run.pages().refused());
    put(evictions, "file_names", run.names().isPresent() ? run.names().get().evicted() : 0);
    return evictions;
  }

  private static void put(Map<String, Long> counts, String name, long count) {
    if (count != 0) {
      counts.put(name, count);
    }
  }
}
