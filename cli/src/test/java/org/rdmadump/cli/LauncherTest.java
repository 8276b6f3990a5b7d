package org.rdmadump.cli;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.testing.Needs;

/** The launcher's archive of classes and its heap: faster, and never seen. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LauncherTest {
  private static final long PATIENCE_NANOS = SECONDS.toNanos(120);
  private static final String USES_ARCHIVE = "-XX:SharedArchiveFile=";

  /** A tree whose archive is in {@link #prepared}. */
  private LauncherTree tree;

  private Path prepared;
  private String expected;

  @TempDir Path folder;
  private Path cache;

  /** What can befall an archive. */
  enum Damage {
    GONE {
      @Override
      void to(Path archive) throws IOException {
        Files.delete(archive);
      }
    },
    EMPTY {
      @Override
      void to(Path archive) throws IOException {
        overwrite(archive, new byte[0]);
      }
    },
    CUT_SHORT {
      @Override
      void to(Path archive) throws IOException {
        overwrite(archive, Arrays.copyOf(Files.readAllBytes(archive), 1 << 16));
      }
    },
    CUT_BY_ONE_BYTE {
      @Override
      void to(Path archive) throws IOException {
        byte[] bytes = Files.readAllBytes(archive);
        overwrite(archive, Arrays.copyOf(bytes, bytes.length - 1));
      }
    },
    GARBAGE_OF_THE_SAME_LENGTH {
      @Override
      void to(Path archive) throws IOException {
        byte[] bytes = Files.readAllBytes(archive);
        Arrays.fill(bytes, (byte) 0x5a);
        overwrite(archive, bytes);
      }
    },
    ONE_BIT_IN_THE_MIDDLE_AND_THE_OLD_TIME {
      @Override
      void to(Path archive) throws IOException {
        FileTime time = Files.getLastModifiedTime(archive);
        byte[] bytes = Files.readAllBytes(archive);
        bytes[bytes.length / 2] ^= 0x10;
        overwrite(archive, bytes);
        Files.setLastModifiedTime(archive, time);
      }
    },
    A_FOLDER {
      @Override
      void to(Path archive) throws IOException {
        Files.delete(archive);
        Files.createDirectory(archive);
      }
    };

    abstract void to(Path archive) throws IOException;

    private static void overwrite(Path file, byte[] bytes) throws IOException {
      // The JVM writes archives read-only.
      Files.delete(file);
      Files.write(file, bytes);
    }
  }

  /** What can befall a ticket. */
  enum TicketDamage {
    GONE,
    EMPTY,
    CUT_SHORT,
    GARBAGE,
    ZEROS,
    OTHER_JAR,
    OTHER_JVM,
    LEADS_ELSEWHERE;

    void to(Path ticket) throws IOException {
      List<String> lines = Files.readAllLines(ticket);
      switch (this) {
        case GONE -> Files.delete(ticket);
        case EMPTY -> Files.write(ticket, new byte[0]);
        case CUT_SHORT -> Files.write(ticket, lines.subList(0, lines.size() - 1));
        case GARBAGE ->
            Files.write(
                ticket, "$(exit 1)`exit 1`\n\n*\n".repeat(9).getBytes(StandardCharsets.UTF_8));
        case ZEROS -> Files.write(ticket, new byte[4096]);
        case OTHER_JAR -> replace(ticket, lines, 1, "1 1.000000000");
        case OTHER_JVM -> replace(ticket, lines, 3, "1 1.000000000, 2 2.000000000");
        case LEADS_ELSEWHERE -> replace(ticket, lines, 4, "rdmadump-/../../../etc/passwd.jsa");
      }
    }

    private static void replace(Path ticket, List<String> lines, int line, String text)
        throws IOException {
      lines.set(line, text);
      Files.write(ticket, lines);
    }
  }

  @BeforeAll
  void prepare(@TempDir Path shared) throws IOException, InterruptedException {
    needs();
    tree = new LauncherTree(Files.createDirectory(shared.resolve("tree")));
    prepared = Files.createDirectory(shared.resolve("prepared"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        new String[] {"--json", LauncherTree.capture().toString()},
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    expected = out.toString(StandardCharsets.UTF_8);
    assertThat(expected).isNotEmpty();
    dump(tree, List.of(), cacheAt(prepared));
    awaitArchive(prepared);
  }

  private static void needs() {
    Needs.command("bash", "bash");
    Needs.command("stat", "coreutils");
    Needs.command("find", "findutils");
    Needs.command("flock", "util-linux");
  }

  @BeforeEach
  void copyPrepared() throws IOException {
    cache = Files.createDirectory(folder.resolve("cache"));
    Files.createDirectory(cache.resolve("rdmadump"));
    for (Path file : files(prepared.resolve("rdmadump"))) {
      Files.copy(
          file,
          cache.resolve("rdmadump").resolve(file.getFileName().toString()),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  @Test
  void shouldUseTheArchiveThatAnEarlierRunLeft() throws Exception {
    dump(tree, List.of(), cacheAt(prepared));
    assertThat(tree.lastCall()).contains(USES_ARCHIVE + archive(prepared));
  }

  @Test
  void shouldUseAnArchiveThatOnlyLooksMovedOnceItsChecksumHolds() throws Exception {
    dumpOnly();
    assertThat(tree.lastCall()).contains(USES_ARCHIVE + archive(cache));
  }

  @ParameterizedTest
  @EnumSource
  void shouldNeverShowADamagedArchive(Damage damage) throws Exception {
    damage.to(archive(cache));
    dumpOnly();
    assertThat(tree.lastCall()).doesNotContain(USES_ARCHIVE);
  }

  @ParameterizedTest
  @EnumSource
  void shouldNeverShowADamagedTicket(TicketDamage damage) throws Exception {
    damage.to(ticket(cache));
    dumpOnly();
    assertThat(tree.lastCall()).doesNotContain(USES_ARCHIVE);
  }

  @Test
  void shouldStaySilentAboutAnArchiveOfAnotherJarEvenIfItsTicketLies() throws Exception {
    LauncherTree other = tree("other");
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    dump(other, List.of(), cacheAt(theirs));
    awaitArchive(theirs);
    Files.setLastModifiedTime(other.jar(), FileTime.from(1_500_000_000, SECONDS));
    List<String> lines = Files.readAllLines(ticket(theirs));
    lines.set(1, sizeAndTime(other.jar()));
    Files.write(ticket(theirs), lines);
    dump(other, List.of(), cacheAt(theirs));
    assertThat(other.lastCall()).contains(USES_ARCHIVE);
  }

  @Test
  void shouldReplaceADamagedArchive() throws Exception {
    LauncherTree other = tree("other");
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    dump(other, List.of(), cacheAt(theirs));
    awaitArchive(theirs);
    Damage.CUT_SHORT.to(archive(theirs));
    Files.delete(ticket(theirs));
    dump(other, List.of(), cacheAt(theirs));
    awaitArchive(theirs);
    dump(other, List.of(), cacheAt(theirs));
    assertThat(other.lastCall()).contains(USES_ARCHIVE);
  }

  @Test
  void shouldNotWaitForTheArchiveAndMakeOnlyOneForRunsThatStartTogether() throws Exception {
    LauncherTree other = tree("other");
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    other.hold();
    List<LauncherTree.Started> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      runs.add(
          other.start(List.of(), cacheAt(theirs), "--json", LauncherTree.capture().toString()));
    }
    for (LauncherTree.Started run : runs) {
      check(run.finish());
    }
    other.letGo();
    awaitArchive(theirs);
    assertThat(other.rehearsals()).isEqualTo(1);
    assertThat(files(theirs.resolve("rdmadump")))
        .as("the archive, its ticket, the lock, and nothing left over")
        .hasSize(3);
  }

  @Test
  void shouldServeManyFirstRunsAtOnce() throws Exception {
    LauncherTree other = tree("other");
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    List<LauncherTree.Started> runs = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      runs.add(
          other.start(List.of(), cacheAt(theirs), "--json", LauncherTree.capture().toString()));
    }
    for (LauncherTree.Started run : runs) {
      check(run.finish());
    }
    awaitArchive(theirs);
    dump(other, List.of(), cacheAt(theirs));
    assertThat(other.lastCall()).contains(USES_ARCHIVE + archive(theirs));
    assertThat(files(theirs.resolve("rdmadump"))).hasSize(3);
  }

  @Test
  void shouldClearAwayWhatAKilledMakerLeft() throws Exception {
    LauncherTree other = tree("other");
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    Path shelf = Files.createDirectory(theirs.resolve("rdmadump"));
    Path half = Files.write(shelf.resolve(".rdmadump-1.jsa"), new byte[100]);
    Files.createFile(shelf.resolve("rdmadump.lock"));
    dump(other, List.of(), cacheAt(theirs));
    awaitArchive(theirs);
    assertThat(half).doesNotExist();
    dump(other, List.of(), cacheAt(theirs));
    assertThat(other.lastCall()).contains(USES_ARCHIVE);
  }

  @Test
  void shouldUseAnArchiveInACacheThatCannotBeWritten() throws Exception {
    forbidWriting(cache.resolve("rdmadump"));
    dump(tree, unprivileged(), cacheAt(cache));
    assertThat(tree.lastCall()).contains(USES_ARCHIVE + archive(cache));
  }

  @ParameterizedTest
  @EnumSource
  void shouldNeverShowADamagedArchiveInACacheThatCannotBeWritten(Damage damage) throws Exception {
    damage.to(archive(cache));
    forbidWriting(cache.resolve("rdmadump"));
    dump(tree, unprivileged(), cacheAt(cache));
    dump(tree, unprivileged(), cacheAt(cache));
    assertThat(tree.lastCall()).doesNotContain(USES_ARCHIVE);
  }

  @Test
  void shouldDoWithoutAnArchiveWhereNothingCanBeWritten() throws Exception {
    LauncherTree other = tree("other");
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    forbidWriting(theirs);
    forbidWriting(other.target());
    for (int i = 0; i < 2; i++) {
      dump(other, unprivileged(), cacheAt(theirs));
      assertThat(other.lastCall()).doesNotContain(USES_ARCHIVE);
    }
    assertThat(other.rehearsals()).isZero();
  }

  private static void forbidWriting(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
  }

  /** A command that takes the superuser's right to write everywhere from another one. */
  private static List<String> unprivileged() {
    Needs.command("setpriv", "util-linux");
    return List.of(
        "sh",
        "-c",
        "[ $(id -u) != 0 ] || set -- setpriv --bounding-set=-dac_override,-dac_read_search \"$@\";"
            + " exec \"$@\"",
        "sh");
  }

  @Test
  void shouldTryOnlyOnceWhereNoArchiveCanBeMade() throws Exception {
    LauncherTree other = tree("other");
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    other.makeRehearsalsFail();
    dump(other, List.of(), cacheAt(theirs));
    awaitTicket(theirs);
    dump(other, List.of(), cacheAt(theirs));
    dump(other, List.of(), cacheAt(theirs));
    assertThat(other.rehearsals()).isEqualTo(1);
    assertThat(other.lastCall()).doesNotContain(USES_ARCHIVE);
  }

  @Test
  void shouldKeepTheNewestArchivesOnly() throws Exception {
    LauncherTree other = tree("other");
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    Path shelf = Files.createDirectory(theirs.resolve("rdmadump"));
    for (int i = 0; i < 12; i++) {
      Path old = Files.createFile(shelf.resolve("rdmadump-" + i + "-old.jsa"));
      Files.setLastModifiedTime(old, FileTime.from(1_000_000_000 + i, SECONDS));
    }
    dump(other, List.of(), cacheAt(theirs));
    awaitArchive(theirs);
    assertThat(files(shelf).stream().filter(file -> file.toString().endsWith(".jsa")))
        .hasSize(8)
        .contains(archive(theirs), shelf.resolve("rdmadump-11-old.jsa"))
        .doesNotContain(shelf.resolve("rdmadump-0-old.jsa"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HOME=/dev/null", "XDG_CACHE_HOME=/dev/null", "XDG_CACHE_HOME=here"})
  void shouldFallBackToTheBuildsFolderWithoutACache(String setting) throws Exception {
    LauncherTree other = tree("other");
    int equals = setting.indexOf('=');
    Map<String, String> environment =
        equals < 0 ? Map.of() : Map.of(setting.substring(0, equals), setting.substring(equals + 1));
    dump(other, List.of(), environment);
    awaitTicketIn(other.target());
    dump(other, List.of(), environment);
    assertThat(other.lastCall()).contains(USES_ARCHIVE + other.target());
  }

  @Test
  void shouldPutTheArchiveIntoTheUsersCache() throws Exception {
    LauncherTree other = tree("a tree");
    Path home = Files.createDirectory(folder.resolve("a home"));
    dump(other, List.of(), Map.of("HOME", home.toString()));
    awaitArchive(home.resolve(".cache"));
    dump(other, List.of(), Map.of("HOME", home.toString()));
    assertThat(other.lastCall()).contains(USES_ARCHIVE + archive(home.resolve(".cache")));
  }

  @ParameterizedTest
  @CsvSource({
    "--color never, 76",
    "--max-memory 64M, 76",
    "--max-memory=1G, 1036",
    "--max-memory 512MiB, 524",
    "--max-memory 209715200, 212",
    "--max-memory 1M, 32",
    "-q -max-memory 0100m, 112",
    "--max-memory 1G --max-memory=100M, 112",
  })
  void shouldSizeTheHeapFromTheOption(String options, int mebibytes) throws Exception {
    LauncherTree.Run run = run(options.split(" "));
    assertThat(tree.lastCall()).contains(" -Xmx" + mebibytes + "m ");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"live -W 1, 108", "live -W 1 --queue 128M --max-memory 1M, 141"})
  void shouldAddTheQueueOfLiveToTheHeap(String options, int mebibytes) throws Exception {
    LauncherTree.Run run = tree.start(List.of(), cacheAt(prepared), options.split(" ")).finish();
    assertThat(tree.lastCall()).contains(" -Xmx" + mebibytes + "m ");
    assertThat(run.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"64X", "-1", "", "08", "1k", "9999999999999999999999G", "$(id)"})
  void shouldLeaveBadSizesToTheProgram(String size) throws Exception {
    LauncherTree.Run run = run("--max-memory", size);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("rdmadump: --max-memory " + size + ":").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999G", "1000T", "99999999999TiB"})
  void shouldNotAskForMoreThanTheMachineHas(String size) throws Exception {
    LauncherTree.Run run = run("-q", "--max-memory", size);
    long most = (MachineMemory.ofThisMachine().bytes() >> 20) + 12;
    assertThat(tree.lastCall()).contains(" -Xmx" + most + "m ");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("rdmadump: --max-memory " + size + ": more than the ");
  }

  @Test
  void shouldCompileBySizeOfTheCaptures() throws Exception {
    run("-q");
    assertThat(tree.lastCall())
        .contains(" -XX:TieredStopAtLevel=1 ", " -XX:+UseG1GC ")
        .doesNotContain("CompileThresholdScaling");
    run("/dev/null");
    assertThat(tree.lastCall())
        .contains(" -XX:+UseSerialGC ")
        .doesNotContain("TieredStopAtLevel", "UseG1GC");
    Path large = folder.resolve("large.pcap");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength((32 << 20) + 1);
      run("-q", "--digest", large.toString());
      assertThat(tree.lastCall())
          .contains(" -XX:Tier4InvocationThreshold=200000 ", "sun/security/provider/*.*,0.05")
          .doesNotContain("TieredStopAtLevel");
      run("-q", large.toString());
      assertThat(tree.lastCall())
          .contains(" -XX:TieredStopAtLevel=1 ", " -XX:+UseSerialGC ")
          .doesNotContain("Tier4");
      file.setLength(64 << 20);
      run("-q", large.toString());
      assertThat(tree.lastCall())
          .contains(
              " -XX:TieredStopAtLevel=1 ",
              " -XX:CompileCommand=CompileThresholdScaling,org/rdmadump/*.*,0.2 ");
      file.setLength((1280L << 20) + 1);
      run("-q", large.toString());
      assertThat(tree.lastCall()).doesNotContain("TieredStopAtLevel");
    }
  }

  private LauncherTree tree(String name) throws IOException {
    return new LauncherTree(Files.createDirectory(folder.resolve(name)));
  }

  private LauncherTree.Run run(String... options) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add(LauncherTree.capture().toString());
    return tree.start(List.of(), cacheAt(prepared), arguments.toArray(new String[0])).finish();
  }

  /** Prints the capture, with a cache in which no archive is made meanwhile. */
  private void dumpOnly() throws IOException, InterruptedException {
    String lock = cache.resolve("rdmadump/rdmadump.lock").toString();
    dump(tree, List.of("flock", lock), cacheAt(cache));
  }

  /** Prints the capture and checks that nothing but its messages is printed. */
  private void dump(LauncherTree tree, List<String> prefix, Map<String, String> environment)
      throws IOException, InterruptedException {
    String capture = LauncherTree.capture().toString();
    check(tree.start(prefix, environment, "--json", capture).finish());
  }

  private void check(LauncherTree.Run run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo(expected);
    assertThat(run.status()).isZero();
  }

  private static Map<String, String> cacheAt(Path folder) {
    return Map.of("XDG_CACHE_HOME", folder.toString());
  }

  private static void awaitArchive(Path cache) throws IOException, InterruptedException {
    awaitTicket(cache);
    assertThat(archive(cache)).isNotEmptyFile();
  }

  private static void awaitTicket(Path cache) throws IOException, InterruptedException {
    awaitTicketIn(cache.resolve("rdmadump"));
  }

  /** Waits until an archive was made, and until its maker is through. */
  private static void awaitTicketIn(Path shelf) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!Files.isDirectory(shelf)
        || files(shelf).stream().noneMatch(file -> file.toString().endsWith(".ticket"))) {
      assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
      MILLISECONDS.sleep(20);
    }
    String lock = shelf.resolve("rdmadump.lock").toString();
    assertThat(new ProcessBuilder("flock", lock, "true").start().waitFor()).isZero();
  }

  private static Path archive(Path cache) throws IOException {
    return cache.resolve("rdmadump").resolve(Files.readAllLines(ticket(cache)).get(4));
  }

  private static Path ticket(Path cache) throws IOException {
    return files(cache.resolve("rdmadump")).stream()
        .filter(file -> file.toString().endsWith(".ticket"))
        .findFirst()
        .orElseThrow();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static String sizeAndTime(Path file) throws IOException {
    Process stat = new ProcessBuilder("stat", "-c", "%s %.9Y", file.toString()).start();
    return new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
