package org.rdmadump.exercise.selftest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.rdmadump.device.DeviceException;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.RdmaDevice;
import org.rdmadump.device.RdmaDevices;
import org.rdmadump.live.hca.HcaSniffer;
import org.rdmadump.live.hca.SnifferException;
import org.rdmadump.live.hca.SnifferException.Reason;
import org.rdmadump.live.hca.SnifferOptions;

/** Steps that need no traffic and change nothing but what they undo. */
final class PortSteps {
  private static final int RUNS = 20;
  private static final int TAKE_MILLIS = 10;

  /** An adapter that does not flush its receives is waited for as long. */
  private static final long SLOW_CLOSE_NANOS = 250_000_000L;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int MOST_LINES = 10;

  /** What the JVM itself may open meanwhile; a capture that leaks leaves a file in each run. */
  private static final int MOST_FILES_OF_OTHERS = 4;

  private static final String SOFT_DEVICE = "rdmadump_rxe";

  private final SelfTestSettings settings;

  PortSteps(SelfTestSettings settings) {
    this.settings = settings;
  }

  /** Opens a capture, and ends it. */
  Judgement open() {
    try {
      HcaSniffer sniffer = HcaSniffer.open(settings.port(), SnifferOptions.DEFAULT);
      List<Fact> facts = new ArrayList<>();
      facts.add(Fact.of("slots", sniffer.slots() + " of " + sniffer.snapLength() + " bytes"));
      sniffer.close();
      return sniffer.isShortOfMemory()
          ? Judgement.passed(
              "memory for more slots is short, or may not be locked (ulimit -l)", facts)
          : Judgement.passed(facts);
    } catch (SnifferException e) {
      return Judgement.failed(
          String.valueOf(e.getMessage()), advice(e.reason()), List.of(Fact.of("call", e.call())));
    }
  }

  private static String advice(Reason reason) {
    return switch (reason) {
      case NO_NATIVE_LIBRARY -> "build or install rdmadump for this processor";
      case NO_VERBS, OLD_VERBS, NO_DEVICE -> "install rdma-core with the adapter's provider";
      case NOT_PERMITTED -> "run the self-test as root";
      case NO_MEMORY -> "run the self-test as root, or after ulimit -l unlimited";
      case NOT_SUPPORTED ->
          "ConnectX-4 and later (mlx5) support it; if this is one, send the report";
      case DEVICE_GONE, FAILED -> "send the report, with what the kernel logged (dmesg)";
    };
  }

  /** Captures many times in a row, and looks for what is left. */
  Judgement teardown() throws IOException, InterruptedException {
    Set<String> logged = new HashSet<>(kernelLog().orElse(List.of()));
    long files = openFiles();
    long[] ends = new long[RUNS];
    for (int i = 0; i < RUNS; i++) {
      HcaSniffer sniffer = HcaSniffer.open(settings.port(), SnifferOptions.DEFAULT);
      try {
        int unused = sniffer.take((bytes, offset, length, original, nanos) -> {}, TAKE_MILLIS);
      } finally {
        long start = System.nanoTime();
        sniffer.close();
        ends[i] = System.nanoTime() - start;
      }
    }
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("captures", RUNS));
    // A busy machine may delay one of them; receives that are not flushed delay each.
    Arrays.sort(ends);
    long median = ends[RUNS / 2];
    facts.add(Fact.of("time to end, median", millis(median)));
    facts.add(Fact.of("time to end, most", millis(ends[RUNS - 1])));
    long leftFiles = openFiles() - files;
    facts.add(Fact.of("files left open", Math.max(0, leftFiles)));
    Optional<Long> pairs = queuePairs();
    facts.add(Fact.of("queue pairs left", pairs.map(Object::toString).orElse("unknown")));
    Optional<List<String>> log = kernelLog();
    List<String> lines =
        log.orElse(List.of()).stream()
            .filter(line -> !logged.contains(line))
            .filter(line -> line.matches("(?i).*(mlx[45]|bnxt|infiniband|iommu|DMAR|AMD-Vi).*"))
            .limit(MOST_LINES)
            .toList();
    facts.add(Fact.of("lines of the kernel's log", log.isPresent() ? lines.size() : "unknown"));
    lines.forEach(line -> facts.add(Fact.of("kernel", line)));
    if (leftFiles >= MOST_FILES_OF_OTHERS || pairs.orElse(0L) > 0) {
      return Judgement.failed("files or queue pairs are left open", "send the report", facts);
    }
    if (!lines.isEmpty()) {
      return Judgement.failed("the kernel logged messages", "send the report", facts);
    }
    if (settings.isThisMachine() && (pairs.isEmpty() || log.isEmpty())) {
      return new Judgement(
          StepOutcome.SKIPPED,
          (pairs.isEmpty() ? "rdma resource" : "dmesg") + " failed, so what is left cannot be told",
          "run the self-test as root, with iproute2 installed",
          facts);
    }
    return median >= SLOW_CLOSE_NANOS
        ? Judgement.failed(
            "captures take a quarter of a second to end: the adapter does not flush its receives",
            "send the report",
            facts)
        : Judgement.passed(facts);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / NANOS_PER_MILLI);
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  private Optional<List<String>> kernelLog() throws InterruptedException {
    return settings.isThisMachine() ? Program.lines("dmesg") : Optional.empty();
  }

  /** Raw packet queue pairs of this process. */
  private Optional<Long> queuePairs() throws InterruptedException {
    if (!settings.isThisMachine()) {
      return Optional.empty();
    }
    String own = " pid " + ProcessHandle.current().pid() + " ";
    return Program.lines("rdma", "resource", "show", "qp", "link", settings.port().parent().name())
        .map(
            lines ->
                lines.stream()
                    .filter(line -> line.contains("RAW_PACKET") && (line + " ").contains(own))
                    .count());
  }

  /** Tries to sniff a device in software. */
  Judgement refusal() throws InterruptedException {
    Optional<EndPort> soft = softDevice();
    if (soft.isPresent()) {
      return refusal(soft.get());
    }
    List<String> names = settings.port().netDevices();
    if (!settings.mayChange() || !settings.isThisMachine() || names.isEmpty()) {
      return Judgement.skipped(
          "this machine has no soft RDMA device",
          "rdma link add rxe0 type rxe netdev NETDEV makes one, and --allow-changes does so");
    }
    String name = names.get(0);
    if (Program.lines("rdma", "link", "add", SOFT_DEVICE, "type", "rxe", "netdev", name)
        .isEmpty()) {
      return Judgement.skipped(
          "rdma link add " + SOFT_DEVICE + " type rxe netdev " + name + " failed",
          "modprobe rdma_rxe loads the driver");
    }
    try {
      Optional<EndPort> made = softDevice();
      return made.isPresent()
          ? refusal(made.get())
          : Judgement.skipped("the soft device that was made is not in sysfs", "");
    } finally {
      Optional<List<String>> unused = Program.lines("rdma", "link", "delete", SOFT_DEVICE);
    }
  }

  private Optional<EndPort> softDevice() {
    try {
      return RdmaDevices.in(settings.sysfs()).all().values().stream()
          .filter(device -> !device.isHardware())
          .map(RdmaDevice::endPorts)
          .flatMap(ports -> ports.values().stream())
          .findFirst();
    } catch (DeviceException e) {
      return Optional.empty();
    }
  }

  private static Judgement refusal(EndPort port) {
    Optional<SnifferException> obstacle = HcaSniffer.obstacle(port);
    if (obstacle.isEmpty()) {
      return Judgement.failed(port + " was sniffed, although it is a soft device", "", List.of());
    }
    SnifferException why = obstacle.get();
    List<Fact> facts = List.of(Fact.of("message", String.valueOf(why.getMessage())));
    return why.reason() == Reason.NOT_SUPPORTED && !why.netDevices().isEmpty()
        ? Judgement.passed(facts)
        : Judgement.failed("the message does not name the net device", "send the report", facts);
  }
}
