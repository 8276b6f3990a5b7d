package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the native library of zstd goes, and what is said if it cannot go there. */
class ZstdFolderTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-acl.pcap");

  @TempDir Path folder;
  private Path temporary = Path.of("");
  private Path compressed = Path.of("");

  @BeforeEach
  void compress() throws IOException {
    temporary = Files.createDirectory(folder.resolve("temporary"));
    compressed = folder.resolve("capture.pcap.zst");
    Files.write(compressed, Zstd.compress(Files.readAllBytes(CAPTURE)));
  }

  private record Run(int status, String errors) {}

  /** A JVM of its own: here the library is loaded already. */
  private Run run(String toolOptions) throws IOException, InterruptedException {
    Path errors = folder.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "-q",
            compressed.toString());
    builder.environment().put("JAVA_TOOL_OPTIONS", toolOptions);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(errors.toFile());
    int status = builder.start().waitFor();
    return new Run(status, Files.readString(errors, UTF_8));
  }

  @Test
  void shouldLeaveNothingInTheFolderThatTheVariableNames() throws Exception {
    Run run = run("-Djava.io.tmpdir=" + temporary);

    assertThat(run.status).as(run.errors).isZero();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void shouldSayHowToNameAnotherFolder() throws Exception {
    Run run = run("-Djava.io.tmpdir=" + folder.resolve("none"));

    assertThat(run.status).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(run.errors)
        .contains("zstd support cannot be unpacked to " + folder.resolve("none"))
        .contains("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER names another folder");
  }
}
