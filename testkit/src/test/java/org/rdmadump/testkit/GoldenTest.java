package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.testkit.RdmaAssertions.assertMatchesGolden;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.RdmaCapture;

/** Captures that are compared with what was reviewed. */
class GoldenTest {
  private static final String ACL = "../testdata/captures/rocev2/rocev2-nfs3-acl.pcap";

  @TempDir Path folder;

  @AfterEach
  void compare() {
    System.clearProperty("rdmadump.golden.update");
  }

  private Path written(RdmaCapture capture) {
    Path file = folder.resolve("golden").resolve("acl.txt");
    System.setProperty("rdmadump.golden.update", "true");
    Assertions.assertThat(Golden.difference(capture, file, Optional.empty())).isEmpty();
    System.clearProperty("rdmadump.golden.update");
    return file;
  }

  @Test
  void shouldWriteTheFileWhenAskedAndMatchItThen(@Capture(ACL) RdmaCapture capture)
      throws IOException {
    Path file = written(capture);

    assertMatchesGolden(capture, file);
    Assertions.assertThat(Files.readAllLines(file))
        .hasSize(22)
        .first()
        .asString()
        .contains("NFS v3 NULL");
  }

  @Test
  void shouldShowAFewLinesAroundEachChange(@Capture(ACL) RdmaCapture capture) throws IOException {
    Path file = written(capture);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(9, "what was there before");
    lines.remove(20);
    Files.write(file, lines);

    assertThatThrownBy(() -> assertThat(capture).matchesGolden(file))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the capture is not as in " + file)
        .hasMessageContaining("-Drdmadump.golden.update=true")
        .hasMessageContaining("@@ -7,7 +7,7 @@\n")
        .hasMessageContaining("\n-what was there before\n+")
        .hasMessageContaining("@@ -18,4 +18,5 @@\n");
  }

  @Test
  void shouldHaveWhatIsInNoExchange() throws IOException {
    try (RdmaCapture odd = Captures.open("iwarp/iwarp-odd.pcap");
        RdmaCapture snapped = Captures.open("rocev2/rocev2-nfs41-snap128.pcap");
        RdmaCapture cut = Captures.open(Captures.cut("rocev2/rocev2-nfs3-acl.pcap", -3, folder))) {
      Assertions.assertThat(GoldenText.of(odd))
          .filteredOn(line -> line.contains("RDMA_DONE"))
          .hasSize(1);
      Assertions.assertThat(GoldenText.of(snapped))
          .anyMatch(line -> line.startsWith("finding: frame "));
      Assertions.assertThat(GoldenText.of(cut)).last().asString().startsWith("damage: ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs3-basic.pcap", "iwarp/iwarp-nfs41-crc.pcap"})
  void shouldHaveTheSameLinesWhateverIsKept(String name) throws IOException {
    Path file = Captures.path(name);
    try (RdmaCapture kept = Captures.open(file);
        RdmaCapture hashed = RdmaCapture.builder().file(file).digest(true).open();
        RdmaCapture plain = RdmaCapture.open(file)) {
      List<String> lines = GoldenText.of(plain);

      Assertions.assertThat(lines).anyMatch(line -> line.contains("NFS"));
      Assertions.assertThat(GoldenText.of(kept)).isEqualTo(lines);
      Assertions.assertThat(GoldenText.of(hashed)).isEqualTo(lines);
    }
  }

  @Test
  void shouldNameADamagedFileWithoutItsFolder() throws IOException {
    Path cut = Captures.cut("rocev2/rocev2-nfs3-acl.pcap", -3, folder);
    try (RdmaCapture capture = Captures.open(Captures.path("iwarp/iwarp-odd.pcap"), cut)) {
      Assertions.assertThat(GoldenText.of(capture))
          .last()
          .asString()
          .startsWith("damage: cut.pcap: cut short in frame");
    }
    Assertions.assertThat(GoldenText.withoutFolder("C:\\a b\\x.pcap: no such file"))
        .isEqualTo("x.pcap: no such file");
    Assertions.assertThat(GoldenText.withoutFolder("cut short in frame 3: 5/9 bytes"))
        .isEqualTo("cut short in frame 3: 5/9 bytes");
  }

  @Test
  void shouldWriteNothingWhereNobodyReviews(@Capture(ACL) RdmaCapture capture) {
    Path file = folder.resolve("ci.txt");
    System.setProperty("rdmadump.golden.update", "true");

    Assertions.assertThat(Golden.difference(capture, file, Optional.of("true")))
        .contains("ci.txt is not written: the environment variable CI is set");
    Assertions.assertThat(file).doesNotExist();
    Assertions.assertThat(Golden.difference(capture, file, Optional.of("false"))).isEmpty();
    Assertions.assertThat(file).exists();
  }

  @Test
  void shouldSayHowToMakeTheFileThatIsNotThere(@Capture(ACL) RdmaCapture capture) {
    assertThatThrownBy(() -> assertMatchesGolden(capture, folder.resolve("none.txt")))
        .hasMessageContaining(
            "none.txt says but it is not there; -Drdmadump.golden.update=true writes it");
  }

  @Test
  void shouldNameTheFileThatIsNoGolden(@Capture(ACL) RdmaCapture capture) throws IOException {
    assertThatThrownBy(() -> assertThat(capture).behavesLike(Path.of(ACL)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected text in " + ACL + " but there are other bytes");
    assertThatThrownBy(() -> assertMatchesGolden(capture, Path.of(ACL)))
        .hasMessageContaining("expected text in " + ACL + " but there are other bytes");
    Path other = Files.writeString(folder.resolve("other.txt"), "no golden\n");
    assertThatThrownBy(() -> assertThat(capture).behavesLike(other))
        .hasMessageContaining(other + " but there is line 1: no golden");
    assertThatThrownBy(() -> assertMatchesGolden(capture, folder))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(folder + " cannot be read or written: is a directory");
  }

  @Test
  void shouldFindTheFewestChanges() {
    List<String> before = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k");
    List<String> after = List.of("a", "x", "c", "d", "e", "f", "g", "h", "i", "y", "j", "k");

    Assertions.assertThat(new UnifiedDiff(before, after).lines(100))
        .containsExactly(
            "@@ -1,5 +1,5 @@",
            " a",
            "-b",
            "+x",
            " c",
            " d",
            " e",
            "@@ -7,5 +7,6 @@",
            " g",
            " h",
            " i",
            "+y",
            " j",
            " k");
    Assertions.assertThat(new UnifiedDiff(before, List.of()).lines(3))
        .containsExactly("@@ -1,11 +0,0 @@", "-a", "-b", "... and 9 more lines");
    Assertions.assertThat(new UnifiedDiff(before, before).lines(3)).isEmpty();
  }
}
