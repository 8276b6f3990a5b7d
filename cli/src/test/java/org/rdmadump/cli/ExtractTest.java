package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.testing.Needs;

class ExtractTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "rocev2");
  private static final String ACL = CAPTURES.resolve("rocev2-nfs3-acl.pcap").toString();
  private static final Path FULL = Path.of("/dev/full");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path parent;
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    folder = parent.resolve("new").resolve("files");
  }

  @Test
  void shouldWriteFilesAndAManifest() throws IOException {
    assertThat(extract(ACL, "-o", folder.toString())).isEqualTo(ExitStatus.DONE);

    assertThat(out()).isEqualTo("        5000  acl  written\n1 file, 5000 bytes\n");
    assertThat(err()).isEmpty();
    assertThat(folder.resolve("acl")).hasSize(5000);
    JsonNode file = manifest().get(0);
    assertThat(file.get("path").asText()).isEqualTo("acl");
    assertThat(file.get("names").get(0).asText()).isEqualTo("acl");
    assertThat(file.get("size").asInt()).isEqualTo(5000);
    assertThat(file.get("sha256")).isEqualTo(file.get("written").get("sha256"));
    assertThat(file.get("committed").asBoolean()).isTrue();
    assertThat(entries()).containsExactly("acl", "manifest.json");
  }

  @Test
  void shouldListTheSameRecordsAsTheManifest() throws IOException {
    extract("-T", "json", ACL, "-o", folder.toString());

    assertThat(new ObjectMapper().readTree(out())).isEqualTo(manifest());
  }

  @Test
  void shouldListOnlyTheCountsIfAsked() {
    extract("-q", ACL, "-o", folder.toString());

    assertThat(out()).isEqualTo("1 file, 5000 bytes\n");
  }

  @Test
  void shouldRefuseAFolderThatIsNotEmptyUnlessForced() throws IOException {
    Files.createDirectories(folder);
    Path other = Files.writeString(folder.resolve("other"), "stays");
    Files.writeString(folder.resolve("acl"), "old");

    assertThat(extract(ACL, "-o", folder.toString())).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo("rdmadump: " + folder + ": not empty; --force writes into it\n");
    assertThat(folder.resolve("acl")).hasContent("old");

    assertThat(extract(ACL, "-o", folder.toString(), "--force")).isEqualTo(ExitStatus.DONE);
    assertThat(folder.resolve("acl")).hasSize(5000);
    assertThat(other).hasContent("stays");
  }

  @Test
  void shouldNotLeaveTheManifestOfAnEarlierRun() throws IOException {
    extract(ACL, "-o", folder.toString());
    Files.delete(folder.resolve("acl"));
    Path inTheWay = Files.createDirectories(folder.resolve("acl").resolve("x")).getParent();
    Files.writeString(folder.resolve("stale"), "stays");

    assertThat(extract("-c", "1", ACL, "-o", folder.toString(), "--force"))
        .isEqualTo(ExitStatus.DONE);

    assertThat(manifest()).isEmpty();
    assertThat(inTheWay).isDirectory();
    assertThat(folder.resolve("stale")).hasContent("stays");
  }

  @Test
  void shouldNotReplaceAnInputThatIsNamedAsTheManifest() throws IOException {
    Files.createDirectories(folder);
    Path capture = Files.copy(Path.of(ACL), folder.resolve("manifest.json"));

    assertThat(extract(capture.toString(), "-o", folder.toString(), "--force"))
        .isEqualTo(ExitStatus.OUTPUT);

    assertThat(err()).isEqualTo("rdmadump: " + capture + ": is in the way of the manifest\n");
    assertThat(capture).hasSameBinaryContentAs(Path.of(ACL));
    assertThat(entries()).containsExactly("manifest.json");
  }

  /** The file takes two pages of 4 KiB; the manifest one more. */
  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void shouldSayThatTheDiskIsFull(int kibibytes) throws Exception {
    Needs.root();
    Files.createDirectories(folder);
    command("mount", "-t", "tmpfs", "-o", "size=" + kibibytes + "k", "tmpfs", folder.toString());
    try {
      Files.createFile(folder.resolve("manifest.json"));

      assertThat(extract(ACL, "-o", folder.toString(), "--force")).isEqualTo(ExitStatus.OUTPUT);

      assertThat(err()).isEqualTo("rdmadump: " + folder + ": No space left on device\n");
      assertThat(entries()).containsExactlyElementsOf(kibibytes == 4 ? List.of() : List.of("acl"));
    } finally {
      command("umount", folder.toString());
    }
  }

  private static void command(String... words) throws Exception {
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).as(words[0]).isZero();
  }

  @Test
  void shouldNotReplaceItsInput() throws IOException {
    Files.createDirectories(folder);
    Path capture = Files.copy(Path.of(ACL), folder.resolve("acl"));

    extract(capture.toString(), "-o", folder.toString(), "--force");

    assertThat(capture).hasSameBinaryContentAs(Path.of(ACL));
    assertThat(folder.resolve("acl~2")).hasSize(5000);
  }

  @ParameterizedTest
  @CsvSource({
    "'', no capture file",
    "-o x, no capture file",
    "ACL, no output folder: say -o DIR",
    "ACL -o x -v, extract takes no option -v"
  })
  void shouldSayWhatIsWrongWithACommandLine(String line, String message) {
    assertThat(extract(line.replace("ACL", ACL).split(" "))).isEqualTo(ExitStatus.USAGE);

    assertThat(err()).startsWith("rdmadump: " + message).contains("extract --help");
  }

  @Test
  void shouldMakeNoFolderIfAnInputCannotBeRead() {
    assertThat(extract(parent.resolve("none").toString(), "-o", folder.toString()))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(folder).doesNotExist();
  }

  @Test
  void shouldSayThatAFolderCannotBeMade() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "");

    assertThat(extract(ACL, "-o", file.toString())).isEqualTo(ExitStatus.OUTPUT);
    assertThat(err()).isEqualTo("rdmadump: " + file + ": is not a folder\n");
  }

  @Test
  void shouldFinishTheManifestIfNobodyReadsTheList() throws IOException {
    assumeThat(FULL).exists();
    try (OutputStream full = Files.newOutputStream(FULL)) {
      assertThat(run(full, ACL, "-o", folder.toString())).isEqualTo(ExitStatus.OUTPUT);
    }
    assertThat(manifest()).hasSize(1);
  }

  @Test
  void shouldKeepWhatCameBeforeDamage() throws IOException {
    byte[] whole = Files.readAllBytes(Path.of(ACL));
    Path cut = Files.write(parent.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 1000));

    assertThat(extract(cut.toString(), "-o", folder.toString())).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(manifest()).hasSize(1);
  }

  @Test
  void shouldStopAfterAsManyExchangesAsAsked() throws IOException {
    extract("-c", "3", ACL, "-o", folder.toString());

    assertThat(manifest()).isEmpty();
  }

  @Test
  void shouldSayWhatCouldNotBeRead() throws IOException {
    String cut = CAPTURES.resolve("rocev2-nfs41-snap128.pcap").toString();

    assertThat(extract(cut, "-o", folder.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(err())
        .matches(
            "rdmadump: left out \\d+ calls with arguments that are missing, malformed or encrypted\n");
    assertThat(manifest()).isEmpty();
  }

  private JsonNode manifest() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("manifest.json").toFile());
  }

  private List<String> entries() throws IOException {
    try (var paths = Files.list(folder)) {
      return paths.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private int extract(String... arguments) {
    return run(out, arguments);
  }

  private int run(OutputStream to, String... arguments) {
    List<String> line = new ArrayList<>(List.of("extract"));
    for (String argument : arguments) {
      if (!argument.isEmpty()) {
        line.add(argument);
      }
    }
    return Main.run(
        line.toArray(new String[0]),
        InputStream.nullInputStream(),
        to,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
