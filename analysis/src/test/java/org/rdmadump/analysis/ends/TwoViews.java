package org.rdmadump.analysis.ends;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.PcapWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * Two views of the packets of a capture, at both ends of a link with known delays. B's clock has a
 * known offset and drift.
 */
final class TwoViews {
  private final CapturedPackets captured;
  private final Random random;
  private final Set<Integer> withoutA = new HashSet<>();
  private final Set<Integer> withoutB = new HashSet<>();
  private long offset;
  private double drift;
  private long least;
  private double jitter;
  private long stretch = 1;
  private UnaryOperator<List<CapturedPacket>> changedA = each -> each;
  private UnaryOperator<List<CapturedPacket>> changedB = each -> each;

  TwoViews(CapturedPackets captured, long seed) {
    this.captured = captured;
    this.random = new Random(seed);
  }

  /** B's clock is ahead by so much at the first packet, and gains. */
  TwoViews clock(long nanos, double gain) {
    offset = nanos;
    drift = gain;
    return this;
  }

  /** A packet takes at least so long from one tap to the other, and more at random. */
  TwoViews delay(long nanos, double mean) {
    least = nanos;
    jitter = mean;
    return this;
  }

  /** All takes so many times as long. */
  TwoViews stretched(long times) {
    stretch = times;
    return this;
  }

  /** A does not have a packet, by its index. */
  TwoViews withoutInA(int index) {
    withoutA.add(index);
    return this;
  }

  /** B does not have a packet. */
  TwoViews withoutInB(int index) {
    withoutB.add(index);
    return this;
  }

  /** What else was done to A. */
  TwoViews changedA(UnaryOperator<List<CapturedPacket>> change) {
    changedA = change;
    return this;
  }

  /** What else was done to B. */
  TwoViews changedB(UnaryOperator<List<CapturedPacket>> change) {
    changedB = change;
    return this;
  }

  List<CapturedPacket> packets() {
    return captured.packets();
  }

  long first() {
    return captured.packets().get(0).nanos();
  }

  private long inA(CapturedPacket packet) {
    return first() + (packet.nanos() - first()) * stretch;
  }

  /** What B's clock shows more than A's at a time of A. */
  double truth(long nanosOfA) {
    return offset + drift * (nanosOfA - first());
  }

  /** What both taps show; a tap shows what is sent there without a delay. */
  private List<List<CapturedPacket>> views() {
    List<CapturedPacket> a = new ArrayList<>();
    List<CapturedPacket> b = new ArrayList<>();
    for (int i = 0; i < captured.packets().size(); i++) {
      CapturedPacket packet = captured.packets().get(i);
      long delay = least + Math.round(-jitter * Math.log(1 - random.nextDouble()));
      long sent = inA(packet);
      long arrived = sent + delay;
      if (!withoutA.contains(i)) {
        a.add(packet.at(packet.fromA() ? sent : arrived));
      }
      if (!withoutB.contains(i)) {
        long time = packet.fromA() ? arrived : sent;
        b.add(packet.at(time + Math.round(truth(time))));
      }
    }
    a.sort(Comparator.comparingLong(CapturedPacket::nanos));
    b.sort(Comparator.comparingLong(CapturedPacket::nanos));
    return List.of(changedA.apply(a), changedB.apply(b));
  }

  /** What a comparison finds. */
  Compared compare() {
    List<List<CapturedPacket>> views = views();
    List<CapturedPacket> a = views.get(0);
    List<CapturedPacket> b = views.get(1);
    return new Compared(compare(written(a), written(b)), a, b);
  }

  /** Both as captures. */
  List<byte[]> written() {
    return views().stream().map(this::written).toList();
  }

  /**
   * What was found, and in what.
   *
   * @param report what was found
   * @param a the frames of A, in order
   * @param b those of B
   */
  record Compared(EndsReport report, List<CapturedPacket> a, List<CapturedPacket> b) {
    /** The packet behind what was told of it. */
    CapturedPacket of(LostPacket lost) {
      return (lost.tap() == Tap.A ? a : b).get((int) lost.frame() - 1);
    }
  }

  static EndsReport compare(byte[] a, byte[] b) {
    try {
      View first = new View(a);
      View second = new View(b);
      return new EndsComparison(first.log, second.log)
          .report(side("a", a), side("b", b), () -> false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EndsComparison.EndsSide side(String name, byte[] capture) throws IOException {
    return new EndsComparison.EndsSide(List.of(name), /* whole= */ true, open(capture));
  }

  private static FrameSource open(byte[] capture) throws IOException {
    return CaptureFile.open(new ByteArrayInputStream(capture), "view");
  }

  private byte[] written(List<CapturedPacket> view) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PcapWriter writer =
        new PcapWriter(
            Channels.newChannel(out),
            ByteOrder.LITTLE_ENDIAN,
            PcapWriter.Precision.NANOSECONDS,
            1 << 18,
            captured.linkType())) {
      for (CapturedPacket each : view) {
        writer.write(
            each.nanos(), each.original(), ByteBuffer.wrap(each.bytes()), 0, each.bytes().length);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static final class View {
    final TapLog log = new TapLog();

    View(byte[] capture) throws IOException {
      try (FrameSource source = new TappedSource(open(capture), log)) {
        CaptureDecoder decoder = new CaptureDecoder(source, CaptureOptions.DEFAULT, log);
        log.end(decoder.decodeAll());
      }
    }
  }
}
