package org.rdmadump.exercise.selftest;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.exercise.endpoint.EndpointException;

/** A capture by a process that has the capability CAP_NET_RAW, and no other. */
record CapabilityStep(SelfTestSettings settings, Traffic traffic) {
  private static final int PACKETS = 10;
  private static final long START_NANOS = 60_000_000_000L;
  private static final long END_SECONDS = 20;
  private static final long LOOK_MILLIS = 20;
  private static final String ROOT = "0";

  /** Says that the capture has begun. */
  private static final String BEGUN = "capturing ";

  /** Captures an exercise in that process. */
  Judgement run() throws IOException, EndpointException, InterruptedException {
    if (!user().equals(ROOT)) {
      return Judgement.skipped(
          "this user has no capabilities to give up", "run the self-test as root");
    }
    Path packets = settings.scratch().resolve("capability.pcapng");
    Path said = settings.scratch().resolve("capability.txt");
    Process process;
    try {
      process = start(packets, said);
    } catch (IOException e) {
      return Judgement.skipped(
          "setpriv cannot be run: " + e.getMessage(), "install it (Debian: util-linux)");
    }
    try {
      if (!hasBegun(process, said)) {
        return Judgement.failed(
            "the capture did not begin: " + lastLine(said),
            lastLine(said).contains("main class")
                ? "Java or rdmadump may be in a folder that only its user can read; move it to /opt"
                : "the limit of locked memory may be too low (ulimit -l)",
            List.of());
      }
      Traffic.Driven unused = traffic.exercise();
      Thread.sleep(LOOK_MILLIS);
    } finally {
      end(process);
    }
    long captured = count(packets);
    List<Fact> facts = List.of(Fact.of("packets captured", captured));
    return captured >= PACKETS
        ? Judgement.passed(facts)
        : Judgement.failed(
            "only " + captured + " packets were captured: " + lastLine(said),
            "send the report",
            facts);
  }

  private static String user() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("Uid:"))
        .map(line -> line.split("\\s+", -1)[2])
        .findFirst()
        .orElse("");
  }

  private Process start(Path packets, Path said) throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("setpriv", "--bounding-set=-all,+net_raw", "--inh-caps=-all,+net_raw"));
    words.addAll(settings.command());
    words.addAll(List.of("live", "-q", "-w", "-", "-i", settings.port().toString()));
    if (!settings.filter().isEmpty()) {
      words.addAll(List.of("-f", settings.filter()));
    }
    if (!settings.isThisMachine()) {
      words.addAll(List.of("--sysfs", settings.sysfs().toString()));
    }
    return new ProcessBuilder(words)
        .redirectInput(new File("/dev/null"))
        .redirectOutput(packets.toFile())
        .redirectError(said.toFile())
        .start();
  }

  private static boolean hasBegun(Process process, Path said)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (process.isAlive() && System.nanoTime() - start < START_NANOS) {
      if (Files.readString(said).contains(BEGUN)) {
        return true;
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return false;
  }

  private static void end(Process process) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      Process unused = process.destroyForcibly();
    }
  }

  private static long count(Path file) throws IOException {
    if (Files.size(file) == 0) {
      return 0;
    }
    long count = 0;
    try (FrameSource source = CaptureFile.open(file)) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        count++;
      }
    }
    return count;
  }

  private static String lastLine(Path said) throws IOException {
    Optional<String> last =
        Files.readAllLines(said).stream().filter(line -> !line.isBlank()).reduce((a, b) -> b);
    return last.orElse("it said nothing");
  }
}
