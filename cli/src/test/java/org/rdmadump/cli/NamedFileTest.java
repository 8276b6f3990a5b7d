package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures whose names are in another encoding, as from an old archive. */
class NamedFileTest {
  private static final String CAPTURE = "../testdata/captures/rocev2/rocev2-odd.pcap";
  private static final String MESSAGES = "messages";

  /** What Java gives the command for the name f\\xfcr.pcap. */
  private static final String AS_READ = "f\uFFFDr.pcap";

  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void namesAreUtf8() {
    assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");
  }

  @Test
  void shouldReadACaptureWhoseNameIsNotUtf8() throws Exception {
    copyTo("f\\xfcr.pcap");

    assertThat(run("-q", folder.resolve(AS_READ).toString())).isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains(MESSAGES);
    assertThat(err.size()).isZero();
  }

  @Test
  void shouldReadItInAFolder() throws Exception {
    copyTo("f\\xfcr.pcap");

    assertThat(run("-q", folder.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains(MESSAGES);
  }

  @Test
  void shouldNotGuessBetweenTwoNamesThatReadTheSame() throws Exception {
    copyTo("f\\xfcr.pcap");
    copyTo("f\\xf6r.pcap");

    Path named = folder.resolve(AS_READ);
    assertThat(run("-q", named.toString())).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("rdmadump: " + named + ": no such file\n");
  }

  @Test
  void shouldNotOverwriteItWithWhatItHolds() throws Exception {
    copyTo("f\\xfcr.pcap");
    Path same = folder.resolve("same.pcap");
    shell("ln -f \"$1\"/$'f\\xfcr.pcap' \"$1\"/same.pcap");

    assertThat(run("export", folder.resolve(AS_READ).toString(), "--force", "-o", same.toString()))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("is also an input");
  }

  private void copyTo(String name) throws Exception {
    shell("cp -- \"$0\" \"$1\"/$'" + name + "'");
  }

  private void shell(String line) throws Exception {
    Process shell =
        new ProcessBuilder("bash", "-c", line, CAPTURE, folder.toString()).inheritIO().start();
    assertThat(shell.waitFor()).isZero();
  }

  private int run(String... words) {
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(words, new ByteArrayInputStream(new byte[0]), out, messages);
  }
}
