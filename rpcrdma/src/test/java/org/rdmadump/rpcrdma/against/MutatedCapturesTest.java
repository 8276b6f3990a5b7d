package org.rdmadump.rpcrdma.against;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.NotACaptureException;
import org.rdmadump.ib.Icrc;
import org.rdmadump.link.LinkType;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.RealCaptures;

/**
 * Captures with bytes and packets changed at random, by a seed: no exception, no endless loop,
 * every frame accounted for.
 */
class MutatedCapturesTest {
  /** Of each capture: half of them in the bytes of the file, half in its packets. */
  private static final int MUTATIONS = Integer.getInteger("rdmadump.mutations", 2000);

  private static final String ODD = "rocev2-odd.pcap";
  private static final int MOST_OF_ODD = 2000;

  private static final CaptureOptions LITTLE = new CaptureOptions(true, true, 2L << 20);

  /** A minute, and 20 ms for each. */
  private static final Duration PATIENCE = Duration.ofSeconds(60 + MUTATIONS / 50);

  private static final int NETWORK = 14;
  private static final int PROTOCOL = 23;
  private static final int UDP = 17;
  private static final int TRANSPORT = 34;
  private static final int BTH = 42;
  private static final int ICRC = 4;

  /** Whose folder is what its name begins with. */
  private static String below(String name) {
    return name.substring(0, name.indexOf('-')) + "/" + name;
  }

  /** What is done with one seed. */
  private interface Mutation {
    void apply(SplittableRandom random) throws IOException;
  }

  /** Each mutation has a seed of its own, which a failure names. */
  private static void each(String name, Mutation mutation) {
    AtomicInteger number = new AtomicInteger();
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          int count = name.equals(ODD) ? Math.min(MUTATIONS, MOST_OF_ODD) : MUTATIONS;
          for (; number.get() < count / 2; number.incrementAndGet()) {
            try {
              mutation.apply(new SplittableRandom(name.hashCode() + (long) number.get()));
            } catch (RuntimeException | AssertionError e) {
              throw new AssertionError("mutation " + number + " of " + name, e);
            }
          }
        },
        () -> "not done: mutation " + number + " of " + name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rocev2-nfs3-acl.pcap", "rocev2-nfs41-acl.pcap", "iwarp-nfs3-acl.pcap", ODD})
  void shouldSurviveFilesWithBytesChangedAddedAndTakenOut(String name) throws IOException {
    byte[] whole = Files.readAllBytes(RealCaptures.file(below(name)));

    each(
        name,
        random -> {
          byte[] mutated = mutate(whole, random);
          try (FrameSource source =
              CaptureFile.open(new ByteArrayInputStream(mutated), "mutated")) {
            Decoded seen = Decoded.of(source, LITTLE);
            assertThat(seen.summary().bytes()).isLessThanOrEqualTo(mutated.length);
          } catch (NotACaptureException e) {
            assertThat(e.getMessage()).isNotEmpty();
          }
        });
  }

  private static byte[] mutate(byte[] whole, SplittableRandom random) {
    byte[] bytes = whole;
    for (int times = random.nextInt(12); times >= 0; times--) {
      int at = random.nextInt(bytes.length);
      int count = Math.min(1 + random.nextInt(8), bytes.length - at);
      switch (random.nextInt(4)) {
        case 0 -> {
          bytes = bytes.clone();
          bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        case 1 -> {
          bytes = bytes.clone();
          for (int i = 0; i < count; i++) {
            bytes[at + i] = (byte) random.nextInt();
          }
        }
        case 2 -> {
          byte[] more = new byte[bytes.length + count];
          System.arraycopy(bytes, 0, more, 0, at);
          System.arraycopy(bytes, at, more, at + count, bytes.length - at);
          bytes = more;
        }
        default -> {
          byte[] less = Arrays.copyOf(bytes, bytes.length - count);
          System.arraycopy(bytes, at + count, less, at, less.length - at);
          bytes = less;
        }
      }
    }
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rocev2-nfs3-acl.pcap", "rocev2-nfs41-acl.pcap", "iwarp-nfs3-acl.pcap", ODD})
  void shouldSurvivePacketsWithOtherContentsAndRightIcrcs(String name) throws IOException {
    List<byte[]> frames = frames(below(name));

    each(
        name,
        random -> {
          List<byte[]> mutated = mutate(frames, random);
          CaptureSummary summary = Decoded.of(listed(mutated), LITTLE).summary();
          assertThat(summary.frames()).isEqualTo(mutated.size());
        });
  }

  /** The same conversation with CRCs, which are right again after each mutation. */
  @Test
  void shouldSurviveFpdusWithOtherContentsAndRightCrcs() throws IOException {
    List<byte[]> plain = frames(below("iwarp-nfs3-acl.pcap"));
    List<byte[]> frames = MpaCrcs.into(plain);
    CaptureSummary whole = Decoded.of(listed(frames), LITTLE).summary();
    CaptureSummary before = Decoded.of(listed(plain), LITTLE).summary();
    assertThat(whole.calls()).isEqualTo(before.calls()).isPositive();
    assertThat(whole.rules()).isEqualTo(before.rules());

    each(
        "iwarp-nfs3-acl with CRCs",
        random -> {
          List<byte[]> mutated = mutate(frames, random);
          CaptureSummary summary = Decoded.of(listed(mutated), LITTLE).summary();
          assertThat(summary.frames()).isEqualTo(mutated.size());
        });
  }

  private static List<byte[]> mutate(List<byte[]> frames, SplittableRandom random) {
    List<byte[]> mutated = new ArrayList<>(frames);
    for (int times = random.nextInt(20); times >= 0; times--) {
      int at = random.nextInt(mutated.size());
      byte[] frame = mutated.get(at).clone();
      switch (random.nextInt(8)) {
        case 0 -> mutated.remove(at);
        case 1 -> mutated.add(random.nextInt(mutated.size()), frame);
        case 2 -> mutated.set(at, mutated.set(random.nextInt(mutated.size()), frame));
        default -> {
          mutateContents(frame, random);
          mutated.set(at, repaired(frame));
        }
      }
    }
    return mutated;
  }

  /** Often in the headers of the transport, and those of RPC-over-RDMA behind them. */
  private static void mutateContents(byte[] frame, SplittableRandom random) {
    boolean inFpdus = MpaCrcs.isTcp(frame) && random.nextInt(4) > 0;
    int first = inFpdus ? MpaCrcs.payload(frame) : BTH;
    int span = random.nextBoolean() ? first + 38 : frame.length;
    int from = first + random.nextInt(Math.max(1, Math.min(span, frame.length) - first));
    for (int i = random.nextInt(4); i >= 0 && from + i < frame.length; i--) {
      frame[from + i] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(5));
    }
  }

  private static byte[] repaired(byte[] frame) {
    int end = frame.length - ICRC;
    if (end > BTH && frame[PROTOCOL] == UDP) {
      ByteBuffer direct = ByteBuffer.allocate(frame.length).put(0, frame);
      int icrc = new Icrc().compute(direct.array(), NETWORK, TRANSPORT, BTH, end, true);
      ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putInt(end, icrc);
    } else if (MpaCrcs.isTcp(frame)) {
      MpaCrcs.repair(frame);
    }
    return frame;
  }

  private static List<byte[]> frames(String name) {
    List<byte[]> frames = new ArrayList<>();
    for (FrameList.Copied each : FrameList.of(name)) {
      frames.add(each.bytes());
    }
    return frames;
  }

  private static FrameList listed(List<byte[]> frames) {
    List<FrameList.Copied> copies = new ArrayList<>(frames.size());
    for (byte[] each : frames) {
      copies.add(
          new FrameList.Copied(each, each.length, 0, LinkType.ETHERNET, Frame.ONLY_VIEWPOINT));
    }
    return FrameList.evenly(copies);
  }
}
