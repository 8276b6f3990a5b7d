package org.rdmadump.live.hca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.live.PacketSink;

/** Closing at any time, from any thread; and what a packet costs. */
@Timeout(60)
class SnifferThreadsTest {
  private static final String PCAP = "pcap " + Packets.CAPTURE;
  private static final int LONG_MILLIS = 50_000;
  private static final int MILLION = 1_000_000;

  @TempDir Path folder;
  @TempDir Path sysfs;

  @BeforeEach
  void need() {
    FakeVerbs.needs();
  }

  @AfterEach
  void forget() {
    FakeVerbs.forget();
  }

  private HcaSniffer open(boolean busyPoll) throws Exception {
    return HcaSniffer.open(
        TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT.withBusyPoll(busyPoll));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldEndAWaitWhenItIsClosedByAnotherThread(boolean busyPoll) throws Exception {
    shouldEndAWait(FakeVerbs.in(folder).use(), busyPoll, 20);
  }

  @Test
  void shouldEndAWaitForABetterTimeToMakeTheQueuesAnew() throws Exception {
    long start = System.nanoTime();

    // The wait in which it is closed is from 0.6 s to 1.3 s.
    shouldEndAWait(FakeVerbs.in(folder, PCAP, "sick 1000000").use(), false, 700);

    assertThat(System.nanoTime() - start).isLessThan(1_200_000_000L);
  }

  private void shouldEndAWait(FakeVerbs verbs, boolean busyPoll, long millis) throws Exception {
    HcaSniffer sniffer = open(busyPoll);
    CountDownLatch waiting = new CountDownLatch(1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicLong count = new AtomicLong(-1);
    Thread taker =
        new Thread(
            () -> {
              try {
                waiting.countDown();
                count.set(sniffer.take(new Packets(), LONG_MILLIS));
              } catch (Exception e) {
                thrown.set(e);
              }
            });
    taker.start();
    waiting.await();
    TimeUnit.MILLISECONDS.sleep(millis);

    sniffer.close();
    taker.join();

    assertThat(thrown.get()).isNull();
    assertThat(count).hasValue(0);
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldSurviveAnyMomentOfClosing() throws Exception {
    for (int i = 0; i < 60; i++) {
      Path own = Files.createDirectory(folder.resolve("run" + i));
      FakeVerbs verbs = FakeVerbs.in(own, PCAP, "repeat 1000000").use();
      HcaSniffer sniffer = open(i % 2 == 0);
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread taker =
          new Thread(
              () -> {
                try {
                  while (true) {
                    sniffer.take((bytes, offset, captured, original, time) -> {}, LONG_MILLIS);
                  }
                } catch (Exception e) {
                  thrown.set(e);
                }
              });
      Thread closer = new Thread(sniffer::close);
      taker.start();
      TimeUnit.MICROSECONDS.sleep(i * 50L);
      closer.start();
      sniffer.close();
      closer.join();
      taker.join();

      assertThat(thrown.get())
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("mlx5_0/1 is closed");
      verbs.shouldBeLeftClean();
    }
  }

  @Test
  void shouldEndTheBatchWhenItIsClosedByItsSink() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP).use();
    HcaSniffer sniffer = open(false);

    int count =
        sniffer.take((bytes, offset, captured, original, time) -> sniffer.close(), LONG_MILLIS);

    assertThat(count).isEqualTo(1);
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldNotBeTakenFromByItsSink() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP).use();
    try (HcaSniffer sniffer = open(false)) {
      PacketSink taking =
          (bytes, offset, captured, original, time) ->
              assertThatThrownBy(() -> sniffer.take(new Packets(), 0))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessage("mlx5_0/1 is handing packets over");

      assertThat(sniffer.take(taking, LONG_MILLIS)).isPositive();
    }
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldGiveSlotsBackWhenASinkThrows() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP).use();
    try (HcaSniffer sniffer = open(false)) {
      assertThatThrownBy(
              () ->
                  sniffer.take(
                      (bytes, offset, captured, original, time) -> {
                        throw new UnsupportedOperationException("full");
                      },
                      LONG_MILLIS))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThat(sniffer.take(new Packets(), LONG_MILLIS)).isPositive();
    }
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldRefuseToBeUsedOnceItIsClosed() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder).use();
    HcaSniffer sniffer = open(false);
    sniffer.close();

    assertThatThrownBy(() -> sniffer.take(new Packets(), 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("mlx5_0/1 is closed");
    assertThatThrownBy(sniffer::counters).isInstanceOf(IllegalStateException.class);
    assertThatCode(sniffer::close).doesNotThrowAnyException();
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldAllocateNothingForAPacket() throws Exception {
    FakeVerbs.in(folder, PCAP, "repeat 1000000", "length 128").use();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    long[] packets = new long[1];
    try (HcaSniffer sniffer = open(false)) {
      // What is allocated once is allocated now.
      take(sniffer, packets, MILLION / 10);
      long before = threads.getThreadAllocatedBytes(id);

      take(sniffer, packets, MILLION);

      assertThat(threads.getThreadAllocatedBytes(id) - before)
          .as("bytes of a million packets")
          .isLessThan(1024);
    }
    assertThat(packets[0]).isGreaterThan(MILLION);
  }

  private static void take(HcaSniffer sniffer, long[] packets, int more) throws Exception {
    PacketSink counting = (bytes, offset, captured, original, time) -> packets[0]++;
    long end = packets[0] + more;
    while (packets[0] < end) {
      sniffer.take(counting, LONG_MILLIS);
    }
  }
}
