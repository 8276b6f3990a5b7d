package org.rdmadump.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.testing.Needs;

/** What {@code ./rdmadump} starts, and what it builds before. */
class LauncherTest {
  private static final String USES_ARCHIVE = "-XX:SharedArchiveFile=";
  private static final int NOBODY = 65_534;

  @TempDir Path folder;
  private LauncherTree tree;

  @BeforeAll
  static void needs() {
    Needs.command("bash", "bash");
    Needs.command("stat", "coreutils");
    Needs.command("find", "findutils");
    Needs.command("flock", "util-linux");
  }

  @BeforeEach
  void plant() throws IOException {
    tree = LauncherTree.in(folder);
  }

  @Test
  void shouldPassArgumentsOnAsTheyAre() throws Exception {
    run("a b", "", "*", "$(id)", "-o", "x\\y", "--", "-Drdmadump.debug", "@file");
    assertThat(tree.lastCall())
        .endsWith(
            "org.rdmadump.cli.Main",
            "a b",
            "",
            "*",
            "$(id)",
            "-o",
            "x\\y",
            "--",
            "-Drdmadump.debug",
            "@file");
  }

  @Test
  void shouldGiveJavaThePropertiesThatAreForIt() throws Exception {
    run("-q", "-Drdmadump.debug=true", "x.pcap");
    assertThat(tree.lastCall()).endsWith("org.rdmadump.cli.Main", "-q", "x.pcap");
    assertThat(tree.lastCall()).contains("-Drdmadump.debug=true");
  }

  @Test
  void shouldLetJavaNameFilesBeyondAsciiInThePlainLocale() throws Exception {
    tree.start(List.of(), Map.of("LC_ALL", "C"), "x").finish();
    assertThat(tree.lastCall()).contains("-Drdmadump.ascii=true");
    tree.start(List.of(), Map.of("LC_ALL", "de_DE.utf8"), "x").finish();
    assertThat(tree.lastCall()).doesNotContain("-Drdmadump.ascii=true");
  }

  @Test
  void shouldUseTheArchiveBesideTheJar() throws Exception {
    tree.archiveClasses();
    assertThat(run("-Drdmadump.debug", "x").err()).isEmpty();
    assertThat(tree.lastCall()).contains(USES_ARCHIVE + tree.archive());
  }

  @Test
  void shouldStartWithoutAnArchiveAndSayWhyOnlyIfAsked() throws Exception {
    assertThat(run("x").err()).isEmpty();
    assertThat(tree.lastCall()).noneMatch(each -> each.startsWith(USES_ARCHIVE));
    assertThat(run("-Drdmadump.debug", "x").err())
        .isEqualTo("rdmadump: starts without its archive of classes: none was made\n");
  }

  @Test
  void shouldNotUseTheArchiveOfAnotherJava() throws Exception {
    tree.archiveClasses();
    LauncherTree other = LauncherTree.in(Files.createDirectory(folder.resolve("other")));
    Map<String, String> theirs = Map.of("JAVA_HOME", other.home().toString());
    String err = tree.start(List.of(), theirs, "-Drdmadump.debug", "x").finish().err();
    assertThat(err)
        .startsWith("rdmadump: starts without its archive of classes: it is of " + tree.home())
        .hasLineCount(1);
    assertThat(other.lastCall()).noneMatch(each -> each.startsWith(USES_ARCHIVE));
  }

  @Test
  void shouldNotUseTheArchiveOfAJavaThatWasReplaced() throws Exception {
    tree.archiveClasses();
    tree.installJava("17.0.10");
    run("x");
    assertThat(tree.lastCall()).noneMatch(each -> each.startsWith(USES_ARCHIVE));
  }

  @Test
  void shouldNotUseTheArchiveOfAJarThatWasReplaced() throws Exception {
    tree.archiveClasses();
    Files.setLastModifiedTime(tree.jar(), FileTime.from(Instant.now().plusSeconds(5)));
    run("x");
    assertThat(tree.lastCall()).noneMatch(each -> each.startsWith(USES_ARCHIVE));
  }

  @Test
  void shouldNotUseTheArchiveOfACopiedTree() throws Exception {
    tree.archiveClasses();
    LauncherTree copy = LauncherTree.in(Files.createDirectory(folder.resolve("copy")));
    Files.copy(tree.archive(), copy.archive());
    Files.copy(tree.about(), copy.about());
    copy.start(List.of(), Map.of("JAVA_HOME", tree.home().toString()), "x").finish();
    assertThat(tree.lastCall()).noneMatch(each -> each.startsWith(USES_ARCHIVE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "/\n/\n/\n", "$(exit 1)\n`exit 1`\n*\n"})
  void shouldNotTrustADamagedRecord(String text) throws Exception {
    tree.archiveClasses();
    Files.writeString(tree.about(), text);
    LauncherTree.Run run = run("x");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(tree.lastCall()).noneMatch(each -> each.startsWith(USES_ARCHIVE));
  }

  @Test
  void shouldLeaveNothingInTheHomeFolderOrATemporaryOne() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Files.delete(tree.jar());
    Map<String, String> environment =
        Map.of(
            "HOME",
            empty.toString(),
            "XDG_CACHE_HOME",
            empty.toString(),
            "TMPDIR",
            empty.toString());
    for (int i = 0; i < 2; i++) {
      assertThat(tree.start(List.of(), environment, "x").finish().status()).isZero();
    }
    assertThat(tree.builds()).hasSize(1);
    try (Stream<Path> left = Files.list(empty)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void shouldBuildWhatIsMissingAndNameTheJavaThatWillStartIt() throws Exception {
    Files.delete(tree.jar());
    LauncherTree.Run run = run("x");
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEqualTo("rdmadump: building (first run, may take some minutes)...\n");
    assertThat(tree.builds())
        .singleElement()
        .asString()
        .isEqualTo(
            "-B -q -Dquick -DskipTests -Dlauncher.java="
                + tree.home().resolve("bin/java")
                + " -pl cli -am package");
    assertThat(tree.lastCall()).endsWith("org.rdmadump.cli.Main", "x");
  }

  @Test
  void shouldBuildWhenASourceIsNewerOrWasDeleted() throws Exception {
    run("x");
    assertThat(tree.builds()).isEmpty();
    touch(tree.source());
    assertThat(run("x").err()).isEqualTo("rdmadump: building (sources changed)...\n");
    assertThat(run("x").err()).isEmpty();
    assertThat(tree.builds()).hasSize(1);
    // What a deleted file leaves is the time of its folder.
    touch(tree.source().resolveSibling(""));
    assertThat(run("x").err()).isEqualTo("rdmadump: building (sources changed)...\n");
    assertThat(tree.builds()).hasSize(2);
  }

  @Test
  void shouldNotBuildAgainWhenMavenLeftTheJarAsItWas() throws Exception {
    FileTime old = FileTime.from(1_200_000_000, SECONDS);
    touch(tree.source());
    run("x");
    Files.setLastModifiedTime(tree.jar(), old);
    assertThat(run("x").err()).isEmpty();
    assertThat(tree.builds()).hasSize(1);
  }

  @Test
  void shouldBuildWhatWritesTablesOnlyWhenItIsAskedForAndOnce() throws Exception {
    String capture = LauncherTree.capture().toString();
    run("export", "-o", "x", capture);
    assertThat(tree.builds()).isEmpty();
    run("export", "--format", "parquet", "-o", "x", capture);
    assertThat(tree.builds()).singleElement().asString().contains(" -pl cli,parquet ");
    assertThat(run("export", "--format", "parquet", "-o", "x", capture).err()).isEmpty();
    assertThat(run("x").err()).isEmpty();
    assertThat(tree.builds()).hasSize(1);
    touch(tree.source());
    run("x");
    run("export", "--format=parquet", "-o", "x", capture);
    assertThat(tree.builds()).hasSize(3).last().asString().contains(" -pl cli,parquet ");
  }

  @Test
  void shouldBuildOnceForRunsThatStartTogether() throws Exception {
    Files.delete(tree.jar());
    List<LauncherTree.Started> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      runs.add(tree.start(List.of(), Map.of(), "x"));
    }
    for (LauncherTree.Started run : runs) {
      assertThat(run.finish().status()).isZero();
    }
    assertThat(tree.builds()).hasSize(1);
  }

  @Test
  void shouldShowWhatAFailedBuildSaid() throws Exception {
    tree.breakBuild();
    touch(tree.source());
    for (int i = 0; i < 2; i++) {
      LauncherTree.Run run = run("x");
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err())
          .isEqualTo(
              """
              rdmadump: building (sources changed)...
              no such class
              rdmadump: the build failed
              """);
    }
  }

  @Test
  void shouldNotBuildInATreeThatCannotBeWritten() throws Exception {
    touch(tree.source());
    forbidWriting(tree.target());
    forbidWriting(tree.root());
    LauncherTree.Run run = tree.start(unprivileged(), Map.of(), "x").finish();
    Files.setPosixFilePermissions(tree.root(), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(run.err()).isEmpty();
    assertThat(tree.lastCall()).endsWith("x");
    assertThat(tree.builds()).isEmpty();
  }

  @Test
  void shouldSayThatItCannotBuild() throws Exception {
    Files.delete(tree.jar());
    forbidWriting(tree.target());
    LauncherTree.Run run = tree.start(unprivileged(), Map.of(), "x").finish();
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).isEqualTo(cannotBuild());
  }

  @Test
  void shouldNotRunAnOldJarBecauseOnlyTheFolderOfTheBuildCannotBeWritten() throws Exception {
    touch(tree.source());
    forbidWriting(tree.target());
    LauncherTree.Run run = tree.start(unprivileged(), Map.of(), "x").finish();
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).isEqualTo(cannotBuild());
  }

  @Test
  void shouldSayThatItCannotBuildWhereAFileOfAnotherUserIsInTheWay() throws Exception {
    touch(tree.source());
    Files.createDirectory(tree.target().resolve("rdmadump.lock"));
    LauncherTree.Run run = run("x");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).isEqualTo(cannotBuild());
  }

  private String cannotBuild() {
    return "rdmadump: cannot build: " + tree.target() + " or what is in it cannot be written\n";
  }

  @Test
  void shouldLeaveWhatRootBuildsToTheOwnerOfTheTree() throws Exception {
    Needs.root();
    Files.setAttribute(tree.root(), "unix:uid", NOBODY);
    touch(tree.source());
    assertThat(run("x").status()).isZero();
    assertThat(Files.getAttribute(tree.target().resolve("rdmadump.lock"), "unix:uid"))
        .isEqualTo(NOBODY);
    assertThat(Files.getAttribute(tree.jar(), "unix:uid")).isEqualTo(NOBODY);
  }

  @Test
  void shouldBuildInALocaleThatKnowsTheNamesOfFiles() throws Exception {
    touch(tree.source());
    tree.start(List.of(), Map.of("LC_ALL", "C"), "x").finish();
    assertThat(tree.locales()).containsExactly("C.UTF-8");
  }

  @Test
  void shouldNameFilesInALocaleThatIsNotInstalled() throws Exception {
    touch(tree.source());
    tree.start(List.of(), Map.of("LC_ALL", "tlh_QO.UTF-8"), "x").finish();
    assertThat(tree.locales()).containsExactly("C.UTF-8");
    assertThat(tree.lastCall()).doesNotContain("-Drdmadump.ascii=true");
  }

  @Test
  void shouldNotTakeTheFirstOpenFileForStandardInputThatIsClosed() throws Exception {
    List<String> closed = List.of("bash", "-c", "exec \"$0\" \"$@\" <&-");
    assertThat(tree.start(closed, Map.of(), "-").finish().err()).isEmpty();
    assertThat(tree.standardInput()).isEqualTo("/dev/null");
  }

  @Test
  void shouldNotTakeAFunctionForJava() throws Exception {
    Path path = Files.createDirectory(folder.resolve("path"));
    Files.createSymbolicLink(path.resolve("java"), tree.home().resolve("bin/java"));
    String programs = path + ":" + System.getenv("PATH");
    Map<String, String> theirs =
        Map.of("JAVA_HOME", "", "PATH", programs, "BASH_FUNC_java%%", "() { echo no; }");
    LauncherTree.Run run = tree.start(List.of(), theirs, "x").finish();
    assertThat(run.out() + run.err()).isEmpty();
    assertThat(tree.lastCall()).endsWith("org.rdmadump.cli.Main", "x");
  }

  @Test
  void shouldSayThatJavaDoesNotStart() throws Exception {
    Files.delete(tree.home().resolve("release"));
    Files.writeString(tree.home().resolve("bin/java"), "#!/bin/sh\necho no libjli >&2\nexit 1\n");
    LauncherTree.Run run = run("x");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo("rdmadump: " + tree.home().resolve("bin/java") + " does not start: no libjli\n");
  }

  @Test
  void shouldStartInAFolderWithAColon() throws Exception {
    LauncherTree real = LauncherTree.real(Files.createDirectory(folder.resolve("a: b")));
    LauncherTree.Run run = real.run(LauncherTree.capture().toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out()).hasLineCount(44);
  }

  @Test
  void shouldSayThatThereIsNoJava() throws Exception {
    LauncherTree.Run wrong = tree.start(List.of(), Map.of("JAVA_HOME", "/no/where"), "x").finish();
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err())
        .isEqualTo("rdmadump: JAVA_HOME is /no/where, but /no/where/bin/java is no program\n");
    Path bash = Files.createDirectory(folder.resolve("bash only"));
    Files.copy(Path.of("/bin/bash"), bash.resolve("bash"), StandardCopyOption.COPY_ATTRIBUTES);
    LauncherTree.Run none =
        tree.start(List.of(), Map.of("JAVA_HOME", "", "PATH", bash.toString()), "x").finish();
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err())
        .isEqualTo("rdmadump: needs Java 17 or newer (Debian package openjdk-17-jre-headless)\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSayThatJavaIsTooOld(boolean release) throws Exception {
    tree.installJava("11.0.1");
    if (!release) {
      Files.delete(tree.home().resolve("release"));
    }
    LauncherTree.Run run = run("x");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "rdmadump: needs Java 17 or newer, "
                + tree.home().resolve("bin/java")
                + " is 11.0.1\n");
  }

  @Test
  void shouldFindJavaOnThePath() throws Exception {
    tree.archiveClasses();
    Path path = Files.createDirectory(folder.resolve("path"));
    Files.createSymbolicLink(path.resolve("java"), tree.home().resolve("bin/java"));
    String programs = path + ":" + System.getenv("PATH");
    tree.start(List.of(), Map.of("JAVA_HOME", "", "PATH", programs), "x").finish();
    assertThat(tree.lastCall()).contains(USES_ARCHIVE + tree.archive());
  }

  @ParameterizedTest
  @ValueSource(strings = {"link", "./link", "../up/link", "tree/../tree/rdmadump"})
  void shouldFindItsTreeHoweverItIsCalled(String command) throws Exception {
    tree.archiveClasses();
    Path up = Files.createDirectory(folder.resolve("up"));
    Files.createSymbolicLink(up.resolve("tree"), tree.root());
    Files.createSymbolicLink(up.resolve("link"), Path.of("tree/rdmadump"));
    Map<String, String> environment =
        Map.of("CDPATH", "/:/tmp:" + folder, "PATH", up + ":" + System.getenv("PATH"));
    LauncherTree.Run run = tree.start(List.of("env", command, "x"), up, environment).finish();
    assertThat(run.out() + run.err()).isEmpty();
    assertThat(tree.lastCall()).endsWith("org.rdmadump.cli.Main", "x");
    assertThat(tree.lastCall()).anyMatch(each -> each.startsWith(USES_ARCHIVE));
  }

  @ParameterizedTest
  @CsvSource({
    "--color never, 92",
    "--max-memory 64M, 92",
    "--max-memory=1G, 1052",
    "--max-memory 512MiB, 540",
    "--max-memory 209715200, 228",
    "--max-memory 40M, 59",
    "--max-memory 1M, 32",
    "-q -max-memory 0100m, 128",
    "--max-memory 1G --max-memory=100M, 128",
    "live -W 1, 124",
    "live -W 1 --queue 128M --max-memory 1M, 135",
    "--queue 128M, 92",
  })
  void shouldSizeTheHeapFromTheOptions(String options, int mebibytes) throws Exception {
    assertThat(run(options.split(" ")).err()).isEmpty();
    assertThat(tree.lastCall()).contains("-Xmx" + mebibytes + "m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "live -i mlx5_0 -w x --buffer 2G",
        "extcap --capture",
        "exercise server -i mlx5_0 -B 1G",
        "hca-selftest mlx5_0"
      })
  void shouldLeaveMemoryForAllSlotsOfTheSniffer(String command) throws Exception {
    run(command.split(" "));
    assertThat(tree.lastCall()).contains("-XX:MaxDirectMemorySize=3g");
    run("stats", "-q");
    assertThat(tree.lastCall()).noneMatch(each -> each.startsWith("-XX:MaxDirectMemorySize"));
  }

  @Test
  @Timeout(20)
  void shouldStartAtOnceHoweverManyWordsThereAre() throws Exception {
    // given a pattern over all words, which took the square of their number: a minute for these
    String filter = "number == 1 or ".repeat(7000) + "number == 1";

    // when
    LauncherTree.Run run = run("-q", "-Y", filter, "--max-memory", "100M");

    // then
    assertThat(run.err()).isEmpty();
    assertThat(tree.lastCall()).contains("-Xmx128m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"64X", "-1", "", "08", "1k", "9999999999999999999999G", "$(id)"})
  void shouldLeaveBadSizesToTheProgram(String size) throws Exception {
    assertThat(run("--max-memory", size).err()).isEmpty();
    assertThat(tree.lastCall()).endsWith("org.rdmadump.cli.Main", "--max-memory", size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999G", "1000T", "99999999999TiB"})
  void shouldNotAskForMoreThanTheMachineHas(String size) throws Exception {
    run("-q", "--max-memory", size);
    long most = (MachineMemory.ofThisMachine().bytes() >> 20) + 28;
    assertThat(tree.lastCall()).contains("-Xmx" + most + "m");
  }

  @Test
  void shouldLeaveRoomForTheCompilerThatDigestsNeed() throws Exception {
    Path large = folder.resolve("large.pcap");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength((32 << 20) + 1);
    }
    assertThat(run("-q", large.toString()).err()).isEmpty();
    assertThat(tree.lastCall()).contains("-Xmx92m");
    assertThat(run("-q", "--digest", large.toString()).err()).isEmpty();
    assertThat(tree.lastCall()).contains("-Xmx82m");
  }

  @Test
  void shouldTakeHugePagesWhereTheKernelGivesThem() throws Exception {
    String hugePages = "-XX:+UseTransparentHugePages";
    Path choices = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    boolean given = Files.exists(choices) && !Files.readString(choices).contains("[never]");
    run("-q", LauncherTree.capture().toString());
    assertThat(tree.lastCall().contains(hugePages)).isEqualTo(given);
    run("live");
    assertThat(tree.lastCall()).doesNotContain(hugePages);
  }

  @Test
  void shouldCompileBySizeOfTheCaptures() throws Exception {
    assertThat(choice("live", LauncherTree.capture().toString())).isEqualTo("endless");
    assertThat(choice("-q", LauncherTree.capture().toString())).isEqualTo("small");
    assertThat(choice("/dev/null")).isEqualTo("endless");
    assertThat(choice("-")).isEqualTo("endless");
    assertThat(choice("--help")).isEqualTo("endless");
    assertThat(choice("-q", LauncherTree.capture().toString(), "-")).isEqualTo("endless");
    assertThat(choice("-q", LauncherTree.capture().toString(), "-w", "-")).isEqualTo("small");
    Path large = folder.resolve("a large.pcap");
    Path packed = folder.resolve("a large.pcap.gz");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw");
        RandomAccessFile compressed = new RandomAccessFile(packed.toFile(), "rw")) {
      file.setLength((16 << 20) + 1);
      assertThat(choice("-q", large.toString())).isEqualTo("medium");
      file.setLength((32 << 20) + 1);
      assertThat(choice("-q", "--digest", large.toString())).isEqualTo("digest");
      assertThat(choice("-q", large.toString())).isEqualTo("medium");
      assertThat(choice("-q", large.toString(), large.toString())).isEqualTo("large");
      file.setLength(64 << 20);
      assertThat(choice("-q", large.toString())).isEqualTo("large");
      file.setLength((1280L << 20) + 1);
      assertThat(choice("-q", large.toString())).isEqualTo("endless");
      compressed.setLength(7 << 20);
      assertThat(choice("-q", packed.toString())).isEqualTo("medium");
      compressed.setLength(8 << 20);
      assertThat(choice("-q", packed.toString())).isEqualTo("large");
    }
  }

  @Test
  void shouldCompileBySizeWhereAFolderHasTheNameOfTheCommand() throws Exception {
    Path here = Files.createDirectories(folder.resolve("here"));
    Path capture = LauncherTree.capture().toAbsolutePath();
    Files.createDirectory(here.resolve("report"));
    List<String> command = new ArrayList<>(List.of(tree.root().resolve("rdmadump").toString()));
    command.addAll(List.of("report", capture.toString(), "-o", "report", "--trace", "-"));
    assertThat(tree.start(command, here, Map.of()).finish().err()).isEmpty();
    assertThat(tree.lastCall().get(1)).endsWith("/small.options");
    command.set(2, "report");
    assertThat(tree.start(command, here, Map.of()).finish().err()).isEmpty();
    assertThat(tree.lastCall().get(1)).endsWith("/endless.options");
    Files.createDirectory(here.resolve("parquet"));
    command.subList(1, command.size()).clear();
    command.addAll(List.of("export", "--format", "parquet", "-o", "x", capture.toString()));
    tree.start(command, here, Map.of()).finish();
    assertThat(tree.lastCall().get(1)).endsWith("/small.options");
  }

  /** Which options of the virtual machine are chosen. */
  private String choice(String... arguments) throws IOException, InterruptedException {
    assertThat(run(arguments).err()).isEmpty();
    String file = tree.lastCall().get(1);
    assertThat(file).startsWith("@" + tree.root() + "/cli/src/main/launcher/");
    return Path.of(file).getFileName().toString().replace(".options", "");
  }

  private LauncherTree.Run run(String... arguments) throws IOException, InterruptedException {
    return tree.run(arguments);
  }

  private static void touch(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
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
}
