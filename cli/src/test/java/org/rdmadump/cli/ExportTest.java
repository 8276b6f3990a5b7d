package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

class ExportTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "rocev2");
  private static final String ACL = CAPTURES.resolve("rocev2-nfs3-acl.pcap").toString();
  private static final int MESSAGES = 44;
  private static final Path FULL = Path.of("/dev/full");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;
  private String output;

  @BeforeEach
  void nameTheOutput() {
    output = folder.resolve("out.pcapng").toString();
  }

  @Test
  void shouldWriteAFileAndSayHowManyMessages() throws IOException {
    assertThat(export(ACL, "-o", output)).isEqualTo(ExitStatus.DONE);

    assertThat(frames(Files.readAllBytes(Path.of(output)))).isEqualTo(MESSAGES);
    assertThat(out()).isEmpty();
    assertThat(err()).isEqualTo(line(MESSAGES + " messages written"));
  }

  @Test
  void shouldSayThatAFileIsPcapngWhoseNameSaysPcap() {
    String misnamed = folder.resolve("out.pcap").toString();

    assertThat(export(ACL, "-o", misnamed)).isEqualTo(ExitStatus.DONE);

    assertThat(err())
        .isEqualTo(line(MESSAGES + " messages written; the format is pcapng, not pcap"));
    err.reset();
    assertThat(export(ACL, "-q", "--force", "-o", misnamed)).isEqualTo(ExitStatus.DONE);
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldWriteTheSameToStandardOutput() throws IOException {
    export(ACL, "-o", output);
    err.reset();
    assertThat(export("-o", "-", ACL)).isEqualTo(ExitStatus.DONE);

    assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(Path.of(output)));
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldReadStandardInput() throws IOException {
    byte[] capture = Files.readAllBytes(Path.of(ACL));
    assertThat(export(capture, Terminal.NONE, new Interruption(), "-", "--output", output))
        .isEqualTo(ExitStatus.DONE);

    assertThat(frames(Files.readAllBytes(Path.of(output)))).isEqualTo(MESSAGES);
  }

  @ParameterizedTest
  @CsvSource({"-c 3, 3", "-c 3 -l, 3", "--upper-pdu, 44", "--max-memory 1M, 44"})
  void shouldDoAsTheOptionsSay(String options, int frames) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(options.split(" ")));
    arguments.addAll(List.of(ACL, "-o", output));
    assertThat(export(arguments.toArray(new String[0]))).isEqualTo(ExitStatus.DONE);

    assertThat(frames(Files.readAllBytes(Path.of(output)))).isEqualTo(frames);
  }

  @Test
  void shouldNotOverwriteUnlessTold() throws IOException {
    Files.writeString(Path.of(output), "mine");

    assertThat(export(ACL, "-o", output)).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line(output + " exists; --force overwrites it"));
    assertThat(Path.of(output)).hasContent("mine");

    assertThat(export(ACL, "-o", output, "--force")).isEqualTo(ExitStatus.DONE);
    assertThat(frames(Files.readAllBytes(Path.of(output)))).isEqualTo(MESSAGES);
  }

  @Test
  void shouldNeverOverwriteAnInput() throws IOException {
    Path input = Files.copy(Path.of(ACL), folder.resolve("in.pcap"));
    byte[] before = Files.readAllBytes(input);
    Path link = Files.createSymbolicLink(folder.resolve("link.pcap"), input);

    assertThat(export("--force", input.toString(), "-o", link.toString()))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line(link + " is also an input; it would overwrite itself"));
    assertThat(input).hasBinaryContent(before);
  }

  @Test
  void shouldLeaveTheOutputAloneIfAnInputCannotBeOpened() throws IOException {
    Files.writeString(Path.of(output), "mine");

    assertThat(export("--force", "missing.pcap", "-o", output)).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).isEqualTo(line("missing.pcap: no such file"));
    assertThat(Path.of(output)).hasContent("mine");
  }

  @Test
  void shouldSayHowManyMessagesItLeftOutAndWhy() {
    String cut = CAPTURES.resolve("rocev2-nfs41-snap128.pcap").toString();
    assertThat(export(cut, "-o", output)).isEqualTo(ExitStatus.DONE);
    assertThat(err()).endsWith(line("left out 316 incomplete messages, bytes truncated"));

    String odd = CAPTURES.resolve("rocev2-odd.pcap").toString();
    assertThat(export(odd, "--force", "-o", output)).isEqualTo(ExitStatus.DONE);
    assertThat(err())
        .endsWith(
            line("left out 2 incomplete messages, bytes lost")
                + line("left out 17 messages without RPC"));
  }

  @Test
  void shouldNotCallMessagesIncompleteWhoseBytesWereNotKept() {
    // Without the calls, nothing advertises the memory of the Reply chunks.
    String server = "src host 192.168.77.1";

    assertThat(export(ACL, "-f", server, "-o", output)).isEqualTo(ExitStatus.DONE);
    assertThat(err())
        .isEqualTo(line("16 messages written") + line("left out 6 messages, bytes not kept"));

    assertThat(export(ACL, "-f", server, "--incomplete", "--force", "-o", output))
        .isEqualTo(ExitStatus.DONE);
    assertThat(err())
        .endsWith(
            line("22 messages written") + line("as far as they go: 6 messages, bytes not kept"));
  }

  @Test
  void shouldSayThatThereIsNothingToExport() throws IOException {
    assertThat(export(Captures.at(1, 2), Terminal.NONE, new Interruption(), "-", "-o", output))
        .isEqualTo(ExitStatus.DONE);

    assertThat(err())
        .startsWith(line("0 messages written"))
        .contains("no RDMA packet in 2 frames; ");
    assertThat(frames(Files.readAllBytes(Path.of(output)))).isZero();
  }

  @Test
  void shouldExportWhatComesBeforeACorruptTail() throws IOException {
    byte[] capture = Files.readAllBytes(Path.of(ACL));
    byte[] cut = Arrays.copyOf(capture, capture.length - 1000);

    assertThat(export(cut, Terminal.NONE, new Interruption(), "-", "-o", output))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).contains("standard input: cut short in frame ");
    assertThat(frames(Files.readAllBytes(Path.of(output)))).isBetween(1, MESSAGES);
  }

  @Test
  void shouldSayThatTheDiskIsFull() {
    assumeThat(FULL).exists();

    assertThat(export(ACL, "-o", FULL.toString())).isEqualTo(ExitStatus.OUTPUT);
    assertThat(err()).isEqualTo(line("/dev/full: No space left on device"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b.pcapng", "a/b/c.pcapng"})
  void shouldSayThatTheFolderOfTheOutputIsNotThere(String below) {
    Path file = folder.resolve(below);

    for (String force : List.of("--progress=never", "--force")) {
      err.reset();
      assertThat(export(ACL, "-o", file.toString(), force)).isEqualTo(ExitStatus.USAGE);
      assertThat(err()).isEqualTo(line(file + ": there is no folder " + file.getParent()));
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldMakeNoFolderForACaptureThatIsNotThere() {
    assertThat(export("gone.pcap", "-o", folder.resolve("a/b").toString()))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldNotMakeAFileOfANameThatIsAFolders() {
    assertThat(export(ACL, "-o", folder + "/new/")).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line(folder + "/new/ names a folder, not a file"));
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({"file/x, Not a directory", "file/x/y, Not a directory"})
  void shouldSayThatAFileIsInTheWayOfAFolder(String below, String why) throws IOException {
    Files.createFile(folder.resolve("file"));
    Path file = folder.resolve(below);

    assertThat(export(ACL, "-o", file.toString())).isEqualTo(ExitStatus.OUTPUT);
    assertThat(err()).isEqualTo(line(file + ": " + why));
  }

  @Test
  void shouldSayThatTheOutputCannotBeMade() throws IOException {
    Path broken = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("gone"));
    assertThat(export(ACL, "-o", broken.resolve("x").toString())).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line(broken.resolve("x") + ": there is no folder " + broken));
    err.reset();

    assertThat(export(ACL, "-o", folder.toString())).isEqualTo(ExitStatus.OUTPUT);
    assertThat(err()).isEqualTo(line(folder + ": is a directory"));
  }

  @Test
  void shouldNotPutBinaryDataOnATerminal() throws IOException {
    Terminal terminal = new Terminal(true, false, false, false, 80, true, false);

    assertThat(export(new byte[0], terminal, new Interruption(), ACL, "-o", "-"))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line("standard output is a terminal: say -o FILE, or pipe it"));
    assertThat(out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "-w, -w - FILE",
    "-w, dump -w - FILE",
    "--trace, report -o NEW --trace - FILE",
    "-o, report -o - FILE"
  })
  void shouldNameTheOptionThatTheCommandHas(String option, String commandLine) {
    Terminal terminal = new Terminal(true, false, false, false, 80, true, false);
    Path other = folder.resolve("new");
    String[] words = commandLine.replace("FILE", ACL).replace("NEW", other.toString()).split(" ");

    int status =
        Main.run(
            words,
            new ByteArrayInputStream(new byte[0]),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal,
            new Interruption());

    assertThat(status).isEqualTo(ExitStatus.USAGE);
    assertThat(err())
        .isEqualTo(line("standard output is a terminal: say " + option + " FILE, or pipe it"));
    assertThat(other).doesNotExist();
  }

  @Test
  void shouldEndSilentlyWhenNobodyReads() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    int status =
        Main.run(
            new String[] {"export", ACL, "-o", "-"},
            new ByteArrayInputStream(new byte[0]),
            closed,
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(ExitStatus.CLOSED_PIPE);
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldLeaveAWholeFileWhenInterrupted() throws IOException {
    Interruption interruption = new Interruption();
    interruption.request();

    assertThat(export(new byte[0], Terminal.NONE, interruption, ACL, "-o", output))
        .isEqualTo(ExitStatus.INTERRUPTED);
    assertThat(err()).startsWith("rdmadump: interrupted; 0 messages written");
    assertThat(frames(Files.readAllBytes(Path.of(output)))).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.pcap | no output: say -o FILE, or -o - for standard output, try export --help",
        "-o x | no capture file, try export --help",
        "a.pcap -o | option -o needs a value, try export --help",
        "--json a.pcap -o x | export takes no option --json, try export --help",
        "--outptu x a.pcap | unknown option --outptu (did you mean --output?), try export --help",
        "-w y a.pcap -o x | export takes no option -w, try export --help",
        "-c 0 a.pcap -o x | option -c needs a number from 1 on, not 0"
      })
  void shouldRefuseInOneLine(String arguments, String message) {
    assertThat(export(arguments.split(" "))).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line(message));
    assertThat(out()).isEmpty();
  }

  @Test
  void shouldNotTakeItsOptionsInDump() {
    int status =
        Main.run(
            new String[] {"--upper-pdu", ACL},
            new ByteArrayInputStream(new byte[0]),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo(line("dump takes no option --upper-pdu, rdmadump export does"));
  }

  @Test
  void shouldHaveAHelpOfItsOwn() {
    assertThat(export("--help")).isEqualTo(ExitStatus.DONE);
    assertThat(out()).isEqualTo(Help.of(Verb.EXPORT)).contains("rdmadump export");
  }

  private int export(String... arguments) {
    return export(new byte[0], Terminal.NONE, new Interruption(), arguments);
  }

  private int export(byte[] in, Terminal terminal, Interruption interruption, String... arguments) {
    List<String> words = new ArrayList<>(List.of("export"));
    words.addAll(List.of(arguments));
    out.reset();
    err.reset();
    return Main.run(
        words.toArray(new String[0]),
        new ByteArrayInputStream(in),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminal,
        interruption);
  }

  private static int frames(byte[] capture) throws IOException {
    int count = 0;
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(capture), "x")) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        count++;
      }
      assertThat(source.damage()).isEmpty();
    }
    return count;
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
