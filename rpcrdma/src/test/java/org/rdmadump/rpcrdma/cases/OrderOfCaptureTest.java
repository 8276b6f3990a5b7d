package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * Real captures in another order than that of sending, as several queues of an adapter and merged
 * files give them, and such that begin in the middle: the order of capture makes no error of a
 * peer, and no other message.
 */
class OrderOfCaptureTest {
  private static final int ETHERNET = 1;
  private static final int IPV4 = 0x0800;
  private static final int[] BLOCKS = {Integer.MAX_VALUE, 64, 16};

  /** Frames before the blocks: none, and some that set the connection up. */
  private static final int[] IN_ORDER = {0, 4};

  /** What a run told. */
  private record Told(Map<String, Integer> errors, TreeSet<String> hashes) {
    static Told of(List<Copied> frames) {
      Told told = new Told(new TreeMap<>(), new TreeSet<>());
      MessageListener listener =
          new MessageListener() {
            @Override
            public void message(RpcMessage message) {
              message.findings().forEach(told::take);
              message.rpc().flatMap(rpc -> rpc.sha256()).ifPresent(told.hashes::add);
            }

            @Override
            public void exchange(RpcExchange exchange) {
              exchange.findings().forEach(told::take);
            }

            @Override
            public void finding(Finding finding, OptionalInt connection) {
              told.take(finding);
            }
          };
      CaptureDecoder capture =
          new CaptureDecoder(new FrameList(frames), Decoded.EVERYTHING, listener);
      boolean more = true;
      while (more) {
        try {
          more = capture.decodeNext();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      capture.finish();
      return told;
    }

    private void take(Finding finding) {
      if (finding.rule().severity() == Severity.ERROR) {
        errors.merge(finding.rule().name(), 1, Integer::sum);
      }
    }

    /** The errors that the capture as it was sent does not have. */
    Map<String, Integer> moreThan(Told original) {
      Map<String, Integer> more = new TreeMap<>();
      errors.forEach(
          (rule, count) -> {
            if (count > original.errors.getOrDefault(rule, 0)) {
              more.put(rule, count - original.errors.getOrDefault(rule, 0));
            }
          });
      return more;
    }
  }

  private static List<Copied> ethernet(String name) {
    List<Copied> frames = FrameList.of(name + ".pcap");
    assertThat(frames).extracting(Copied::linkType).containsOnly(ETHERNET);
    return frames;
  }

  /** The source address of a frame, as text. */
  private static String source(Copied frame) {
    byte[] bytes = frame.bytes();
    int type = (bytes[12] & 0xff) << 8 | (bytes[13] & 0xff);
    return Arrays.toString(
        type == IPV4 ? Arrays.copyOfRange(bytes, 26, 30) : Arrays.copyOfRange(bytes, 22, 38));
  }

  /** The frames of each of two directions in blocks of so many, each block when it is full. */
  private static List<Copied> blocks(List<Copied> frames, int size, boolean firstSide) {
    String one = source(frames.get(frames.size() - 1));
    List<List<Copied>> queues = List.of(new ArrayList<>(), new ArrayList<>());
    List<Copied> blocks = new ArrayList<>(frames.size());
    for (Copied each : frames) {
      List<Copied> queue = queues.get(source(each).equals(one) == firstSide ? 0 : 1);
      queue.add(each);
      if (queue.size() == size) {
        blocks.addAll(queue);
        queue.clear();
      }
    }
    queues.forEach(blocks::addAll);
    return blocks;
  }

  /** Frames with the times that others had in their places. */
  private static List<Copied> inTime(List<Copied> frames, List<Copied> original) {
    List<Copied> timed = new ArrayList<>(frames.size());
    for (Copied each : frames) {
      timed.add(each.at(original.get(timed.size()).nanos()));
    }
    return timed;
  }

  private static void shouldAccuseNobody(String what, Told original, List<Copied> frames) {
    Told told = Told.of(frames);
    assertThat(told.moreThan(original)).as(what).isEmpty();
    assertThat(original.hashes).as(what).containsAll(told.hashes);
  }

  private static void rearranged(String name, UnaryOperator<List<Copied>> times, boolean lose) {
    List<Copied> frames = ethernet(name);
    Told original = Told.of(frames);
    for (int inOrder : IN_ORDER) {
      for (int size : BLOCKS) {
        for (boolean firstSide : new boolean[] {true, false}) {
          List<Copied> all = new ArrayList<>(lose ? List.of() : frames.subList(0, inOrder));
          all.addAll(blocks(frames.subList(inOrder, frames.size()), size, firstSide));
          String what = name + ", " + inOrder + " before blocks of " + size + ", " + firstSide;
          shouldAccuseNobody(what, original, times.apply(all));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iwarp/iwarp-nfs3-acl",
        "iwarp/iwarp-nfs3-dropped-late",
        "iwarp/iwarp-nfs41-delegation",
        "iwarp/iwarp-nfs41-p2p",
        "iwarp/iwarp-nfs41-snap128",
        "rocev2/rocev2-nfs41-direct",
        "rocev2/rocev2-nfs41-reorder",
        "rocev2/rocev2-nfs41-snap128",
        "rocev2/rocev2-nfs42-xattr",
        "rocev2/rocev2-odd"
      })
  @DisplayName("blocks of frames per direction accuse nobody, and give no other message")
  void shouldAccuseNobodyInBlocksPerDirection(String name) {
    List<Copied> frames = ethernet(name);
    rearranged(name, all -> inTime(all, frames), false);
    rearranged(name, all -> all, true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iwarp/iwarp-nfs3-acl",
        "iwarp/iwarp-nfs41-crc",
        "iwarp/iwarp-nfs41-midstream",
        "iwarp/iwarp-nfs41-reorder",
        "rocev2/rocev2-nfs41-reorder"
      })
  @DisplayName("a capture that begins anywhere accuses nobody, and gives no other message")
  void shouldAccuseNobodyFromAnyFrameOn(String name) {
    List<Copied> frames = ethernet(name);
    Told original = Told.of(frames);
    for (int first = 1; first < Math.min(40, frames.size() - 20); first++) {
      shouldAccuseNobody(name + " from " + first, original, frames.subList(first, frames.size()));
    }
  }
}
