package org.rdmadump.rpcrdma.against;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;

/**
 * Real captures of iWARP whose frames lie in another order, as if several queues or devices had
 * captured them: the messages are the same.
 */
class DelayedFramesTest {
  private static final int TRIALS = 12;

  /** Positions by which a frame is late at most. */
  private static final int[] LONGEST = {1, 3, 10, 40};

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iwarp-nfs3-acl.pcap",
        "iwarp-nfs3-refused-acl.pcap",
        "iwarp-nfs41-crc.pcap",
        "iwarp-nfs41-delegation.pcap",
        "iwarp-nfs41-ipv6.pcap",
        "iwarp-nfs41-large-gso.pcap",
        "iwarp-nfs41-p2p.pcap",
        "iwarp-nfs41-snap128.pcap"
      })
  void shouldTellTheSameMessages(String name) {
    List<FrameList.Copied> frames = FrameList.of("iwarp/" + name);
    List<String> whole = messages(frames);
    assertThat(whole).isNotEmpty();
    for (int trial = 0; trial < TRIALS; trial++) {
      for (int longest : LONGEST) {
        SplittableRandom random = new SplittableRandom(trial);

        List<String> delayed = messages(delay(frames, random, longest));

        List<String> lacking = new ArrayList<>(whole);
        delayed.forEach(lacking::remove);
        assertThat(lacking).as("trial %d, late by up to %d", trial, longest).isEmpty();
        assertThat(delayed).hasSameSizeAs(whole);
      }
    }
  }

  private static List<FrameList.Copied> delay(
      List<FrameList.Copied> frames, SplittableRandom random, int longest) {
    record Placed(long at, FrameList.Copied frame) {}
    List<Placed> placed = new ArrayList<>();
    for (int i = 0; i < frames.size(); i++) {
      int late = random.nextInt(4) == 0 ? 1 + random.nextInt(longest) : 0;
      placed.add(new Placed(2L * (i + late) + Math.min(late, 1), frames.get(i)));
    }
    placed.sort(Comparator.comparingLong(Placed::at));
    return placed.stream().map(Placed::frame).toList();
  }

  /** Each message as a line: what it is, how long, and what of it is there. */
  private static List<String> messages(List<FrameList.Copied> frames) {
    List<String> lines = new ArrayList<>();
    for (RpcMessage message : Decoded.of(FrameList.evenly(frames), Decoded.EVERYTHING).messages()) {
      lines.add(line(message));
    }
    return lines;
  }

  private static String line(RpcMessage message) {
    StringBuilder line = new StringBuilder();
    line.append(message.source()).append(' ').append(message.header());
    if (message.rpc().isPresent()) {
      RpcSummary rpc = message.rpc().get();
      line.append(rpc.call() ? " call " : " reply ").append(rpc.length()).append(' ');
      // Which of two calls on different connections repeats the other goes by order.
      line.append(rpc.complete());
      for (MissingRange range : rpc.missing()) {
        line.append(' ').append(range);
      }
      line.append(' ').append(rpc.sha256());
    }
    return line.toString();
  }
}
