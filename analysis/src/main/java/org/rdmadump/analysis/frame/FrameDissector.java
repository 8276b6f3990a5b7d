package org.rdmadump.analysis.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketKind;
import org.rdmadump.net.UdpHeader;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.FrameContent;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.tcp.TcpHeader;

/**
 * Makes a record of each frame that a run decodes: its layers, and the messages that it carries
 * parts of. Frames come out in the order of the capture, once that is known, or may not be waited
 * for any longer.
 */
public final class FrameDissector implements FrameListener {
  /** How long a frame waits until its message is known, in the time of the capture. */
  public static final long PATIENCE_NANOS = 30_000_000_000L;

  /** Memory that waiting frames hold at most, unless there is less. */
  public static final long MOST_BYTES = 24L << 20;

  /** Headers of FPDUs that are shown of one frame. */
  private static final int MOST_LAYERS = 1024;

  /** Frames between the ends of one FPDU. */
  private static final int FARTHEST = 1024;

  private final HeldFrames held;
  private final boolean keepsBytes;
  private FrameRecord current = new FrameRecord(0, 0, 0, 0, 0, Rope.empty());

  private final TcpStreams streams = new TcpStreams();
  private final UdpStreams ports = new UdpStreams();
  private final QueueSetups queues = new QueueSetups();

  /** Time of the first frame. */
  private OptionalLong begin = OptionalLong.empty();

  /**
   * A dissector.
   *
   * @param sink takes the frames
   * @param keepsBytes keep what was captured of each frame until it was handed out
   * @param patienceNanos how long a frame waits at most, in the time of the capture
   * @param mostBytes memory that waiting frames hold at most
   */
  public FrameDissector(FrameSink sink, boolean keepsBytes, long patienceNanos, long mostBytes) {
    this.held = new HeldFrames(sink, patienceNanos, mostBytes);
    this.keepsBytes = keepsBytes;
  }

  // ---- one frame

  @Override
  public void frame(Frame frame) {
    Rope bytes =
        keepsBytes
            ? Rope.of(Arrays.copyOfRange(frame.array(), frame.offset(), frame.end()))
            : Rope.empty();
    long since = begin.isEmpty() ? 0 : frame.epochNanos() - current.epochNanos();
    if (begin.isEmpty()) {
      begin = OptionalLong.of(frame.epochNanos());
    }
    current =
        new FrameRecord(
            frame.number(),
            frame.epochNanos(),
            begin.getAsLong(),
            frame.original(),
            frame.captured(),
            bytes);
    current.place(new FramePlace(since, OptionalInt.empty(), /* isAgain= */ false));
    held.add(current);
  }

  @Override
  public void header(Object header, Frame frame, int at, int length) {
    Optional<LayerName> name = HeaderKinds.layer(header.getClass());
    if (name.isPresent() && header instanceof Record read) {
      add(current, new Layer(name.get(), read, at - frame.offset(), length));
    }
  }

  private static void add(FrameRecord to, Layer layer) {
    if (to.layers().size() < MOST_LAYERS) {
      to.add(layer);
    }
  }

  @Override
  public void packet(Frame holder, Datagram datagram, FrameContent content) {
    current.addresses(datagram.source(), datagram.destination());
    current.payloadLength(datagram.payloadLength());
    ports(datagram);
    switch (content) {
      case TRANSPORT_PACKET -> TransportLayers.read(holder, datagram, current, queues);
      case TCP_SEGMENT -> {
        tcp(holder, datagram);
        stream(datagram);
      }
      case COPY -> copied(holder, datagram);
      case OTHER -> current.kind(kind(datagram.kind()));
    }
  }

  private void ports(Datagram datagram) {
    UdpHeader udp = current.last(UdpHeader.class).orElse(null);
    if (udp != null) {
      OptionalInt stream =
          ports.of(
              datagram.source(), udp.sourcePort(), datagram.destination(), udp.destinationPort());
      current.place(
          new FramePlace(current.place().sincePreviousNanos(), stream, /* isAgain= */ false));
    }
  }

  private static FrameKind kind(PacketKind kind) {
    return switch (kind) {
      case UDP -> FrameKind.UDP;
      case IP_FRAGMENT -> FrameKind.FRAGMENT;
      case INFINIBAND_RAW -> FrameKind.RAW;
      case INFINIBAND_LINK -> FrameKind.LINK;
      case TRUNCATED -> FrameKind.TRUNCATED;
      case MALFORMED -> FrameKind.MALFORMED;
      default -> FrameKind.OTHER;
    };
  }

  /** What a copy holds is shown; what it belongs to is said with the one that was decoded. */
  private void copied(Frame holder, Datagram datagram) {
    if (datagram.kind() == PacketKind.TCP) {
      tcp(holder, datagram);
    } else {
      TransportLayers.read(holder, datagram, current, queues);
      current.expectNothing();
    }
    current.kind(FrameKind.COPY);
  }

  @Override
  public void copyOf(long original) {
    current.copyOf(original);
  }

  private void tcp(Frame holder, Datagram datagram) {
    current.kind(FrameKind.TCP);
    int at = datagram.payloadOffset();
    int length = datagram.payloadLength();
    if (length < TcpHeader.LENGTH) {
      current.kind(FrameKind.MALFORMED);
    } else if (datagram.payloadCaptured() < TcpHeader.LENGTH) {
      current.kind(FrameKind.TRUNCATED);
    } else {
      TcpHeader header = TcpHeader.read(holder.bytes(), at);
      int headerLength = Math.max(TcpHeader.LENGTH, header.headerLength());
      add(current, new Layer(LayerName.TCP, header, at - holder.offset(), headerLength));
      current.ports(header.sourcePort(), header.destinationPort());
      int payload = Math.max(0, length - headerLength);
      current.payloadLength(payload);
      if (payload > 0) {
        current.waitFor(header.sequence() + payload);
      }
    }
  }

  /** Says which connection a TCP segment is of. */
  private void stream(Datagram datagram) {
    Optional<TcpHeader> header = current.last(TcpHeader.class);
    if (header.isPresent()) {
      current.place(
          streams.of(
              datagram.source(),
              datagram.destination(),
              header.get(),
              current.payloadLength(),
              current.epochNanos(),
              current.place()));
    }
  }

  @Override
  public void decoded(boolean inStream) {
    if (inStream) {
      current.kind(FrameKind.IWARP);
    } else {
      current.waitNoMore();
    }
    held.settle(current);
  }

  // ---- streams

  @Override
  public void fpduBegins(Fpdu fpdu) {
    FrameRecord first = held.find(fpdu.firstFrame());
    FrameRecord last = held.find(fpdu.endFrame());
    List<Layer> layers = StreamLayers.of(fpdu, fpdu.frameOffset());
    boolean isOne = fpdu.firstFrame() == fpdu.endFrame();
    if (first != null) {
      show(first, fpdu, layers, isOne);
    }
    if (last != null && !isOne) {
      show(last, fpdu, layers, /* isOne= */ false);
    }
    seen(fpdu);
    if (first != null && last != null) {
      between(fpdu, first, last);
    }
  }

  private static void show(FrameRecord record, Fpdu fpdu, List<Layer> layers, boolean isOne) {
    boolean begins = record.number() == fpdu.firstFrame();
    int at = begins ? fpdu.frameOffset() : 0;
    FpduLayer mpa = new FpduLayer(fpdu.length(), begins, isOne || !begins);
    add(record, new Layer(LayerName.MPA, mpa, at, Short.BYTES));
    for (Layer layer : layers) {
      int offset = begins ? at + Short.BYTES : 0;
      add(record, new Layer(layer.name(), layer.header(), offset, layer.length()));
      if (layer.header() instanceof UntaggedHeader header && isSend(header, fpdu)) {
        record.expectSend(header.messageSequence());
      }
    }
  }

  /** Whether it is a segment of a Send with content; one without is no message. */
  private static boolean isSend(UntaggedHeader header, Fpdu fpdu) {
    RdmapOpcode opcode = RdmapOpcode.of(DdpControl.opcode(header.control())).orElse(null);
    return opcode != null
        && opcode.isSend()
        && DdpControl.isVersion1(header.control())
        && header.queue() == RdmapOpcode.SEND_QUEUE
        && fpdu.length() > UntaggedHeader.LENGTH;
  }

  /** Tells frames of a stream that it was seen up to the end of an FPDU. */
  private void seen(Fpdu fpdu) {
    long to = fpdu.lastFrame();
    FrameRecord last = held.find(to);
    if (last == null) {
      return;
    }
    long from = fpdu.firstFrame();
    for (int i = 0; i < fpdu.frames(); i++) {
      from = Math.min(from, fpdu.frame(i));
    }
    for (long number = Math.max(from, to - FARTHEST); number <= to; number++) {
      FrameRecord each = held.find(number);
      if (each != null && each.goesWith(last)) {
        each.streamSeen((int) fpdu.end());
      }
    }
  }

  /** Tells frames that hold neither the first nor the last byte of an FPDU what they hold. */
  private void between(Fpdu fpdu, FrameRecord first, FrameRecord last) {
    for (int i = 0; i < fpdu.frames(); i++) {
      long frame = fpdu.frame(i);
      FrameRecord each = held.find(frame);
      if (each != null && frame != first.number() && frame != last.number()) {
        each.partOf(first, last);
      }
    }
  }

  @Override
  public void startUp(MpaStartUp startUp, ByteBuffer privateData, long frame) {
    FrameRecord record = held.find(frame);
    if (record != null) {
      add(
          record,
          new Layer(
              LayerName.MPA,
              MpaLayer.of(startUp, privateData, queues, record),
              0,
              MpaStartUp.LENGTH));
      for (long number = frame; number <= current.number(); number++) {
        FrameRecord each = held.find(number);
        if (each != null && each.goesWith(record)) {
          each.waitNoMore();
        }
      }
    }
  }

  @Override
  public void repeated(long frame) {
    FrameRecord record = held.find(frame);
    if (record != null) {
      record.waitNoMore();
    }
  }

  // ---- what frames belong to

  @Override
  public void contributes(long frame, Contribution contribution) {
    FrameRecord record = held.find(frame);
    if (record != null) {
      record.add(contribution);
    }
  }

  @Override
  public void proves(long epochNanos, Contribution send) {
    for (long number = current.number(); number > current.number() - FARTHEST; number--) {
      FrameRecord each = held.find(number);
      if (each != null && each.epochNanos() == epochNanos) {
        each.prove(send);
        return;
      }
    }
    current.prove(send);
  }

  @Override
  public void finding(Finding finding) {
    FrameRecord record = held.find(finding.frame());
    if (record != null) {
      record.add(finding);
    }
  }

  // ---- the end

  /** Hands out what is still held: nothing more is going to be decoded. */
  public void finish() {
    held.finish();
  }

  /** {@return frames so far that were handed out before it was known what they belong to} */
  public long unsettled() {
    return held.unsettled();
  }
}
