package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code export --format} without the jar that writes tables, and its mistakes. */
class ExportTablesTest {
  private static final String CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-basic.pcap").toString();

  private static String refused(String... arguments) {
    List<String> all = new ArrayList<>(List.of("export"));
    all.addAll(List.of(arguments));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            all.toArray(String[]::new),
            new ByteArrayInputStream(new byte[0]),
            new ByteArrayOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(ExitStatus.USAGE);
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldSayWhichJarIsMissingAndWriteNothing(@TempDir Path folder) {
    Path tables = folder.resolve("tables");

    assertThat(refused("--format", "parquet", CAPTURE, "-o", tables.toString()))
        .contains("needs rdmadump-parquet.jar: put it beside rdmadump.jar");
    assertThat(tables).doesNotExist();
  }

  @Test
  void shouldNameTheFormatsThatThereAre() {
    assertThat(refused("--format", "parket", CAPTURE, "-o", "t"))
        .contains("--format parket: not one of parquet (did you mean parquet?)");
  }

  @Test
  void shouldAskForAFolder() {
    assertThat(refused("--format", "parquet", CAPTURE)).contains("no output folder: say -o DIR");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--upper-pdu", "--incomplete", "-l"})
  void shouldRefuseWhatIsForPackets(String option) {
    assertThat(refused("--format", "parquet", option, CAPTURE, "-o", "t"))
        .contains("--format writes tables, without " + option);
  }
}
