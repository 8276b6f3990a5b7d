package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code live --export} writes messages in place of lines. {@link WiresharkTest} captures by it.
 */
class LiveExportTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--incomplete | --incomplete needs --export OUT",
        "--export x -w ./x | -w and --export name the same file",
        "--export x -w x | -w and --export name the same file",
        "--export - -w - -q | -w and --export name the same file",
        "--export x --json | --export writes messages in place of lines, which leaves no place for"
            + " --json",
        "--export x --tree | --export writes messages in place of lines, which leaves no place for"
            + " --tree",
        "--export x --write-chosen y -Y rpc.xid | --export writes messages in place of lines, which"
            + " leaves no place for --write-chosen"
      })
  void shouldRefuseWhatContradictsIt(String options, String message) {
    List<String> words = new ArrayList<>(List.of("live", "-i", "nosuch0"));
    words.addAll(List.of(options.split(" ")));
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int status =
        Main.run(
            words.toArray(new String[0]),
            new ByteArrayInputStream(new byte[0]),
            new ByteArrayOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("rdmadump: " + message + System.lineSeparator());
  }
}
