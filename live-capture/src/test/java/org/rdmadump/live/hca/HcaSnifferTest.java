package org.rdmadump.live.hca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.RdmaDevices;
import org.rdmadump.live.DropCounters;

/** Packets of an adapter that plays a shipped capture, and what it can do to them. */
class HcaSnifferTest {
  private static final String PCAP = "pcap " + Packets.CAPTURE;
  private static final int PATIENCE_MILLIS = 50;

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

  /** Takes packets until none comes for a while. */
  private static Packets takeAll(HcaSniffer sniffer) throws IOException {
    Packets packets = new Packets();
    while (sniffer.take(packets, PATIENCE_MILLIS) > 0) {}
    return packets;
  }

  private static List<Packets.Kept> without(List<Packets.Kept> packets, int number) {
    List<Packets.Kept> others = new ArrayList<>(packets);
    others.remove(number - 1);
    return others;
  }

  @ParameterizedTest
  @CsvSource({
    "4096, false, true",
    "4096, true, true",
    "3, false, true",
    "1, true, false",
    "4096, false, false"
  })
  void shouldHandOverThePacketsOfTheFile(int slots, boolean busy, boolean adapterClock)
      throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "clock 1000000 64 0 0 0").use();
    SnifferOptions options =
        SnifferOptions.DEFAULT.withSlots(slots).withBusyPoll(busy).withAdapterClock(adapterClock);

    Packets packets;
    try (HcaSniffer sniffer = HcaSniffer.open(TestPorts.infiniband(sysfs), options)) {
      packets = takeAll(sniffer);

      assertThat(sniffer.slots()).isEqualTo(slots);
      assertThat(sniffer.isAdapterClock()).isEqualTo(adapterClock);
      assertThat(sniffer.gaps()).isZero();
    }

    assertThat(packets.kept()).isEqualTo(Packets.of(Packets.CAPTURE)).hasSizeGreaterThan(100);
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldBeInfinibandWithRoomForItsHeaders() throws Exception {
    FakeVerbs.in(folder, "mtu 2048").use();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      assertThat(sniffer.name()).isEqualTo("mlx5_0/1");
      assertThat(sniffer.linkType()).isEqualTo(247);
      assertThat(sniffer.snapLength()).isEqualTo(2048 + 128);
    }
  }

  @Test
  void shouldBeEthernetWithRoomForThePacketsOfTheNetDevice() throws Exception {
    FakeVerbs.in(folder, "link ethernet", "mtu 1024").use();

    try (HcaSniffer sniffer = HcaSniffer.open(TestPorts.ethernet(sysfs), SnifferOptions.DEFAULT)) {
      assertThat(sniffer.linkType()).isEqualTo(1);
      assertThat(sniffer.snapLength()).isBetween(9000 + 14 + 2 * 4 + 4, 9000 + 200);
    }
  }

  @Test
  void shouldHaveSlotsByTheSpeedOfTheLink() throws Exception {
    FakeVerbs.in(folder, PCAP).use();
    EndPort port = TestPorts.infiniband(sysfs);
    TestPorts.file(sysfs, "class/infiniband/mlx5_0/ports/1/rate", "25 Gb/sec (1X EDR)\n");

    try (HcaSniffer sniffer =
        HcaSniffer.open(port, SnifferOptions.DEFAULT.withPacketLength(1600))) {
      assertThat(sniffer.rate()).hasValue("25 Gb/sec (1X EDR)");
      assertThat(sniffer.slots()).isEqualTo(7812);
      assertThat(sniffer.isShortOfMemory()).isFalse();
      assertThat(takeAll(sniffer).kept()).isNotEmpty();
    }
    try (HcaSniffer sniffer =
        HcaSniffer.open(port, SnifferOptions.DEFAULT.withPacketLength(1600).withSlots(64))) {
      assertThat(sniffer.slots()).isEqualTo(64);
    }
  }

  /**
   * As with {@code ulimit -l}: 4096 slots of 1600 bytes fit into what may be locked, 7812 do not.
   */
  @ParameterizedTest
  @ValueSource(ints = {11, 12})
  void shouldHaveTheLeastSlotsWhereMoreMayNotBeLocked(int error) throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "fail reg_mr 1 " + error).use();
    EndPort port = TestPorts.infiniband(sysfs);
    TestPorts.file(sysfs, "class/infiniband/mlx5_0/ports/1/rate", "25 Gb/sec (1X EDR)\n");

    try (HcaSniffer sniffer =
        HcaSniffer.open(port, SnifferOptions.DEFAULT.withPacketLength(1600))) {
      assertThat(sniffer.slots()).isEqualTo(4096);
      assertThat(sniffer.isShortOfMemory()).isTrue();
      assertThat(takeAll(sniffer).kept()).isNotEmpty();
    }
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldNotHaveFewerSlotsThanWereAskedFor() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "fail reg_mr 1 12").use();
    SnifferOptions options = SnifferOptions.DEFAULT.withPacketLength(1600).withSlots(5000);

    assertThatThrownBy(() -> HcaSniffer.open(TestPorts.infiniband(sysfs), options))
        .isInstanceOf(SnifferException.class)
        .hasMessageContaining("may not be locked (ulimit -l)");
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldKeepToTheSlotsThatTheDeviceHas() throws Exception {
    FakeVerbs.in(folder, "most 100").use();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      assertThat(sniffer.slots()).isEqualTo(100);
    }
  }

  @Test
  void shouldTakeADeviceThatHasNoExtendedCalls() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "fail create_cq_ex 1 95").use();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      assertThat(takeAll(sniffer).kept()).isEqualTo(Packets.of(Packets.CAPTURE));
      assertThat(sniffer.isAdapterClock()).isFalse();
    }
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldCountPacketsForWhichNoSlotWasFree() throws Exception {
    EndPort port = TestPorts.infiniband(sysfs);
    Path counter = TestPorts.counter(sysfs);
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "burst 100", "counter " + counter).use();
    long all = Packets.of(Packets.CAPTURE).size();

    try (HcaSniffer sniffer = HcaSniffer.open(port, SnifferOptions.DEFAULT.withSlots(16))) {
      long taken = takeAll(sniffer).kept().size();
      DropCounters counters = sniffer.counters();

      assertThat(taken).isLessThan(all);
      assertThat(counters.dropped()).hasValue(all - taken);
      assertThat(counters.received()).hasValue(all);
      assertThat(counters.droppedByInterface()).isEmpty();
    }
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldNotKnowWhatIsDroppedWhereNothingCountsIt() throws Exception {
    FakeVerbs.in(folder, PCAP, "burst 100").use();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT.withSlots(16))) {
      takeAll(sniffer);

      assertThat(sniffer.counters()).isEqualTo(DropCounters.UNKNOWN);
    }
  }

  @Test
  void shouldGoOnBehindAReceiveThatFailed() throws Exception {
    EndPort port = TestPorts.infiniband(sysfs);
    TestPorts.counter(sysfs);
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "bad 10 4").use();

    try (HcaSniffer sniffer = HcaSniffer.open(port, SnifferOptions.DEFAULT.withSlots(4))) {
      assertThat(takeAll(sniffer).kept()).isEqualTo(without(Packets.of(Packets.CAPTURE), 10));
      assertThat(sniffer.counters().dropped()).hasValue(1);
      assertThat(sniffer.gaps()).isZero();
    }
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldCountPacketsThatAreTooLongForASlot() throws Exception {
    FakeVerbs.in(folder, PCAP).use();
    List<Packets.Kept> all = Packets.of(Packets.CAPTURE);
    List<Packets.Kept> shorter = all.stream().filter(each -> each.original() <= 128).toList();

    try (HcaSniffer sniffer =
        HcaSniffer.open(
            TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT.withPacketLength(128))) {
      assertThat(takeAll(sniffer).kept()).isEqualTo(shorter).hasSizeLessThan(all.size());
      assertThat(sniffer.tooLong()).isEqualTo(all.size() - shorter.size());
    }
  }

  @ParameterizedTest
  @CsvSource({"clock 1000000 64 0 0 0", "old-fashioned"})
  void shouldMakeTheQueuesAnewWhenTheQueuePairFailed(String clock) throws Exception {
    EndPort port = TestPorts.infiniband(sysfs);
    TestPorts.counter(sysfs);
    String setting = clock.startsWith("clock") ? clock : "most 64";
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "fatal-bad 10", setting).use();

    try (HcaSniffer sniffer = HcaSniffer.open(port, SnifferOptions.DEFAULT.withSlots(4))) {
      assertThat(takeAll(sniffer).kept()).isEqualTo(without(Packets.of(Packets.CAPTURE), 10));
      assertThat(sniffer.gaps()).isEqualTo(1);
      assertThat(sniffer.counters())
          .as("nobody counted in the gap")
          .isEqualTo(DropCounters.UNKNOWN);
    }
    verbs.shouldBeLeftClean();
  }

  @ParameterizedTest
  @CsvSource({"clock 1000000 64 0 0 0", "most 512"})
  void shouldHandOverWhatWasCompleteBeforeTheQueuePairFailed(String setting) throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "repeat 4", "fatal-event 400", setting).use();
    List<Packets.Kept> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.addAll(Packets.of(Packets.CAPTURE));
    }
    Packets packets = new Packets();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT.withSlots(512))) {
      sniffer.take(packets, 0);
      // So long that the event is looked for before the other packets are.
      Thread.sleep(20);
      while (sniffer.take(packets, PATIENCE_MILLIS) > 0) {}

      assertThat(sniffer.gaps()).isEqualTo(1);
    }

    assertThat(all).hasSizeGreaterThan(512);
    assertThat(packets.kept()).isEqualTo(all);
    verbs.shouldBeLeftClean();
  }

  @ParameterizedTest
  @CsvSource({"clock 1000000 64 0 0 0, fail start_poll 3 5", "most 64, fail poll_cq 3 5"})
  void shouldHandOverWhatComesWhileTheQueuesAreTakenDown(String setting, String fault)
      throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "late 3", setting, fault).use();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT.withSlots(8))) {
      assertThat(takeAll(sniffer).kept()).isEqualTo(Packets.of(Packets.CAPTURE));
      assertThat(sniffer.gaps()).isEqualTo(1);
    }
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldOutlastADeviceThatFailsForAWhile() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "sick 100").use();
    Packets packets = new Packets();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      sniffer.take(packets, 10_000);
      while (sniffer.take(packets, PATIENCE_MILLIS) > 0) {}

      assertThat(sniffer.gaps()).isBetween(2, 8);
    }
    assertThat(packets.kept()).isEqualTo(Packets.of(Packets.CAPTURE));
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldGiveUpADeviceThatFailsForLong() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "sick 1000000").use();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      assertThat(sniffer.take(new Packets(), 0)).as("without a wait").isZero();
      assertThatThrownBy(() -> sniffer.take(new Packets(), 60_000))
          .isInstanceOf(SnifferException.class)
          .hasMessage("mlx5_0/1 cannot be sniffed: ibv_poll_cq failed: EIO (Input/output error)");
      assertThat(sniffer.gaps()).isEqualTo(8);
    }
    verbs.shouldBeLeftClean();
  }

  @ParameterizedTest
  @CsvSource({"clock 1000000 64 0 0 0", "most 4096"})
  void shouldHandOverWhatIsCompleteWithoutAWait(String setting) throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "repeat 4", "bad 300 4", setting).use();
    Packets packets = new Packets();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      while (sniffer.take(packets, 0) > 0) {}
      long start = System.nanoTime();

      assertThat(sniffer.take(packets, 0)).isZero();
      assertThat(System.nanoTime() - start).isLessThan(100_000_000L);
    }
    assertThat(packets.kept()).hasSize(4 * Packets.of(Packets.CAPTURE).size() - 1);
    verbs.shouldBeLeftClean();
  }

  @Test
  @SuppressWarnings("NullAway")
  void shouldSayThatJavaHadNoMemoryToKeepTheRing() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder).use();
    Control control = new Control(1);
    // The library is loaded with the first sniffer.
    HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT).close();
    long handle = SnifferNatives.open(verbs.library().toString(), "mlx5_0", 1, control.bytes());

    // There is no reference to nothing, as to something without memory for it.
    boolean started = SnifferNatives.start(handle, null, 1, 64, 0);
    SnifferNatives.close(handle);

    assertThat(started).isFalse();
    assertThat(control.step()).isEqualTo(Step.ALLOCATE);
    assertThat(control.error()).isEqualTo(12);
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldMakeTheQueuesAnewWhenTheCompletionQueueRanOver() throws Exception {
    EndPort port = TestPorts.infiniband(sysfs);
    TestPorts.counter(sysfs);
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "overrun 10").use();
    List<Packets.Kept> all = Packets.of(Packets.CAPTURE);

    try (HcaSniffer sniffer = HcaSniffer.open(port, SnifferOptions.DEFAULT.withSlots(4))) {
      List<Packets.Kept> taken = takeAll(sniffer).kept();

      assertThat(taken).hasSizeBetween(all.size() - 4, all.size() - 1);
      assertThat(all).endsWith(taken.subList(8, taken.size()).toArray(new Packets.Kept[0]));
      assertThat(sniffer.gaps()).isEqualTo(1);
      assertThat(sniffer.counters()).isEqualTo(DropCounters.UNKNOWN);
    }
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldHandOverWhatCameBeforeTheDeviceWentAway() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "vanish 10").use();
    Packets packets = new Packets();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  sniffer.take(packets, PATIENCE_MILLIS);
                }
              })
          .isInstanceOfSatisfying(
              SnifferException.class,
              e -> assertThat(e.reason()).isEqualTo(SnifferException.Reason.DEVICE_GONE))
          .hasMessage(
              "mlx5_0/1 is not sniffed any more: the device went away, or its driver reset it");
      assertThatThrownBy(() -> sniffer.take(packets, 0)).isInstanceOf(SnifferException.class);
    }
    assertThat(packets.kept()).isEqualTo(Packets.of(Packets.CAPTURE).subList(0, 10));
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldGiveUpADeviceWhoseQueuesFailAgainAndAgain() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "fail create_flow 2 5", "fatal-bad 1").use();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> takeAll(sniffer))
            .isInstanceOf(SnifferException.class)
            .hasMessage(
                "mlx5_0/1 cannot be sniffed: ibv_create_flow failed: EIO (Input/output error)");
      }
    }
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldReturnWhenNothingComes() throws Exception {
    FakeVerbs.in(folder).use();

    try (HcaSniffer sniffer =
        HcaSniffer.open(TestPorts.infiniband(sysfs), SnifferOptions.DEFAULT)) {
      long start = System.nanoTime();
      int count = sniffer.take(new Packets(), 20);

      assertThat(count).isZero();
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000L);
    }
  }

  @Test
  void shouldRefuseMoreMemoryThanThereIs() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "most 1048576").use();
    EndPort port = TestPorts.infiniband(sysfs);
    SnifferOptions options = SnifferOptions.DEFAULT.withSlots(1 << 20).withPacketLength(1 << 16);

    assertThatThrownBy(() -> HcaSniffer.open(port, options))
        .isInstanceOfSatisfying(
            SnifferException.class,
            e -> assertThat(e.reason()).isEqualTo(SnifferException.Reason.NO_MEMORY))
        .hasMessageContaining("1048576 slots of 65536 bytes do not fit in memory");
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldSayWhetherAPortCanBeSniffedWithoutTakingAPacket() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, "fail create_flow 2 95").use();
    EndPort port = TestPorts.infiniband(sysfs);

    assertThat(HcaSniffer.obstacle(port)).isEmpty();
    assertThat(HcaSniffer.obstacle(port))
        .hasValueSatisfying(
            e -> assertThat(e.reason()).isEqualTo(SnifferException.Reason.NOT_SUPPORTED));
    assertThat(verbs.report()).contains("sent 0 dropped 0");
    verbs.shouldBeLeftClean();
  }

  @ParameterizedTest
  @CsvSource({"mlx5_0", "mlx5_0:1", "mlx5_0/1"})
  void shouldFindAPortByName(String name) throws Exception {
    TestPorts.infiniband(sysfs);

    assertThat(HcaSniffer.port(RdmaDevices.in(sysfs), name)).hasToString("mlx5_0/1");
  }

  @Test
  void shouldRefuseOptionsOutOfRange() {
    assertThatThrownBy(() -> SnifferOptions.DEFAULT.withSlots(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0 slots; there can be 1 to 1048576");
    assertThatThrownBy(
            () -> new SnifferOptions(1, OptionalLong.empty(), OptionalInt.of(63), false, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("slots of 63 bytes; they can have 64 to 65536");
  }

  @Test
  void shouldCountOnlyWhatIsThere() throws Exception {
    Path counter = TestPorts.counter(sysfs);
    OutOfBuffer outOfBuffer = OutOfBuffer.of(TestPorts.infiniband(sysfs).path());

    Files.writeString(counter, "1007\n");
    assertThat(outOfBuffer.since()).hasValue(7);
    // Went past 32 bits.
    Files.writeString(counter, "4\n");
    assertThat(outOfBuffer.since()).hasValue((1L << 32) - 996);
    Files.delete(counter);
    assertThat(outOfBuffer.since()).isEmpty();
  }

  @Test
  void shouldTakeTheCounterOfTheDeviceWhereThePortHasNone() throws Exception {
    Path port = TestPorts.infiniband(sysfs).path();
    String name = "class/infiniband/mlx5_0/hw_counters/out_of_buffer";
    Path counter = TestPorts.file(sysfs, name, "5\n");
    OutOfBuffer outOfBuffer = OutOfBuffer.of(port);

    Files.writeString(counter, "6\n");

    assertThat(outOfBuffer.since()).hasValue(1);
  }
}
