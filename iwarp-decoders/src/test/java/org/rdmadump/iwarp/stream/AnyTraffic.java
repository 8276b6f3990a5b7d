package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.IwarpEnd;
import org.rdmadump.iwarp.build.TcpCapture;
import org.rdmadump.rdma.RdmaConnection;

/**
 * Sends, Writes and Reads of both sides in any order, by a seed, and what is to be told of them.
 */
final class AnyTraffic {
  private static final int[] SENDS = {
    DdpSegments.SEND,
    DdpSegments.SEND_INVALIDATE,
    DdpSegments.SEND_SE,
    DdpSegments.SEND_SE_INVALIDATE
  };

  final IwarpConversation wire;
  private final SplittableRandom random;
  private final List<List<String>> sends = List.of(new ArrayList<>(), new ArrayList<>());
  private final List<String> memory = new ArrayList<>();
  private int handle = 0x10;

  private AnyTraffic(IwarpConversation wire, SplittableRandom random) {
    this.wire = wire;
    this.random = random;
  }

  /** Traffic behind whatever {@code wire} has begun with. */
  static AnyTraffic on(IwarpConversation wire, SplittableRandom random) {
    return new AnyTraffic(wire, random);
  }

  /** Adds so many messages of at most so many bytes. */
  AnyTraffic messages(int count, int longest) {
    for (int i = 0; i < count; i++) {
      boolean client = random.nextBoolean();
      IwarpEnd end = client ? wire.client() : wire.server();
      int side = client ? RdmaConnection.FIRST : RdmaConnection.SECOND;
      byte[] data = new byte[1 + random.nextInt(longest)];
      random.nextBytes(data);
      String name = Told.name(data);
      long offset = random.nextInt(1 << 20);
      switch (random.nextInt(4)) {
        case 0 -> {
          end.write(handle, offset, data);
          memory.add(String.format(Locale.ROOT, "0 WRITE %08x @%x %s", handle++, offset, name));
        }
        case 1 -> {
          end.read(handle, offset, data);
          memory.add(String.format(Locale.ROOT, "0 READ %08x @%x %s", handle++, offset, name));
        }
        default -> {
          int opcode = SENDS[random.nextInt(SENDS.length)];
          boolean invalidates =
              opcode == DdpSegments.SEND_INVALIDATE || opcode == DdpSegments.SEND_SE_INVALIDATE;
          end.send(opcode, invalidates ? handle : 0, data);
          sends.get(side).add(name);
        }
      }
    }
    return this;
  }

  TcpCapture capture() {
    return wire.capture();
  }

  /** Asserts that all of it was told, each once and in order. */
  void isAll(Told told, String trial) {
    assertThat(told.sendsOf(RdmaConnection.FIRST)).as(trial).isEqualTo(sends.get(0));
    assertThat(told.sendsOf(RdmaConnection.SECOND)).as(trial).isEqualTo(sends.get(1));
    assertThat(told.memory()).as(trial).containsExactlyInAnyOrderElementsOf(memory);
  }

  /** {@return messages that were not told as they were sent} */
  int lacking(Told told) {
    List<String> lacking = new ArrayList<>(memory);
    lacking.removeAll(told.memory());
    int count = lacking.size();
    for (int side = 0; side < sends.size(); side++) {
      List<String> untold = new ArrayList<>(sends.get(side));
      untold.removeAll(told.sendsOf(side));
      count += untold.size();
    }
    return count;
  }

  /**
   * Asserts that Sends were told, each once and in order.
   *
   * @param first Sends of each side that the test added before, which may be told or not
   * @param most of the first messages behind those that need not be told
   */
  void isAllBut(Told told, int most, String trial, int first) {
    for (int side = 0; side < 2; side++) {
      List<String> all = sends.get(side);
      List<String> seen = new ArrayList<>(told.sendsOf(side));
      for (int i = 0; i < first && seen.size() > all.size() - most; i++) {
        if (!all.contains(seen.get(0))) {
          seen.remove(0);
        }
      }
      assertThat(all.size() - seen.size()).as(trial).isBetween(0, most);
      assertThat(seen).as(trial).isEqualTo(all.subList(all.size() - seen.size(), all.size()));
    }
  }
}
