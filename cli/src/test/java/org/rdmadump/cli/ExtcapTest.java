package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Wireshark starts writes what {@code export} would, to the pipe that Wireshark names. */
class ExtcapTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "rocev2");
  private static final String ACL = CAPTURES.resolve("rocev2-nfs3-acl.pcap").toString();
  private static final String CUT = CAPTURES.resolve("rocev2-nfs41-snap128.pcap").toString();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;
  private Path pipe;

  @BeforeEach
  void makePipe() throws IOException {
    pipe = Files.createFile(folder.resolve("pipe"));
  }

  @Test
  void shouldWriteWhatExportWrites() throws IOException {
    assertThat(capture("rdmadump", "--file", ACL)).isEqualTo(ExitStatus.DONE);

    assertThat(pipe).hasBinaryContent(exported(ACL));
    assertThat(out()).isEmpty();
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldPassOnTheOptionsOfTheInterface() throws IOException {
    int status =
        capture("rdmadump", "--file", ACL, "--match", "nfs.op == WRITE", "--max-memory", "8M");

    assertThat(status).isEqualTo(ExitStatus.DONE);
    assertThat(pipe).hasBinaryContent(exported(ACL, "-Y", "nfs.op == WRITE"));
  }

  @Test
  void shouldTakeEmptyValuesForFieldsThatNobodyFilledIn() throws IOException {
    int status = capture("rdmadump", "--file", ACL, "--match", "", "--decode-as", "");

    assertThat(status).isEqualTo(ExitStatus.DONE);
    assertThat(pipe).hasBinaryContent(exported(ACL));
  }

  @Test
  void shouldSayNothingOfIncompleteMessagesThatAreWritten() throws IOException {
    assertThat(capture("rdmadump", "--file", CUT, "--incomplete")).isEqualTo(ExitStatus.DONE);

    assertThat(pipe).hasBinaryContent(exported(CUT, "--incomplete"));
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldEndWellWhenInterrupted() {
    Interruption interruption = new Interruption();
    interruption.request();

    assertThat(run(interruption, command("rdmadump", "--file", ACL))).isEqualTo(ExitStatus.DONE);
    assertThat(err()).doesNotContain("interrupted");
  }

  @Test
  void shouldSayThatTheCaptureIsNotThere() {
    assertThat(capture("rdmadump", "--file", "missing.pcap")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).isEqualTo(line("missing.pcap: no such file"));
    assertThat(pipe).isEmptyFile();
  }

  @Test
  void shouldSayThatThereIsNoSuchDevice() {
    assertThat(capture("rdmadump-live", "--device", "nosuch0")).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).startsWith("rdmadump: -i nosuch0: no such device");
    assertThat(pipe).isEmptyFile();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--extcap-interface rdmadump | no --file FILE: choose it in the options of the interface",
        "--extcap-interface rdmadump-live | no --device DEV: choose it in the options of the"
            + " interface",
        "--extcap-interface eth0 | --extcap-interface eth0: not one of rdmadump, rdmadump-live",
        "-m x | no --extcap-interface NAME: --capture needs it"
      })
  void shouldOpenThePipeBeforeItSaysWhatIsWrong(String arguments, String message) {
    List<String> words = new ArrayList<>(List.of("--capture", "--fifo", pipe.toString()));
    words.addAll(List.of(arguments.split(" ")));

    assertThat(run(new Interruption(), words)).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line(message));
  }

  @Test
  void shouldMakeNoFileWhereNoPipeIs() {
    String gone = folder.resolve("gone").toString();
    List<String> words =
        List.of("--capture", "--fifo", gone, "--extcap-interface", "rdmadump", "--file", ACL);

    assertThat(run(new Interruption(), words)).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line("--fifo " + gone + ": no such pipe"));
    assertThat(folder.resolve("gone")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--capture | no --fifo PIPE: --capture needs it",
        "x.pcap | extcap takes no word such as x.pcap, try extcap --help",
        "-w x | extcap takes no option -w, try extcap --help"
      })
  void shouldRefuseInOneLine(String arguments, String message) {
    assertThat(run(new Interruption(), List.of(arguments.split(" ")))).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line(message));
  }

  @ParameterizedTest
  @CsvSource({"--install", "--uninstall", "--extcap-interfaces", "--extcap-config"})
  void shouldSayWhatOnlyTheLauncherDoes(String option) {
    assertThat(run(new Interruption(), List.of(option))).isEqualTo(ExitStatus.USAGE);
    assertThat(err())
        .startsWith("rdmadump: " + option + ": only the command rdmadump of a package");
  }

  private int capture(String name, String... arguments) {
    return run(new Interruption(), command(name, arguments));
  }

  private List<String> command(String name, String... arguments) {
    List<String> words =
        new ArrayList<>(
            List.of("--capture", "--extcap-interface", name, "--fifo", pipe.toString()));
    words.addAll(List.of(arguments));
    return words;
  }

  private int run(Interruption interruption, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("extcap"));
    words.addAll(arguments);
    return Main.run(
        words.toArray(new String[0]),
        new ByteArrayInputStream(new byte[0]),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        Terminal.NONE,
        interruption);
  }

  private byte[] exported(String capture, String... options) throws IOException {
    Path file = folder.resolve("exported.pcapng");
    List<String> words =
        new ArrayList<>(List.of("export", "--force", "-o", file.toString(), capture));
    words.addAll(List.of(options));
    assertThat(
            Main.run(
                words.toArray(new String[0]),
                new ByteArrayInputStream(new byte[0]),
                new ByteArrayOutputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)))
        .isEqualTo(ExitStatus.DONE);
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes).isNotEmpty();
    return bytes;
  }

  private static String line(String message) {
    return "rdmadump: " + message + System.lineSeparator();
  }

  private String out() {
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
