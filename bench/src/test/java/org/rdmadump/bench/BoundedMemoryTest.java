package org.rdmadump.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in the heap that the launcher gives them for little memory; docs/limits.md. */
class BoundedMemoryTest {
  private static final String ACL = "../testdata/captures/rocev2/rocev2-nfs3-acl.pcap";
  private static final int CALLS_OF_ACL = 22;

  /** What --max-memory says, and the heap that the launcher makes of it, in MiB. */
  private static final int MAX_MEMORY = 16;

  private static final int HEAP = 32;
  private static final int PATIENCE_SECONDS = 180;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldLoseNothingOfAThousandConnectionsAtATime(boolean digest) throws Exception {
    Path capture = generate("--base", ACL, "-n", "1000", "-s", "48M");

    Map<String, Long> counts = decode(capture, digest);

    long connections = counts.getOrDefault("connections", 0L);
    assertThat(connections).isGreaterThan(1000);
    assertThat(counts).containsEntry("calls", CALLS_OF_ACL * connections);
    assertThat(counts).containsEntry("replies", CALLS_OF_ACL * connections);
    assertThat(counts).containsEntry("unanswered", 0L).containsEntry("incomplete", 0L).hasSize(5);
  }

  @Test
  void shouldEndAndCountWhatItGaveUpWhereNothingIsEverClosed() throws Exception {
    Path capture = generate("--hurt", "-s", "48M");

    Map<String, Long> counts = decode(capture, true);

    assertThat(counts.get("calls")).isGreaterThan(20_000);
    assertThat(counts)
        .containsEntry("replies", 0L)
        .containsEntry("unanswered", counts.get("calls"));
    assertThat(counts.get("queue_pairs_by_memory")).isPositive();
    assertThat(counts.get("calls_by_memory")).isPositive();
    assertThat(counts.get("pages")).isPositive();
  }

  @Test
  void shouldHoldNothingOfCallsThatWereGivenUpBeforeTheyWereSettled() throws Exception {
    Path capture = generate("--hostile", "reads-apart", "--packets", "8000");

    Map<String, Long> counts = decode(capture, false);

    assertThat(counts).containsEntry("replies", 0L).containsEntry("unanswered", 8000L);
  }

  @Test
  void shouldGiveUpTheOldestWhereIwarpConnectionsAreNeverClosed() throws Exception {
    Path capture = generate("--hostile", "connections", "--packets", "20000");

    Map<String, Long> counts = decode(capture, false);

    assertThat(counts.get("tcp_connections")).isBetween(15_000L, 19_500L);
  }

  private Path generate(String... arguments) {
    Path file = folder.resolve("generated.pcap");
    List<String> line = new ArrayList<>(List.of(arguments));
    line.addAll(List.of("-o", file.toString()));
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    assertThat(CaptureGenerator.run(line.toArray(String[]::new), nowhere, System.err)).isZero();
    return file;
  }

  private Map<String, Long> decode(Path capture, boolean digest) throws Exception {
    Path out = folder.resolve("counts");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process child =
        new ProcessBuilder(
                java.toString(),
                "-Xmx" + HEAP + "m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Decode.class.getName(),
                capture.toString(),
                String.valueOf(MAX_MEMORY),
                String.valueOf(digest))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(child.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).as(Files.readString(out)).isZero();
    return counts(out);
  }

  private static Map<String, Long> counts(Path out) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    for (String line : Files.readAllLines(out)) {
      String[] words = line.split(" ", -1);
      counts.put(words[0], Long.valueOf(words[1]));
    }
    return counts;
  }
}
