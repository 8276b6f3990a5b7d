package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that would do nothing beside others are refused, and nothing else is. */
class WithoutEffectTest {
  private static final String CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-acl.pcap").toString();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String options) {
    List<String> words = new ArrayList<>(List.of(options.split(" ", -1)));
    words.add(CAPTURE);
    return Main.run(
        words.toArray(new String[0]),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "--force, --force needs -w FILE",
    "--with-setup, --with-setup needs -w FILE",
    "--columns number -v, leave out -v",
    "--columns number -V, leave out -V",
    "--columns number -x, leave out -x",
    "-T csv -vv, leave out -v",
    "-T fields -e number -x, leave out -x",
    "--frames -T csv -x, leave out -x",
    "-q --columns number, leave out --columns",
    "-q -t e, leave out -t",
    "-q -tttt, leave out -t",
    "-q --utc, leave out --utc",
    "-q --tz UTC, leave out --tz",
    "-q --strsize 9, leave out --strsize",
    "--connections -v, leave out -v",
    "--connections -V, leave out -V",
    "--connections -t e, leave out -t",
    "--connections --utc, leave out --utc",
    "--connections --strsize 9, leave out --strsize"
  })
  void shouldRefuse(String options, String why) {
    assertThat(run(options)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(why);
    assertThat(out.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-q -v",
        "-q -x",
        "-q --exchanges",
        "-q --color always",
        "-T csv -t e",
        "-T csv -n -l",
        "--json -x",
        "--columns number --strsize 9",
        "--connections --json -t e"
      })
  void shouldTakeWhatIsDocumentedToDoNothing(String options) {
    assertThat(run(options)).isEqualTo(ExitStatus.DONE);
  }
}
