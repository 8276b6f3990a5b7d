package org.rdmadump.live.hca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.natives.Run;

/**
 * How the part in C is found and loaded, and that the JVM has nothing to say against how it calls
 * back: each in a JVM of its own, as a JVM loads it once.
 */
class NativeLibraryTest {
  private static final String PCAP = "pcap " + Packets.CAPTURE;

  @TempDir Path folder;
  @TempDir Path sysfs;
  @TempDir Path temporary;

  @BeforeEach
  void need() throws IOException {
    FakeVerbs.needs();
    TestPorts.infiniband(sysfs);
  }

  private Run sniff(FakeVerbs verbs, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + temporary));
    command.add("-D" + HcaSniffer.VERBS + "=" + verbs.library());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SnifferRun.class.getName(), sysfs.toString()));
    return Run.of(command, folder);
  }

  private static String expected() throws IOException {
    return "packets " + Packets.of(Packets.CAPTURE).size() + " dropped OptionalLong.empty\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"clock 1000000 64 0 0 0", "most 16"})
  void shouldBeCleanUnderTheChecksOfTheJvm(String setting) throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PCAP, setting);

    Run run = sniff(verbs, "-Xcheck:jni");

    assertThat(run.output()).isEqualTo(expected());
    assertThat(run.status()).isZero();
    verbs.shouldBeLeftClean();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail create_flow 1 95", "fail open_device 1 13", "device", "vanish 10"})
  void shouldBeCleanUnderTheChecksOfTheJvmWhenAStepFails(String setting) throws Exception {
    Run run = sniff(FakeVerbs.in(folder, PCAP, setting), "-Xcheck:jni");

    assertThat(run.output()).contains("mlx5_0/1 ").doesNotContain("WARNING", "FATAL");
    assertThat(run.output().lines()).hasSize(1);
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldLeaveNothingInTheTemporaryFolder() throws Exception {
    Run run = sniff(FakeVerbs.in(folder, PCAP));

    assertThat(run.output()).isEqualTo(expected());
    try (Stream<Path> files = Files.list(temporary)) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("rdmadump"));
    }
  }

  @Test
  void shouldSayThatTheTemporaryFolderCannotBeUsed() throws Exception {
    Run run = sniff(FakeVerbs.in(folder), "-Djava.io.tmpdir=" + folder.resolve("none"));

    assertThat(run.output())
        .startsWith("NO_NATIVE_LIBRARY mlx5_0/1 cannot be sniffed: the library META-INF/native/")
        .endsWith("; JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER names another folder\n");
  }

  @Test
  void shouldTakeTheLibraryThatIsNamed() throws Exception {
    Path library = Files.copy(ownLibrary(), folder.resolve("mine.so"));

    assertThat(sniff(FakeVerbs.in(folder, PCAP), "-Drdmadump.native=" + library).output())
        .isEqualTo(expected());
  }

  @Test
  void shouldTryNothingElseWhenTheLibraryThatIsNamedIsNotThere() throws Exception {
    String library = folder.resolve("mine.so").toString();

    assertThat(sniff(FakeVerbs.in(folder, PCAP), "-Drdmadump.native=" + library).output())
        .isEqualTo(
            "NO_NATIVE_LIBRARY mlx5_0/1 cannot be sniffed: rdmadump.native="
                + library
                + " cannot be loaded: Can't load library: "
                + library
                + "\n");
  }

  @Test
  void shouldRefuseALibraryThatIsNotOurs() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder);

    assertThat(sniff(verbs, "-Drdmadump.native=" + verbs.library()).output())
        .startsWith(
            "NO_NATIVE_LIBRARY mlx5_0/1 cannot be sniffed: the native library is not one of"
                + " rdmadump: ");
  }

  @Test
  void shouldRefuseALibraryOfAnotherVersion() throws Exception {
    Path out = folder.resolve("out");
    Path headers = FakeVerbs.SNIFFER.headers();
    String script = Path.of("src/main/c/build.sh").toAbsolutePath().toString();
    String jdk = System.getProperty("java.home");
    Run build =
        Run.of(
            List.of(
                "sh",
                script,
                out.toString(),
                folder.resolve("work").toString(),
                headers.toString(),
                "0.0.1",
                jdk),
            folder);
    assertThat(build.output()).isEmpty();
    Path library;
    try (Stream<Path> files = Files.walk(out)) {
      library = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }

    assertThat(sniff(FakeVerbs.in(folder), "-Drdmadump.native=" + library).output())
        .startsWith(
            "NO_NATIVE_LIBRARY mlx5_0/1 cannot be sniffed: the native library is of rdmadump 0.0.1,"
                + " the rest of ");
  }

  /** A second build, elsewhere. */
  @Test
  void shouldBeBuiltTheSameInAnyFolder() throws Exception {
    Path out = folder.resolve("out");
    for (String module : List.of("live-capture", "verbs")) {
      Path sources = Files.createDirectories(folder.resolve(module).resolve("src/main/c"));
      try (Stream<Path> files = Files.list(Path.of("..", module, "src/main/c"))) {
        for (Path file : files.toList()) {
          Files.copy(file, sources.resolve(file.getFileName()));
        }
      }
    }
    Run build =
        Run.of(
            List.of(
                "sh",
                folder.resolve("live-capture/src/main/c/build.sh").toString(),
                out.toString(),
                folder.resolve("work").toString(),
                FakeVerbs.SNIFFER.headers().toString(),
                FakeVerbs.SNIFFER.version(),
                System.getProperty("java.home")),
            folder);
    assertThat(build.output()).isEmpty();
    Path library = out.resolve(FakeVerbs.SNIFFER.resource());

    assertThat(library).hasSameBinaryContentAs(ownLibrary());
  }

  @Test
  void shouldExportNothingButWhatJavaCalls() throws Exception {
    Run run = Run.of(List.of("nm", "-D", "--defined-only", ownLibrary().toString()), folder);

    assertThat(run.output().lines())
        .isNotEmpty()
        .allMatch(line -> line.contains(" T Java_org_rdmadump_"));
  }

  @Test
  void shouldNotBeLinkedWithLibibverbs() throws Exception {
    Run run = Run.of(List.of("readelf", "-d", ownLibrary().toString()), folder);

    assertThat(run.output()).contains("[libc.so.6]").doesNotContain("ibverbs");
  }

  @Test
  void shouldRunWithAnOldGlibc() throws Exception {
    assumeThat(System.getProperty("os.arch")).isEqualTo("amd64");

    assertThat(FakeVerbs.SNIFFER.glibc()).isLessThanOrEqualTo(Runtime.Version.parse("2.17"));
  }

  /** The library in the classes of this build. */
  private static Path ownLibrary() throws Exception {
    return FakeVerbs.SNIFFER.file();
  }
}
