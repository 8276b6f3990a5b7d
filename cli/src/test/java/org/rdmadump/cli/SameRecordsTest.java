package org.rdmadump.cli;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Compressed;
import org.rdmadump.testing.Needs;

/**
 * The same frames give the same records, byte for byte: in one file or in two, in either format,
 * compressed by whatever means, from a file or from standard input.
 */
class SameRecordsTest {
  private static final Path ROCE = Path.of("..", "testdata", "captures", "rocev2");
  private static final Path ACL = ROCE.resolve("rocev2-nfs3-acl.pcap");

  /** Of several blocks, which are inflated one by one, in either compression. */
  private static final Path LARGE = ROCE.resolve("rocev2-mixed-versions.pcap");

  /** Captures with less are split at every frame. */
  private static final int FEW = 200;

  private static final int SPLITS = 6;

  /** What corrupt compressed data is called; the frame is absent before the first one. */
  private static final Pattern CORRUPT =
      Pattern.compile(
          "(?:rdmadump: no (?:RPC-over-RDMA message|RDMA packet) in .* that could be read; .*\\R)?"
              + "rdmadump: (?<file>.*?): (?:other data follows the )?"
              + "(?<compression>gzip|zstd) data.*"
              + " (?:before the first frame|after frame (?<frame>\\d+)), at byte \\d+\\R");

  @TempDir Path folder;

  private record Run(int status, String out, String err) {}

  static List<Path> captures() throws IOException {
    return GoldenTest.captures();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldReadAFileSplitInTwoAsOne(Path capture) throws IOException {
    CopiedFrames frames = CopiedFrames.of(capture);
    String expected = whole(capture);
    String summary = run(InputStream.nullInputStream(), "--json", "-q", capture.toString()).out;
    // By time is how files are merged.
    assertThat(frames.areInOrder()).isTrue();
    for (int at : places(frames.count())) {
      String first = write("first", frames.pcap(0, at));
      String second =
          write(
              "second",
              at % 2 == 0
                  ? frames.pcap(at, frames.count())
                  : frames.pcapng(LITTLE_ENDIAN, at, frames.count()));
      assertSame("split before frame " + (at + 1), expected, records(first, second));
      assertSame(
          "counts, split before frame " + (at + 1),
          summary,
          run(InputStream.nullInputStream(), "--json", "-q", first, second).out);
    }
  }

  /** Before every frame, or before the second, the last and a few between. */
  private static Iterable<Integer> places(int frames) {
    if (frames <= FEW) {
      return IntStream.range(1, frames)::iterator;
    }
    SplittableRandom random = new SplittableRandom(frames);
    TreeSet<Integer> places = new TreeSet<>(List.of(1, frames - 1));
    while (places.size() < SPLITS) {
      places.add(random.nextInt(1, frames));
    }
    return places;
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldReadEveryFormAlike(Path capture) throws IOException {
    String expected = whole(capture);
    for (Map.Entry<String, byte[]> form : forms(capture).entrySet()) {
      byte[] bytes = form.getValue();
      assertSame(form.getKey() + ", file", expected, records(write("form", bytes)));
      assertSame(form.getKey() + ", standard input", expected, fromStandardInput(bytes));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"as it is", "pcapng", "gzip", "zstd"})
  void shouldReadAFifoByItsName(String form) throws Exception {
    // given
    Needs.command("mkfifo", "coreutils");
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    byte[] bytes = forms(ACL).getOrDefault(form, new byte[0]);

    // when
    Thread writer = new Thread(() -> writeTo(fifo, bytes), "writes to " + fifo);
    writer.start();

    // then
    assertSame(form, whole(ACL), records(fifo.toString()));
    writer.join();
  }

  @Test
  void shouldMergeAFifoWithAFile() throws Exception {
    Needs.command("mkfifo", "coreutils");
    CopiedFrames frames = CopiedFrames.of(ACL);
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    byte[] bytes = frames.pcap(100, frames.count());

    Thread writer = new Thread(() -> writeTo(fifo, bytes), "writes to " + fifo);
    writer.start();

    assertSame("FIFO", whole(ACL), records(write("first", frames.pcap(0, 100)), fifo.toString()));
    writer.join();
  }

  private static void writeTo(Path fifo, byte[] bytes) {
    try {
      Files.write(fifo, bytes, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a ring of many small files, whose ends overlap where frames are not in order of time. */
  @ParameterizedTest
  @ValueSource(ints = {16, 64})
  void shouldReadAFileInManyPiecesAsOne(int each) throws IOException {
    for (Path capture : captures()) {
      CopiedFrames frames = CopiedFrames.of(capture);
      List<String> pieces = new ArrayList<>();
      for (int at = 0; at < frames.count(); at += each) {
        int to = Math.min(at + each, frames.count());
        pieces.add(write("piece" + pieces.size(), frames.pcap(at, to)));
      }
      assertSame(capture.toString(), whole(capture), records(pieces.toArray(new String[0])));
    }
  }

  private static Map<String, byte[]> forms(Path capture) throws IOException {
    CopiedFrames frames = CopiedFrames.of(capture);
    byte[] plain = Files.readAllBytes(capture);
    byte[] pcapng = frames.pcapng(LITTLE_ENDIAN, 0, frames.count());
    Map<String, byte[]> forms = new LinkedHashMap<>();
    forms.put("as it is", plain);
    forms.put("pcap", frames.pcap(0, frames.count()));
    forms.put("pcapng", pcapng);
    forms.put("big-endian pcapng", frames.pcapng(BIG_ENDIAN, 0, frames.count()));
    for (String compression : List.of("gzip", "zstd")) {
      forms.put(compression, Compressed.of(compression, plain));
      forms.put(compression + " in parts", Compressed.inParts(compression, plain));
      forms.put("pcapng, " + compression, Compressed.of(compression, pcapng));
    }
    return forms;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gzip -1", "gzip -9", "zstd -q -1", "zstd -q --no-check", "zstd -q --long=27 -T0"})
  void shouldReadWhatTheProgramsWrite(String line) throws Exception {
    List<String> command = new ArrayList<>(List.of(line.split(" ")));
    Needs.command(command.get(0), command.get(0));
    command.add("-c");
    for (Path capture : List.of(ACL, LARGE, ROCE.resolve("rocev2-nfs41-pcapng.pcapng"))) {
      byte[] whole = Files.readAllBytes(capture);
      byte[] first = compress(command, Arrays.copyOf(whole, whole.length / 3));
      byte[] second = compress(command, Arrays.copyOfRange(whole, whole.length / 3, whole.length));
      assertThat(first).hasSizeLessThan(whole.length);
      String expected = whole(capture);
      assertSame(line + ", file", expected, records(write("one", compress(command, whole))));
      assertSame(
          line + ", two, standard input",
          expected,
          fromStandardInput(Compressed.join(first, second)));
    }
  }

  private byte[] compress(List<String> command, byte[] bytes) throws Exception {
    Path input = Files.write(folder.resolve("input"), bytes);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(input.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] compressed = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return compressed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void shouldLoseOnlyTheTailOfACutFile(String compression) throws IOException {
    CopiedFrames frames = CopiedFrames.of(LARGE);
    byte[] whole = Compressed.of(compression, Files.readAllBytes(LARGE));
    TreeSet<Integer> read = new TreeSet<>();
    for (int length = 100; length < whole.length; length += whole.length / 20) {
      read.add(framesBeforeDamage(compression, frames, Arrays.copyOf(whole, length)));
    }
    read.add(framesBeforeDamage(compression, frames, Arrays.copyOf(whole, whole.length - 1)));
    assertThat(read).hasSizeGreaterThan(5);
    assertThat(read.last()).isEqualTo(frames.count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void shouldLoseOnlyThePartsFromTheDamagedOneOn(String compression) throws IOException {
    CopiedFrames frames = CopiedFrames.of(ACL);
    byte[] capture = frames.pcap(0, frames.count());
    for (int at = 1; at < frames.count(); at += 20) {
      int firstLength = frames.pcap(0, at).length;
      byte[] first = Compressed.of(compression, Arrays.copyOf(capture, firstLength));
      byte[] rest =
          Compressed.of(compression, Arrays.copyOfRange(capture, firstLength, capture.length));
      byte[] garbage = rest.clone();
      // The magic number stays, the flags behind it do not.
      Arrays.fill(garbage, compression.equals("gzip") ? 3 : 4, 16, (byte) 0x5a);
      byte[] damaged = Compressed.join(first, garbage);
      assertThat(framesBeforeDamage(compression, frames, damaged)).isEqualTo(at);
      Arrays.fill(garbage, 0, 16, (byte) 0x5a);
      byte[] noMagic = Compressed.join(first, garbage);
      assertThat(framesBeforeDamage(compression, frames, noMagic)).isEqualTo(at);
      byte[] cut = Compressed.join(first, Arrays.copyOf(rest, 3));
      assertThat(framesBeforeDamage(compression, frames, cut)).isEqualTo(at);
    }
  }

  /** Reads a damaged file that way and from standard input: records, message and exit status. */
  private int framesBeforeDamage(String compression, CopiedFrames frames, byte[] damaged)
      throws IOException {
    String file = write("damaged", damaged);
    Run fromFile = run(InputStream.nullInputStream(), "--json", "--digest", file);
    Run piped = run(new ByteArrayInputStream(damaged), "--json", "--digest", "-");
    assertThat(piped.status).isEqualTo(fromFile.status).isEqualTo(3);
    assertThat(piped.err).isEqualTo(fromFile.err.replace(file, "standard input"));
    Matcher message = CORRUPT.matcher(fromFile.err);
    assertThat(message.matches()).as(fromFile.err).isTrue();
    assertThat(message.group("file")).isEqualTo(file);
    assertThat(message.group("compression")).isEqualTo(compression);
    int before = message.group("frame") == null ? 0 : Integer.parseInt(message.group("frame"));
    String expected = records(write("before", frames.pcap(0, before)));
    assertSame("before the damage, " + fromFile.err, expected, fromFile.out);
    assertSame("the same, standard input", expected, piped.out);
    return before;
  }

  private static String whole(Path capture) {
    return records(capture.toString());
  }

  private static String records(String... files) {
    List<String> arguments = new ArrayList<>(List.of("--json", "--digest"));
    arguments.addAll(List.of(files));
    return undamaged(run(InputStream.nullInputStream(), arguments.toArray(new String[0])));
  }

  private static String fromStandardInput(byte[] bytes) {
    return undamaged(run(new ByteArrayInputStream(bytes), "--json", "--digest", "-"));
  }

  private static String undamaged(Run run) {
    if (run.out.isEmpty()) {
      // Of plain verbs, or of the first frames, standard error says what is there instead of RPC.
      assertThat(run.err)
          .matches("rdmadump: no (RPC-over-RDMA message in|RDMA packet in|frames:) .*\\R");
    } else {
      assertThat(run.err).isEmpty();
    }
    assertThat(run.status).isZero();
    return run.out;
  }

  private static Run run(InputStream in, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Main.run(arguments, in, out, new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Run(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private String write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes).toString();
  }

  /** Shows the first line that differs rather than all. */
  private static void assertSame(String what, String expected, String actual) {
    if (!actual.equals(expected)) {
      List<String> wanted = expected.lines().toList();
      List<String> lines = actual.lines().toList();
      for (int i = 0; i < Math.min(wanted.size(), lines.size()); i++) {
        assertThat(lines.get(i)).as("%s, line %d", what, i + 1).isEqualTo(wanted.get(i));
      }
      assertThat(lines).as(what).hasSameSizeAs(wanted);
    }
  }
}
