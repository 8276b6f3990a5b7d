package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.RdmaCapture;

/** Each kind of difference fails with its name, and passes only if just that kind is allowed. */
class DifferenceTest {
  private static final String DIRECT = "rocev2/rocev2-nfs41-direct.pcap";

  @TempDir Path folder;
  private List<String> lines = List.of();

  @BeforeEach
  void read() throws IOException {
    try (RdmaCapture capture = Captures.open(DIRECT)) {
      lines = new ArrayList<>(BehaviourReader.of(capture).lines());
    }
  }

  private int line(String words) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(words)) {
        return i;
      }
    }
    throw new IllegalArgumentException(words);
  }

  /** Compares the capture with the lines. */
  private void failsWith(Difference kind, String words) throws IOException {
    Path file = Files.write(folder.resolve("golden.txt"), lines);
    Set<Difference> others = EnumSet.complementOf(EnumSet.of(kind));
    Tolerance allButThis = new Tolerance(others, Set.of(), Set.of());
    try (RdmaCapture capture = Captures.open(DIRECT)) {
      assertThat(capture).behavesLike(file, Tolerance.allowing(kind));
      assertThatThrownBy(() -> assertThat(capture).behavesLike(file, allButThis))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining(
              "golden.txt (-Drdmadump.golden.update=true takes the new one over)"
                  + " but there is 1 difference\n  "
                  + kind
                  + ": ")
          .hasMessageContaining(words)
          .hasMessageContaining("Tolerance.allowing(" + kind + ") lets it pass");
    }
  }

  private void fits() throws IOException {
    try (RdmaCapture capture = Captures.open(DIRECT)) {
      assertThat(capture).behavesLike(Files.write(folder.resolve("golden.txt"), lines));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "TRANSPORT; transport: rocev2; transport: iwarp; transport is rocev2, golden iwarp",
        "CONNECTIONS; credits_granted: 64; credits_granted: 32; credits_granted is 64, golden 32",
        "CONNECTIONS; connections: 1; connections: 2; connections is 1, golden 2",
        "RESULTS; NFS4_OK data 150000; NFS4ERR_IO; golden: NFS4ERR_IO eof false",
        "CHUNKS; RDMA_MSG, Read chunk of 4096 B in 1 segment; RDMA_MSG; golden: RDMA_MSG",
        "CHUNKS; RDMA_NOMSG, Reply chunk of 108 B; RDMA_NOMSG, Reply chunk of 112 B; of 112 B",
        "SEGMENTS; 300001 B in 3 segments; 300001 B in 4 segments; golden: RDMA_MSG, Read chunk",
      })
  void shouldNameWhatIsOther(Difference kind, String found, String golden, String words)
      throws IOException {
    int at = line(found);
    lines.set(at, lines.get(at).replace(found, golden));

    failsWith(kind, words);
  }

  @Test
  void shouldNameACallThatIsMissing() throws IOException {
    lines.add(lines.get(line("| COMMIT |")).replace("offset 0", "offset 8"));

    failsWith(Difference.CALLS, "COMMIT /gathered offset 8 count 0 is missing\n      golden: line");
  }

  @Test
  void shouldNameACallThatIsNew() throws IOException {
    lines.remove(line("| COMMIT |"));

    failsWith(Difference.CALLS, "COMMIT /gathered offset 0 count 0 is not in the golden");
  }

  @Test
  void shouldNameAFinding() throws IOException {
    lines.add("finding: bth.psn-gap");

    failsWith(Difference.FINDINGS, "bth.psn-gap of the golden is gone");
  }

  @Test
  void shouldNameWhatIsInAnotherOrder() throws IOException {
    String later = lines.remove(line("offset 150000 count 150000"));
    lines.add(line("offset 0 count 150000"), later);

    failsWith(
        Difference.ORDER,
        "READ /skewed offset 0 count 150000 is before READ /skewed offset 150000 count 150000,"
            + " in the golden after it");
  }

  @Test
  void shouldNotCompareTheOrderOfCallsThatOverlap() throws IOException {
    int second = line("| offset 4096 count 10000");
    String overlapping = lines.remove(second + 1);
    lines.add(second, overlapping);
    Assertions.assertThat(overlapping).startsWith("~ /gathered | NFS v4.1 | WRITE |");

    fits();
  }

  @Test
  void shouldNotCompareTheOrderOfDifferentFiles() throws IOException {
    int open = line("/skewed | NFS v4.1 | OPEN");
    String closeOfOther = lines.remove(open - 1);
    lines.add(open, closeOfOther);
    Assertions.assertThat(closeOfOther).startsWith("/direct | NFS v4.1 | CLOSE |");

    fits();
  }

  @Test
  void shouldLeaveOutOperations() throws IOException {
    lines.remove(line("| COMMIT |"));
    lines.replaceAll(each -> each.replace("SEQUENCE PUTFH GETATTR CLOSE", "PUTFH GETATTR CLOSE"));
    Path file = Files.write(folder.resolve("golden.txt"), lines);

    try (RdmaCapture capture = Captures.open(DIRECT)) {
      assertThat(capture)
          .behavesLike(file, Tolerance.NONE.ignoringOperations("COMMIT", "SEQUENCE"));
      assertThatThrownBy(
              () ->
                  assertThat(capture)
                      .behavesLike(file, Tolerance.NONE.ignoringOperations("COMMIT")))
          .hasMessageContaining("CALLS: CLOSE /direct is missing");
    }
  }

  @Test
  void shouldNotNumberHandlesWithoutANameByCallsThatAreLeftOut() throws IOException {
    String commit = lines.get(line("| COMMIT |"));
    lines.replaceAll(each -> each.replaceFirst("^(~ )?/gathered ", "$1file 1 "));
    Behaviour alone = Behaviour.read(lines, folder);
    lines.replaceAll(each -> each.replaceFirst("^(~ )?file 1 ", "$1file 2 "));
    lines.add(line("file 2 "), commit.replaceFirst("/gathered ", "file 1 "));
    Behaviour behind = Behaviour.read(lines, folder);
    Tolerance ignoring = Tolerance.NONE.ignoringOperations("COMMIT");

    Assertions.assertThat(new BehaviourComparison(behind, alone, ignoring).failure("it")).isEmpty();
    Assertions.assertThat(new BehaviourComparison(alone, behind, ignoring).failure("it")).isEmpty();
    Assertions.assertThat(new BehaviourComparison(behind, alone, Tolerance.NONE).failure("it"))
        .contains("WRITE file 2 ");
  }

  @Test
  void shouldLeaveOutRules() throws IOException {
    lines.add("finding: bth.psn-gap");
    Path file = Files.write(folder.resolve("golden.txt"), lines);

    try (RdmaCapture capture = Captures.open(DIRECT)) {
      assertThat(capture).behavesLike(file, Tolerance.NONE.ignoringRules("bth.*"));
      assertThatThrownBy(
              () -> assertThat(capture).behavesLike(file, Tolerance.NONE.ignoringRules("tcp.*")))
          .hasMessageContaining("FINDINGS: bth.psn-gap");
    }
  }
}
