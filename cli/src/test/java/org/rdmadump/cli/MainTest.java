package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  private static final String PORT_RULES =
      "not tcp:PORT=iwarp, udp:PORT=roce or service:PORT=PROTOCOL with a port from 1 to 65535"
          + " and PROTOCOL one of nfs, smbdirect, nvme, iser, lnet";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"-h", "--help", "dump --help", "-q -h nothing.pcap"})
  void shouldPrintTheHelpToStandardOutput(String line) {
    assertThat(run(line)).isEqualTo(ExitStatus.DONE);
    assertThat(out()).isEqualTo(Help.of(Verb.DUMP));
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldPrintTheVersion() {
    assertThat(run("--version")).isEqualTo(ExitStatus.DONE);
    assertThat(out()).startsWith("rdmadump ").endsWith("\n").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--foo | unknown option --foo, try --help",
        "--js a.pcap | unknown option --js (did you mean --json?), try --help",
        "--exchange a.pcap | unknown option --exchange (did you mean --exchanges?), try --help",
        "-vk a.pcap | unknown option -vk, try --help",
        "-nnvvXs0 a.pcap | dump takes no option -X; -x prints bytes in hex and ASCII",
        "-qA a.pcap | dump takes no option -A; -x prints bytes in hex and ASCII",
        "-Z a.pcap | unknown option -Z, try --help",
        "-c | option -c needs a value, try --help",
        "-w  a.pcap | option -w needs a value, try --help",
        "report -o  a.pcap | option -o needs a value, try report --help",
        "compare a.pcap b.pcap --report  -q | option --report needs a value, try compare --help",
        "live -i  -q | option -i needs a value, try live --help",
        "devices --sysfs  --json | option --sysfs needs a value, try devices --help",
        "ping  -c 1 | ping needs a HOST, try ping --help",
        "exercise client  -c 1 | exercise client needs one HOST, try exercise --help",
        "-c x a.pcap | option -c needs a number from 1 on, not x",
        "-c 0 a.pcap | option -c needs a number from 1 on, not 0",
        "-c a.pcap a.pcap | option -c needs a number from 1 on, not a.pcap",
        "-c 99999999999999999999 a.pcap "
            + "| option -c needs a number from 1 to 9223372036854775807, not 99999999999999999999",
        "-c 9223372036854775808 a.pcap "
            + "| option -c needs a number from 1 to 9223372036854775807, not 9223372036854775808",
        "-T xml a.pcap | -T xml: not one of text, fields, csv, json, ndjson",
        "-T json --json a.pcap | --json and -T json contradict each other",
        "-t x a.pcap | -t x: not one of a, ad, d, e, r, u, ud, nor -tt to -ttttt",
        "--data octal a.pcap | --data octal: not one of hex, base64",
        "--color maybe a.pcap | --color maybe: not one of auto, always, never",
        "--max-memory lots a.pcap | --max-memory lots: not a size such as 64M or 2G",
        "--max-memory 64X a.pcap | --max-memory 64X: not a size such as 64M or 2G",
        "--max-memory 1000 a.pcap | --max-memory 1000: less than 1M",
        "--decode-as udp:4792=iwarp a.pcap | --decode-as udp:4792=iwarp: " + PORT_RULES,
        "--decode-as udp:=roce a.pcap | --decode-as udp:=roce: " + PORT_RULES,
        "--decode-as udp:0=roce a.pcap | --decode-as udp:0=roce: " + PORT_RULES,
        "--decode-as tcp:65536=iwarp a.pcap | --decode-as tcp:65536=iwarp: " + PORT_RULES,
        "- - | standard input can be read only once",
        "-v | no capture file, try --help",
        "stats --json | no capture file, try stats --help",
        "check -q | no capture file, try check --help",
        "export -o x | no capture file, try export --help",
        "extract -o x | no capture file, try extract --help",
        "-c trace.pcap | option -c needs a number from 1 on, not trace.pcap",
        "stats -c trace.pcap | option -c needs a number from 1 on, not trace.pcap",
        "export -o x -c a.pcap | option -c needs a number from 1 on, not a.pcap",
        "extract -o x -c a.pcap | option -c needs a number from 1 on, not a.pcap",
        "check --fail-on a.pcap | --fail-on a.pcap: not one of note, warning, error, none",
        "--follow a.pcap b.pcap | --follow needs one file or folder",
        "--follow - | --follow needs one file or folder",
        "ping | ping needs a HOST, try ping --help",
        "exercise a.pcap | exercise needs server or client HOST, try exercise --help",
        "exercise client | exercise client needs one HOST, try exercise --help",
        "exercise server x | exercise server takes no x, try exercise --help",
        "exercise server -w y | -w is for exercise client",
        "exercise client h --pattern coun | --pattern coun: not one of random, count, text, zeros,"
            + " ones (did you mean count?)",
        "exercise client h -w - | exercise reads its capture again: -w needs a file",
        "exercise client h -i a -i b | exercise captures one device, not 2",
        "exercise client h --count 0 | option -c needs a number from 1 on, not 0",
        "ping a b | ping calls one host, not 2, try ping --help",
        "ping h --program smb | --program smb: not nfs or a number from 0 to 4294967295",
        "ping h --port 0 | -p 0: not a number from 1 to 65535",
        "ping h --version | option --version needs a value, try ping --help",
        "ping h --interval 0 | --interval 0: not a number of seconds above 0, such as 1 or 0.25",
        "-v -D | -D lists devices: it comes first, as in rdmadump -D",
        "-D eth0 | devices lists all devices and takes no eth0, try devices --help",
        "devices -T csv | -T csv: not one of text, json, ndjson",
        "-D --sysfs | option --sysfs needs a value, try devices --help",
        "stats -D | stats takes no option -D, try stats --help",
        "stat a.pcap | stat: no such file or verb (did you mean stats?), try --help",
        "chekc | chekc: no such file or verb (did you mean check?), try --help",
        "STATS a.pcap | STATS: no such file or verb (did you mean stats?), try --help",
        "exprot -o x a.pcap " + "| exprot: no such file or verb (did you mean export?), try --help",
        "chekc --fail-on note a.pcap "
            + "| chekc: no such file or verb (did you mean check?), try --help",
        "-v dmup | dmup: no such file or verb (did you mean dump?), try --help",
        "-v stats a.pcap | stats: no such file; a verb comes before its options, try --help",
        "a.pcap stats | stats: no such file; a verb comes before its options, try --help",
        "man dump | man prints one page, and takes no dump, try man --help",
        "-w out.pcap --json a.pcap "
            + "| -w writes frames and prints no records, so leave out --json",
        "live a.pcap | live captures devices, and takes no file such as a.pcap, try live --help",
        "live -i eth0 -W 3 | -W needs -C SIZE or -G SECONDS",
        "live -i eth0 -C 1M | -C needs -w FILE",
        "live -i eth0 -G 5 -w - | -G needs -w FILE",
        "live -i eth0 -G 0 -w x | -G 0: not a number of seconds above 0, such as 1 or 0.25",
        "live -i eth0 -w x -C 1K -W 0 | -W 0: not a number from 1 to 99999",
        "live -i eth0 -s 262145 | -s 262145: not a number from 0 to 262144",
        "live -i eth0 --duration x "
            + "| --duration x: not a number of seconds above 0, such as 1 or 0.25",
        "live -i eth0 --queue 1K | --queue 1K: less than 1M",
        "live -i eth0 -B much | --buffer much: not a size such as 64M or 2G",
        "live -i eth0 -w - --json "
            + "| -w - writes the capture to standard output, which leaves no place for --json"
      })
  void shouldRefuseInOneLine(String line, String message) {
    assertThat(run(line)).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo("rdmadump: " + message + System.lineSeparator());
    assertThat(out()).isEmpty();
  }

  @Test
  void shouldSayHowAFileIsNamedThatLooksLikeAnOption() throws IOException {
    Path file = Files.createFile(Path.of("-looks-like-an-option.pcap"));
    try {
      assertThat(run("-r " + file)).isEqualTo(ExitStatus.USAGE);
      assertThat(err())
          .isEqualTo(
              "rdmadump: option -r needs a value (the file "
                  + file
                  + " is ./"
                  + file
                  + "), try --help"
                  + System.lineSeparator());
    } finally {
      Files.delete(file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"100T", "99999999999G", "99999999T", "99999999999999999"})
  void shouldRefuseMoreMemoryThanThereIs(String size) {
    String most = MachineMemory.ofThisMachine().text();
    assertThat(run("--max-memory " + size + " a.pcap")).isEqualTo(ExitStatus.USAGE);
    assertThat(err())
        .isEqualTo(
            "rdmadump: --max-memory " + size + ": more than " + most + System.lineSeparator());
  }

  @Test
  void shouldTakeAllTheMemoryThatThereIs() {
    long bytes = MachineMemory.ofThisMachine().bytes();
    assertThat(run("-q --max-memory " + bytes + " -", Captures.at(1))).isEqualTo(ExitStatus.DONE);
    assertThat(run("-q --max-memory " + (bytes + 1) + " -")).isEqualTo(ExitStatus.USAGE);
  }

  @ParameterizedTest
  @CsvSource({
    "-c x -c 1 -q -, 0",
    "-c x -c 9223372036854775807 -q -, 0",
    "-c 1 -c x -q -, 2",
    "-t x -t e -, 0",
    "-t e -t x -, 2",
    "-T xml -T text -q -, 0",
    "--max-memory 1 --max-memory 65M -q -, 0",
    "--max-memory 65M --max-memory 100T -q -, 2",
    "--color maybe --color never -q -, 0"
  })
  void shouldTakeTheLastOfRepeatedOptions(String line, int status) {
    assertThat(run(line, Captures.at(1))).isEqualTo(status);
  }

  @Test
  void shouldRefuseAnEmptyCommandLine() {
    assertThat(Main.run(new String[0], InputStream.nullInputStream(), out, print()))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err()).contains("no capture file");
  }

  @Test
  void shouldSayThatAFileIsNotThere() {
    assertThat(run("missing.pcap")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).isEqualTo("rdmadump: missing.pcap: no such file" + System.lineSeparator());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "xyz | xyz: no such file or verb, try --help",
        "a.pcap.gone dmup | a.pcap.gone: no such file",
        "--follow xyz | xyz: no such file or verb, try --help",
        "dump chekc | chekc: no such file",
        "dump --follow chekc | chekc: no such file",
        "stats xyz | xyz: no such file",
        "no/dmup | no/dmup: no such file",
        "-r | '': no such file"
      })
  void shouldSayThatAWordIsNeitherAFileNorAVerb(String line, String message) {
    String[] arguments = line.equals("-r") ? new String[] {"-r", ""} : line.split(" ", -1);
    assertThat(run(arguments, new byte[0], out)).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).isEqualTo("rdmadump: " + message + System.lineSeparator());
  }

  @Test
  void shouldSayThatAFileIsNotACapture() {
    assertThat(run("-", "text".getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).startsWith("rdmadump: standard input: not a pcap or pcapng capture");
  }

  @Test
  void shouldSayThatAFolderIsEmpty() {
    assertThat(run(new String[] {directory.toString()}, new byte[0], out))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err())
        .isEqualTo("rdmadump: " + directory + ": no file in the folder" + System.lineSeparator());
  }

  @Test
  void shouldPrintNothingForACaptureWithoutRdma() {
    assertThat(run("-", Captures.at(1, 2))).isEqualTo(ExitStatus.DONE);
    assertThat(out()).isEmpty();
    assertThat(err()).startsWith("rdmadump: no RDMA packet in 2 frames; 2 frames without IP; ");
  }

  @Test
  void shouldSayOnATerminalThatThereIsNothingToPrint() {
    assertThat(onTerminal("--json", "-")).isEqualTo(ExitStatus.DONE);
    assertThat(out()).isEmpty();
    assertThat(err()).startsWith("rdmadump: no RDMA packet in 2 frames; ").hasLineCount(1);
  }

  private int onTerminal(String... arguments) {
    return Main.run(
        arguments,
        new ByteArrayInputStream(Captures.at(1, 2)),
        out,
        print(),
        new Terminal(true, false, true, false, 80, true, false),
        new Interruption());
  }

  @Test
  void shouldPrintOnlyTheCountsIfAsked() {
    assertThat(run("-q -", Captures.at(1, 2))).isEqualTo(ExitStatus.DONE);
    assertThat(out()).contains("2 frames");

    out.reset();
    assertThat(run("-q --json -", Captures.at(1, 2))).isEqualTo(ExitStatus.DONE);
    assertThat(out())
        .startsWith("{\"record\":\"summary\",\"format\":2,\"frames\":2,")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-T json -", "dump -Tjson -r -"})
  void shouldPrintAnEmptyArrayWhereThereIsNoMessage(String line) {
    assertThat(run(line, Captures.at(1))).isEqualTo(ExitStatus.DONE);
    assertThat(out()).isEqualTo("[\n]\n");
  }

  @Test
  void shouldReadSeveralFilesAsOne() throws IOException {
    Path first = Files.write(directory.resolve("a.pcap"), Captures.at(1, 3));
    Path second = Files.write(directory.resolve("b.pcap"), Captures.at(2));

    assertThat(
            run(
                new String[] {"-q", "--json", "-r", first.toString(), second.toString()},
                new byte[0],
                out))
        .isEqualTo(ExitStatus.DONE);
    assertThat(out()).contains("\"frames\":3,").contains("\"duration_ns\":2}");
  }

  @Test
  void shouldPrintWhatComesBeforeACorruptTail() {
    byte[] whole = Captures.at(1, 2, 3);

    assertThat(run("-q --json -", Arrays.copyOf(whole, whole.length - 1)))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(out()).contains("\"frames\":2,");
    assertThat(err())
        .startsWith("rdmadump: no RDMA packet in 2 frames that could be read; ")
        .contains(System.lineSeparator() + "rdmadump: standard input: cut short in frame 3 ")
        .endsWith(", at byte 176" + System.lineSeparator())
        .hasLineCount(2);
  }

  @Test
  void shouldReadCompressedCaptures() throws IOException {
    Path gzip = Files.write(directory.resolve("a.pcap.gz"), gzip(Captures.at(1, 3)));

    assertThat(
            run(new String[] {"-q", "--json", "-", gzip.toString()}, gzip(Captures.at(2, 5)), out))
        .isEqualTo(ExitStatus.DONE);
    assertThat(out()).contains("\"frames\":4,").contains("\"duration_ns\":4}");
    assertThat(err()).startsWith("rdmadump: no RDMA packet in ").hasLineCount(1);
  }

  @Test
  void shouldReadZstdWithTheLibraryThatThisModuleBrings() {
    byte[] capture = Captures.at(1);
    // A frame of one raw block, RFC 8878: magic number, descriptor, window of 1 KiB, block header.
    ByteBuffer frame = ByteBuffer.allocate(9 + capture.length).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0xfd2fb528).putShort((short) 0);
    frame.putShort((short) ((capture.length << 3) | 1)).put((byte) 0).put(capture);

    assertThat(run("-q --json -", frame.array())).isEqualTo(ExitStatus.DONE);
    assertThat(out()).contains("\"frames\":1,");
    assertThat(err()).startsWith("rdmadump: no RDMA packet in ").hasLineCount(1);
  }

  @Test
  void shouldPrintWhatComesBeforeACorruptTailOfACompressedCapture() throws IOException {
    byte[] corrupt = gzip(Captures.at(1, 2, 3));
    corrupt[corrupt.length - 8] ^= 1;
    Path file = Files.write(directory.resolve("corrupt.pcap.gz"), corrupt);

    assertThat(run(new String[] {"-q", "--json", file.toString()}, new byte[0], out))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(out()).contains("\"frames\":3,");
    assertThat(err())
        .startsWith("rdmadump: no RDMA packet in 3 frames that could be read; ")
        .endsWith(
            System.lineSeparator()
                + "rdmadump: "
                + file
                + ": gzip data corrupt (checksum) after frame 3, at byte "
                + (corrupt.length - 8)
                + System.lineSeparator())
        .hasLineCount(2);
  }

  @Test
  void shouldEndSilentlyWhenNobodyReads() {
    assertThat(run(new String[] {"--help"}, new byte[0], failing("Broken pipe")))
        .isEqualTo(ExitStatus.CLOSED_PIPE);
    assertThat(run(new String[] {"-q", "-"}, Captures.at(1), failing("Broken pipe")))
        .isEqualTo(ExitStatus.CLOSED_PIPE);
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldSayThatTheOutputCannotBeWritten() {
    assertThat(run(new String[] {"-q", "-"}, Captures.at(1), failing("No space left on device")))
        .isEqualTo(ExitStatus.OUTPUT);
    assertThat(err())
        .isEqualTo("rdmadump: standard output: No space left on device" + System.lineSeparator());
  }

  @Test
  void shouldSayThatTheInputFailed() {
    InputStream broken =
        new InputStream() {
          private final InputStream start = new ByteArrayInputStream(Captures.at(1, 2));

          @Override
          public int read() throws IOException {
            return failAtEnd(start.read());
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return failAtEnd(start.read(bytes, offset, length));
          }

          private int failAtEnd(int result) throws IOException {
            if (result < 0) {
              throw new IOException("Input/output error");
            }
            return result;
          }
        };

    assertThat(Main.run(new String[] {"-q", "-"}, broken, out, print()))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(out()).contains("frame");
    assertThat(err())
        .contains("rdmadump: standard input: Input/output error")
        .contains("rdmadump: no RDMA packet in 2 frames that could be read; ")
        .hasLineCount(2);
  }

  @Test
  void shouldPrintTheCountsWhenInterrupted() {
    Interruption interruption = new Interruption();
    interruption.request();

    int status =
        Main.run(
            new String[] {"--json", "-"},
            new ByteArrayInputStream(Captures.at(1)),
            out,
            print(),
            Terminal.NONE,
            interruption);

    assertThat(status).isEqualTo(ExitStatus.INTERRUPTED);
    assertThat(out()).isEmpty();
    assertThat(err()).contains("0 frames");
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(bytes);
    }
    return compressed.toByteArray();
  }

  private int run(String line) {
    return run(line, new byte[0]);
  }

  private int run(String line, byte[] input) {
    return run(line.split(" ", -1), input, out);
  }

  private int run(String[] arguments, byte[] input, OutputStream output) {
    return Main.run(arguments, new ByteArrayInputStream(input), output, print());
  }

  private PrintStream print() {
    return new PrintStream(err, true, StandardCharsets.UTF_8);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }
}
