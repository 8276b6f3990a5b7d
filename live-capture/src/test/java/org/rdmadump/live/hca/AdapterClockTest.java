package org.rdmadump.live.hca;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of packets: the adapter's, turned into the time of day, where it can be trusted. */
class AdapterClockTest {
  private static final String PCAP = "pcap " + Packets.CAPTURE;

  /** How old a packet's stamp is when it is delivered. */
  private static final long AGE = 700_000_000L;

  private static final long MILLISECOND = 1_000_000L;
  private static final long PAUSE_MILLIS = 100;

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

  /** Takes packets for a while; how old the time of the last is by the system's. */
  private long ageOfAPacket(boolean fromAdapter, long waitMillis, String... settings)
      throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, settings).use();
    long age;
    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT.withSlots(1))) {
      // There is one slot: a packet is stamped when the one before was given back.
      Packets packets = new Packets();
      sniffer.take(packets, 0);
      for (long waited = 0; waited < waitMillis; waited += PAUSE_MILLIS) {
        Thread.sleep(PAUSE_MILLIS);
        sniffer.take(packets, 0);
      }
      sniffer.take(packets, 0);
      long now = now();
      age = now - packets.times().get(packets.times().size() - 1);
      assertThat(sniffer.isAdapterClock()).isEqualTo(fromAdapter);
    }
    verbs.shouldBeLeftClean();
    return age;
  }

  private static long now() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  @ParameterizedTest
  @CsvSource({
    // kHz, bits, ppm, reading at 1970
    "1000000, 64, 0, 0",
    "156250, 64, 0, 77",
    "156250, 48, 0, 0",
    // Wraps every 27 s.
    "156250, 32, 0, 4000000000",
    "1000000, 64, 100, 0",
    "1000000, 64, -100, 0"
  })
  void shouldTellWhenThePacketArrived(long khz, int bits, int ppm, long offset) throws Exception {
    String clock = "clock " + khz + " " + bits + " " + ppm + " " + AGE + " " + offset;

    long age = ageOfAPacket(true, 1200, PCAP, clock);

    assertThat(age).isBetween(AGE - 2 * MILLISECOND, AGE + 500 * MILLISECOND);
  }

  @Test
  void shouldTellWhenThePacketArrivedBeyondHalfATurnOfTheClock() throws Exception {
    // A turn is 4.3 s.
    long age = ageOfAPacket(true, 3400, PCAP, "clock 1000000 32 0 " + AGE + " 0");

    assertThat(age).isBetween(AGE - 2 * MILLISECOND, AGE + 500 * MILLISECOND);
  }

  @ParameterizedTest
  @CsvSource({
    // Runs 10 % fast.
    "clock 1000000 64 100000 0 0, most 9",
    "clock 1000000 64 0 0 0, fail query_rt_values 1 95",
    "most 9, most 9"
  })
  void shouldTellTheSystemsTimeWhereTheAdaptersCannotBeTrusted(String first, String second)
      throws Exception {
    long age = ageOfAPacket(false, 0, PCAP, first, second);

    assertThat(age).isBetween(0L, 500 * MILLISECOND);
  }

  @Test
  void shouldNotBelieveAStampOfTheFuture() throws Exception {
    long age = ageOfAPacket(true, 0, PCAP, "clock 1000000 64 0 -5000000000 0");

    assertThat(age).isBetween(0L, 500 * MILLISECOND);
  }

  @Test
  void shouldNotBelieveAStampFromBeforeTheCapture() throws Exception {
    long age = ageOfAPacket(true, 0, PCAP, "clock 1000000 64 0 5000000000 0");

    assertThat(age).isBetween(0L, 500 * MILLISECOND);
  }

  @Test
  void shouldTellPacketsOfABatchApart() throws Exception {
    FakeVerbs.in(folder, PCAP, "clock 1000000 64 0 0 0").use();
    Packets packets = new Packets();
    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      sniffer.take(packets, 1000);
    }

    List<Long> times = packets.times();
    assertThat(times).isSorted().hasSizeGreaterThan(100);
    assertThat(Collections.max(times)).isGreaterThan(Collections.min(times));
  }
}
