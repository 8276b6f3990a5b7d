package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Icrc;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Packets in the middle of an operation, taken together, say what they say one by one. */
class RunsOfPacketsTest {
  private static final int IP = 14;
  private static final int UDP = 34;
  private static final int BTH = 42;
  private static final int PAYLOAD = 54;
  private static final byte ACKNOWLEDGE = 17;
  private static final int SEEDS = 8;
  private static final int ALL = Integer.MAX_VALUE;

  /** Writes down all that a run says. */
  private static final class Log implements MessageListener {
    private final List<String> said = new ArrayList<>();
    private final List<ConnectionRecord> connections = new ArrayList<>();

    @Override
    public void message(RpcMessage message) {
      said.add(
          String.join(
              " ",
              "message " + message.number(),
              message.firstFrame() + "-" + message.lastFrame() + " " + message.sendFrame(),
              message.completedNanos() + " " + message.sendNanos(),
              message.readChunks().toString(),
              message.writeChunks().toString(),
              message.replyChunk().toString(),
              message.delivered() + " " + message.sendPackets(),
              message.transfers().toString(),
              message.rpc().toString(),
              message.stream().holes().toString(),
              message.findings().toString()));
      countTraffic();
    }

    @Override
    public void exchange(RpcExchange exchange) {
      said.add("exchange " + exchange.xid() + " " + exchange.findings());
    }

    @Override
    public void finding(Finding finding, OptionalInt connection) {
      said.add(finding + " " + connection);
    }

    @Override
    public void opened(ConnectionRecord connection) {
      connections.add(connection);
    }

    @Override
    public void closed(ConnectionRecord connection) {
      said.add("closed " + connection.index() + " " + connection.lastFrame());
    }

    List<String> of(CaptureDecoder capture, int most) {
      try {
        boolean more = true;
        while (more && said.size() < most) {
          more = capture.decodeNext();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      said.add(capture.finish().toString());
      countTraffic();
      return said;
    }

    /** What a listener may ask at every message. */
    private void countTraffic() {
      for (ConnectionRecord connection : connections) {
        for (Direction direction : Direction.values()) {
          said.add(counts(connection.traffic(direction)));
        }
      }
    }

    private static String counts(TrafficCounters of) {
      return String.join(
          " ",
          of.packets() + " packets, " + of.bytes() + " bytes",
          of.firstFrame() + "-" + of.lastFrame() + " " + of.firstNanos() + "-" + of.lastNanos(),
          of.retransmitted() + " " + of.retransmittedBytes() + " " + of.duplicates(),
          of.timeouts() + " " + of.outOfOrder() + " " + of.missingBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs41-direct.pcap",
        "rocev2/rocev2-nfs41-loss.pcap",
        "rocev2/rocev2-nfs3-dropped-late.pcap",
        "rocev2/rocev2-nfs3-basic.pcap",
        "rocev2/rocev2-mixed-versions.pcap",
      })
  @DisplayName("as captured, and with frames lost, repeated, out of order, damaged and cut")
  void shouldSayWhatPacketsSayOneByOne(String capture) {
    List<Copied> whole = FrameList.of(capture);
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Copied> frames = new ArrayList<>(whole);
      Random random = new Random(seed);
      for (int i = 0; i < 5 * seed; i++) {
        harm(frames, random);
      }
      for (CaptureOptions options :
          List.of(CaptureOptions.DEFAULT, new CaptureOptions(true, false, 1L << 20))) {
        assertThat(together(frames, options, ALL))
            .as("seed %d", seed)
            .isEqualTo(byOne(frames, options, ALL));
      }
    }
  }

  @Test
  @DisplayName("what stops behind a run of packets has counted the frames that it decoded")
  void shouldCountNoFrameThatWasNotDecoded() throws IOException {
    List<Copied> frames = FrameList.of("rocev2/rocev2-nfs41-direct.pcap");
    int stoppedBehindRuns = 0;
    for (int steps = 1; steps < 250; steps++) {
      CaptureSummary together = after(steps, frames);
      int decoded = (int) together.frames();

      assertThat(together)
          .as("%d steps", steps)
          .isEqualTo(after(decoded, fromSomewhere(frames).subList(0, decoded)));
      stoppedBehindRuns += decoded > steps ? 1 : 0;
    }
    assertThat(stoppedBehindRuns).isPositive();
  }

  @Test
  @DisplayName("no run goes on where a Send is settled by the time")
  void shouldEndWhereSomethingIsDueByTheTime() {
    List<Copied> frames = new ArrayList<>();
    for (Copied each : FrameList.of("rocev2/rocev2-nfs3-dropped-late.pcap")) {
      // So slow, and without acknowledgements, that Sends are settled in the middle of operations.
      if (each.bytes().length <= BTH || each.bytes()[BTH] != ACKNOWLEDGE) {
        frames.add(each.at(frames.size() * 100_000_000L));
      }
    }
    for (int most = 1; most < 40; most++) {
      assertThat(together(frames, CaptureOptions.DEFAULT, most))
          .as("the first %d", most)
          .isEqualTo(byOne(frames, CaptureOptions.DEFAULT, most));
    }
  }

  @Test
  @DisplayName("packets without payload in the middle of an operation")
  void shouldSurviveEmptyPackets() {
    List<Copied> frames = FrameList.of("rocev2/rocev2-nfs41-direct.pcap");
    for (int at = 0; at < frames.size(); at++) {
      if (at % 50 > 40) {
        frames.set(at, shortened(frames.get(at), 0));
      }
    }
    assertThat(together(frames, CaptureOptions.DEFAULT, ALL))
        .isEqualTo(byOne(frames, CaptureOptions.DEFAULT, ALL));
  }

  @Test
  @DisplayName("most packets of large transfers are taken so")
  void shouldTakeManyAtOnce() {
    List<Copied> frames = FrameList.of("rocev2/rocev2-nfs41-direct.pcap");
    CaptureDecoder capture =
        new CaptureDecoder(
            FrameList.evenly(frames), CaptureOptions.DEFAULT, new MessageListener() {});
    int steps = 0;
    try {
      while (capture.decodeNext()) {
        steps++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(steps).isPositive().isLessThan(frames.size() * 9 / 10);
    assertThat(capture.finish().frames()).isEqualTo(frames.size());
  }

  @Test
  @DisplayName("packets of two operations in turns are decoded one at a time")
  void shouldTakeNoMoreThanOneOfOperationsInTurns() throws IOException {
    List<Copied> one = FrameList.of("rocev2/rocev2-nfs41-direct.pcap");
    List<Copied> other = FrameList.of("rocev2/rocev2-nfs3-basic.pcap");
    List<Copied> frames = new ArrayList<>();
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      frames.add(one.get(i));
      frames.add(other.get(i));
    }
    CaptureDecoder capture =
        new CaptureDecoder(
            FrameList.evenly(frames), CaptureOptions.DEFAULT, new MessageListener() {});
    int steps = 0;
    while (capture.decodeNext()) {
      steps++;
    }
    assertThat(steps).isEqualTo(frames.size());
  }

  private static List<String> together(List<Copied> frames, CaptureOptions options, int most) {
    Log log = new Log();
    return log.of(new CaptureDecoder(new FrameList(frames), options, log), most);
  }

  /** What may have been seen from two places goes the long way. */
  private static List<String> byOne(List<Copied> frames, CaptureOptions options, int most) {
    Log log = new Log();
    return log.of(new CaptureDecoder(new FrameList(fromSomewhere(frames)), options, log), most);
  }

  private static List<Copied> fromSomewhere(List<Copied> frames) {
    int somewhere = Frame.ONLY_VIEWPOINT + 1;
    return frames.stream().map(each -> each.from(somewhere)).toList();
  }

  /** The counts of a capture that is not decoded further. */
  private static CaptureSummary after(int steps, List<Copied> frames) throws IOException {
    CaptureDecoder capture =
        new CaptureDecoder(new FrameList(frames), CaptureOptions.DEFAULT, new MessageListener() {});
    for (int i = 0; i < steps; i++) {
      assertThat(capture.decodeNext()).isTrue();
    }
    return capture.finish();
  }

  private static void harm(List<Copied> frames, Random random) {
    int at = random.nextInt(frames.size());
    Copied frame = frames.get(at);
    switch (random.nextInt(8)) {
      case 0 -> frames.remove(at);
      case 1 -> frames.add(random.nextInt(frames.size()), frame);
      case 2 -> Collections.swap(frames, at, Math.max(0, at - 1));
      case 3 -> frames.set(at, cut(frame, random.nextInt(frame.bytes().length)));
      case 4 -> frames.set(at, frame.at(frame.nanos() + random.nextInt(2_000_000_000)));
      case 5 -> {
        int end = Math.min(frames.size(), at + 4);
        int length = random.nextBoolean() ? 0 : random.nextInt(600);
        for (int i = at; i < end; i++) {
          frames.set(i, shortened(frames.get(i), length));
        }
      }
      default -> frames.set(at, changed(frame, random));
    }
  }

  /** Carries less, in right headers and with a right ICRC, if it is in the middle of something. */
  private static Copied shortened(Copied frame, int payload) {
    byte[] before = frame.bytes();
    int length = PAYLOAD + payload + Icrc.LENGTH;
    if (before.length <= length || before[UDP + 2] != 0x12 || !isMiddle(before[BTH])) {
      return frame;
    }
    byte[] bytes = Arrays.copyOf(before, length);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    buffer.putShort(IP + 2, (short) (length - IP)).putShort(UDP + 4, (short) (length - UDP));
    bytes[BTH + 1] &= (byte) 0xcf; // no pad
    putIcrc(bytes);
    return new Copied(bytes, length, frame.nanos(), frame.linkType(), Frame.ONLY_VIEWPOINT);
  }

  private static boolean isMiddle(byte opcode) {
    return opcode == 7 || opcode == 14;
  }

  private static void putIcrc(byte[] bytes) {
    int end = bytes.length - Icrc.LENGTH;
    int icrc = new Icrc().compute(bytes, IP, UDP, BTH, end, true);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(end, icrc);
  }

  private static Copied cut(Copied frame, int captured) {
    byte[] bytes = new byte[captured];
    System.arraycopy(frame.bytes(), 0, bytes, 0, captured);
    return new Copied(
        bytes, frame.original(), frame.nanos(), frame.linkType(), Frame.ONLY_VIEWPOINT);
  }

  /** Has a bit changed, mostly with an ICRC that is right for it. */
  private static Copied changed(Copied frame, Random random) {
    byte[] bytes = frame.bytes().clone();
    if (bytes.length == 0) {
      return frame;
    }
    int within = Math.min(bytes.length, random.nextBoolean() ? BTH + 16 : bytes.length);
    bytes[random.nextInt(within)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    if (bytes.length >= PAYLOAD + Icrc.LENGTH && bytes[UDP + 2] == 0x12 && random.nextInt(4) > 0) {
      putIcrc(bytes);
    }
    return new Copied(
        bytes, frame.original(), frame.nanos(), frame.linkType(), Frame.ONLY_VIEWPOINT);
  }
}
