package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rdmadump.verbs.SendFlags;

/**
 * Nothing is left behind on a real device: file descriptors, what the kernel holds for this
 * process, memory. {@code -Drdmadump.lab.connections=10000 -Drdmadump.lab.failures=100000} for
 * more.
 */
@Tag("rdma")
class LeakLabTest {
  private static final int CONNECTIONS = 500;
  private static final int FAILURES = 5000;
  private static final int WARM_UP_CONNECTIONS = 200;
  private static final int WARM_UP_FAILURES = 2000;

  /** The JIT and the heap move by this much, however often. */
  private static final long SLACK_KB = 2 * 1024;

  /** And the more, the longer it takes. */
  private static final double SLACK_KB_EACH = 0.2;

  private static final long PATIENCE_SECONDS = 60;

  @Test
  void shouldLeaveNothingBehindConnections() throws Exception {
    int times = Lab.times("connections", CONNECTIONS);
    for (int i = 0; i < WARM_UP_CONNECTIONS; i++) {
      connectAndWork();
    }
    Held before = Held.now();

    for (int i = 0; i < times; i++) {
      connectAndWork();
    }

    report(times, "connections", before);
  }

  @Test
  void shouldLeaveNothingBehindFailingCalls() throws Exception {
    int times = Lab.times("failures", FAILURES);
    fail(WARM_UP_FAILURES);
    Held before = Held.now();

    fail(times);

    report(times, "failing calls", before);
  }

  private static void report(int times, String what, Held before)
      throws IOException, InterruptedException {
    Held after = Held.now();
    System.out.println(times + " " + what + ": before " + before + ", after " + after);
    assertThat(after.files()).isEqualTo(before.files());
    assertThat(after.resources()).isEqualTo(before.resources());
    assertThat(after.residentKb())
        .isLessThan(before.residentKb() + SLACK_KB + (long) (times * SLACK_KB_EACH));
  }

  private static void connectAndWork() throws Exception {
    RdmaCm cm = RdmaCm.open();
    try (cm;
        ConnectedPair pair = ConnectedPair.over(cm, Lab.address(0))) {
      MemoryRegion here = pair.client.registerMessages(ByteBuffer.allocateDirect(100));
      MemoryRegion there = pair.server.registerMessages(ByteBuffer.allocateDirect(100));
      pair.serverQueues.postReceive(1, there, 0, 100);
      pair.serverQueues.postReceive(2, there, 0, 100);
      pair.clientQueues.postSend(3, here, 0, 100, SendFlags.SIGNALED);
      assertThat(pair.serverQueues.awaitReceives(new WorkCompletions(1), 20_000)).isOne();
    }
    assertThat(cm.closingFailures()).isEmpty();
  }

  /** A call fails in each of the ways that the device has, after as much set-up as it takes. */
  private static void fail(int times) throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (RdmaCm cm = RdmaCm.open()) {
      RdmaCmId listener = cm.createId(PortSpace.TCP);
      listener.bindAddress(Lab.address(0));
      listener.listen(8);
      Future<?> rejects = threads.submit(() -> rejectAll(listener));
      InetSocketAddress nobody = Lab.address(1);
      InetSocketAddress noDevice = new InetSocketAddress("203.0.113.1", 1);
      InetSocketAddress busy = Lab.address(listener.sourcePort());
      List<Failure> failures =
          List.of(
              id -> id.bindAddress(noDevice),
              id -> id.bindAddress(busy),
              id -> id.resolveRoute(1),
              id -> id.connect(ConnectionParameters.DEFAULT),
              id -> id.disconnect(),
              id -> {
                id.resolveAddress(nobody, Lab.MILLIS);
                id.createQueuePair(
                    QueuePairAttributes.reliable(QueuePairCapabilities.of(1 << 30, 1)));
              },
              id -> {
                id.resolveAddress(nobody, Lab.MILLIS);
                id.register(ByteBuffer.allocateDirect(10), -1);
              },
              id -> {
                id.resolveAddress(nobody, Lab.MILLIS);
                id.createQueuePair(ConnectedPair.ATTRIBUTES);
                id.accept();
              },
              id -> {
                id.resolveAddress(nobody, Lab.MILLIS);
                id.resolveRoute(Lab.MILLIS);
                id.createQueuePair(ConnectedPair.ATTRIBUTES);
                MemoryRegion region = id.registerMessages(ByteBuffer.allocateDirect(10));
                id.queuePair().orElseThrow().postReceive(1, region, 0, 10);
                id.connect(ConnectionParameters.DEFAULT);
              },
              id -> {
                id.resolveAddress(busy, Lab.MILLIS);
                id.resolveRoute(Lab.MILLIS);
                id.createQueuePair(ConnectedPair.ATTRIBUTES);
                id.connect(ConnectionParameters.DEFAULT);
              });
      for (int i = 0; i < times; i++) {
        try (RdmaCmId id = cm.createId(PortSpace.TCP)) {
          failures.get(i % failures.size()).of(id);
          throw new AssertionError("number " + i % failures.size() + " did not fail");
        } catch (RdmaException expected) {
          assertThat(expected.errno()).isPositive();
        }
      }
      listener.close();
      rejects.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(cm.closingFailures()).isEmpty();
    } finally {
      threads.shutdownNow();
    }
  }

  private interface Failure {
    void of(RdmaCmId id) throws Exception;
  }

  private static Optional<String> rejectAll(RdmaCmId listener) {
    while (!listener.isClosed()) {
      try (RdmaCmId request = listener.getRequest()) {
        request.reject(new byte[0]);
      } catch (IOException | InterruptedException | IllegalStateException e) {
        // The listener was closed, or who asked was gone before the answer.
      }
    }
    return Optional.empty();
  }

  /**
   * What a process holds.
   *
   * @param files open file descriptors
   * @param resources of RDMA in the kernel, by kind
   * @param residentKb memory
   */
  private record Held(int files, Map<String, Long> resources, long residentKb) {
    private static final int PATIENCE = 50;
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The kernel gives connections back a little later. */
    static Held now() throws IOException, InterruptedException {
      Held last = look();
      for (int i = 0; i < PATIENCE; i++) {
        System.gc();
        Thread.sleep(100);
        Held next = look();
        if (next.files == last.files && next.resources.equals(last.resources) && i > 5) {
          return next;
        }
        last = next;
      }
      return last;
    }

    private static Held look() throws IOException, InterruptedException {
      int files;
      try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
        files = (int) all.count();
      }
      return new Held(files, countResources(), countResidentKb());
    }

    private static Map<String, Long> countResources() throws IOException, InterruptedException {
      Process rdma =
          new ProcessBuilder("rdma", "resource", "show", Lab.device())
              .redirectErrorStream(true)
              .start();
      String text = new String(rdma.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(rdma.waitFor()).as(text).isZero();
      Map<String, Long> found = new TreeMap<>();
      List<String> words = BLANKS.splitAsStream(text.trim()).toList();
      for (int i = 2; i + 1 < words.size(); i += 2) {
        found.put(words.get(i), Long.valueOf(words.get(i + 1)));
      }
      assertThat(found).as(text).containsKeys("qp", "cm_id", "mr", "pd", "cq");
      return found;
    }

    private static long countResidentKb() throws IOException {
      try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
        return lines
            .filter(line -> line.startsWith("VmRSS:"))
            .map(line -> line.replaceAll("\\D", ""))
            .mapToLong(Long::parseLong)
            .findFirst()
            .orElseThrow();
      }
    }
  }
}
