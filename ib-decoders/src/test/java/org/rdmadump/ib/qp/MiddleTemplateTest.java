package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.rdma.Send;

/** The short way takes a packet for what the long way would have taken it for, or leaves it. */
class MiddleTemplateTest {
  private static final int ETHERNET = 1;
  private static final int IP = 14;
  private static final int UDP = 34;
  private static final int BTH = 42;
  private static final int PAYLOAD = 54;
  private static final int HANDLE = 0x977;
  private static final long ADDRESS = 0x7f00_0000_1000L;

  /** A frame, and how much of it was captured. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Captured(byte[] bytes, int captured) {}

  /** Takes the short way where it can. */
  private static final class ShortWay {
    private final Recording seen = new Recording();
    private int taken;

    void decode(Frame frame) {
      if (seen.decoder.take(frame)) {
        taken++;
      } else {
        seen.decode(frame);
      }
    }
  }

  @Test
  void shouldTakeAllButTheFirstPacketsInTheMiddle() {
    Capture capture = new Capture();
    Conversation c = talk(capture, "192.168.77.2", new Random(1));

    ShortWay shortly = new ShortWay();
    decode(frames(c.capture()), shortly);

    long middles =
        c.capture().packets().stream().filter(packet -> packet.opcode().isMiddle()).count();
    // One of each of both directions goes the long way, and makes the template.
    assertThat(shortly.taken).isGreaterThan(10).isBetween((int) middles - 8, (int) middles - 2);
  }

  @RepeatedTest(400)
  void shouldSayWhatTheLongWaySays(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Capture capture = new Capture();
    talk(capture, "192.168.77.2", random);
    // Its queue pairs have the same numbers.
    talk(capture, "192.168.77.3", random);
    List<Captured> frames = frames(capture);
    interleave(frames, random);
    for (int i = random.nextInt(30); i > 0; i--) {
      harm(frames, random);
    }

    ShortWay shortly = new ShortWay();
    decode(frames, shortly);
    Recording fully = new Recording();
    for (int i = 0; i < frames.size(); i++) {
      fully.decode(frame(frames.get(i), i + 1));
    }
    fully.decoder.finish();

    assertThat(describe(shortly.seen)).isEqualTo(describe(fully));
  }

  private static Conversation talk(Capture capture, String client, Random random) {
    Conversation c = Conversation.between(client, "192.168.77.1").on(capture).mtu(256);
    c.connect();
    for (int i = 0; i < 2; i++) {
      c.client().send(data(random, 100));
      c.server().write(HANDLE, ADDRESS, data(random, 256 * random.nextInt(3, 20) - i));
      c.server().read(HANDLE, ADDRESS, data(random, 256 * random.nextInt(3, 20) + i));
      c.server().send(data(random, 300));
    }
    return c;
  }

  private static byte[] data(Random random, int length) {
    byte[] data = new byte[length];
    random.nextBytes(data);
    return data;
  }

  private static List<Captured> frames(Capture capture) {
    List<Captured> frames = new ArrayList<>();
    for (Packet packet : capture.packets()) {
      frames.add(new Captured(packet.bytes(), packet.bytes().length));
    }
    return frames;
  }

  /** Merges the two halves, each in its order. */
  private static void interleave(List<Captured> frames, Random random) {
    List<Captured> first = new ArrayList<>(frames.subList(0, frames.size() / 2));
    List<Captured> second = new ArrayList<>(frames.subList(frames.size() / 2, frames.size()));
    frames.clear();
    while (!first.isEmpty() || !second.isEmpty()) {
      boolean one = second.isEmpty() || (!first.isEmpty() && random.nextBoolean());
      List<Captured> from = one ? first : second;
      frames.add(from.remove(0));
    }
  }

  private static void harm(List<Captured> frames, Random random) {
    int at = random.nextInt(frames.size());
    byte[] bytes = frames.get(at).bytes().clone();
    switch (random.nextInt(8)) {
      case 0 -> frames.remove(at);
      case 1 -> frames.add(random.nextInt(frames.size()), frames.get(at));
      case 2 -> Collections.swap(frames, at, Math.max(0, at - 1));
      case 3 -> frames.set(at, new Captured(bytes, random.nextInt(bytes.length)));
      case 4 -> {
        // Longer than its packet, as padding makes it.
        byte[] longer = new byte[bytes.length + 4];
        System.arraycopy(bytes, 0, longer, 0, bytes.length);
        frames.set(at, new Captured(longer, longer.length));
      }
      default -> {
        int index = random.nextBoolean() ? random.nextInt(PAYLOAD) : random.nextInt(bytes.length);
        bytes[index] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        if (random.nextInt(4) > 0) {
          putIcrc(bytes);
        }
        frames.set(at, new Captured(bytes, bytes.length));
      }
    }
  }

  private static void putIcrc(byte[] bytes) {
    int end = bytes.length - Icrc.LENGTH;
    int icrc = new Icrc().compute(bytes, IP, UDP, BTH, end, true);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(end, icrc);
  }

  private static void decode(List<Captured> frames, ShortWay shortly) {
    for (int i = 0; i < frames.size(); i++) {
      shortly.decode(frame(frames.get(i), i + 1));
    }
    shortly.seen.decoder.finish();
  }

  private static Frame frame(Captured captured, long number) {
    ByteBuffer buffer = ByteBuffer.allocate(64 + captured.bytes().length);
    buffer.put(64, captured.bytes());
    Frame frame = new Frame();
    frame.set(
        buffer, 64, captured.captured(), captured.bytes().length, number, ETHERNET, 0, number);
    return frame;
  }

  private static String describe(Send send) {
    return send.side()
        + " "
        + send.lastFrame()
        + " "
        + send.packets()
        + " "
        + send.delivered()
        + " "
        + present(send.payload())
        + " "
        + send.findings();
  }

  private static String present(Rope payload) {
    StringBuilder text = new StringBuilder(payload.holes().toString());
    for (long at = 0; at < Math.min(payload.length(), 1000); at++) {
      text.append(payload.has(at, 1) ? " " + payload.byteAt(at) : "");
    }
    return text.toString();
  }

  private static List<String> describe(Recording seen) {
    List<String> said = new ArrayList<>();
    for (Recording.Connection each : seen.opened) {
      said.add(each.connection.endpoint(0) + " - " + each.connection.endpoint(1));
      said.add(each.findings + " " + each.endings);
      each.sends.forEach(send -> said.add("arrived " + describe(send)));
      each.settled.forEach(send -> said.add("settled " + describe(send)));
      for (Recording.Operation operation : each.operations) {
        said.add(operation.operation + " " + operation.fragments + " " + operation.findings);
      }
    }
    said.add(seen.findings.toString());
    IbDecoder decoder = seen.decoder;
    said.add(
        String.format(
            Locale.ROOT,
            "%d packets, %d truncated, %d malformed, %s",
            decoder.packets(),
            decoder.truncated(),
            decoder.malformed(),
            decoder.congestion().counts()));
    return said;
  }
}
