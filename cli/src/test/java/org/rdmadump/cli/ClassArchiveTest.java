package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.testing.Needs;

/** The archive of classes that the build makes, with the real Java: faster, and never seen. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClassArchiveTest {
  private LauncherTree tree;
  private byte[] archive;
  private String expected;

  /** What can befall an archive. */
  enum Damage {
    EMPTY,
    CUT_SHORT,
    CUT_BY_ONE_BYTE,
    GARBAGE,
    A_FOLDER;

    void to(Path file) throws IOException {
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      switch (this) {
        case EMPTY -> Files.createFile(file);
        case CUT_SHORT -> Files.write(file, Arrays.copyOf(bytes, 1 << 16));
        case CUT_BY_ONE_BYTE -> Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        case GARBAGE -> Files.writeString(file, "Z".repeat(bytes.length));
        case A_FOLDER -> Files.createDirectory(file);
      }
    }
  }

  @BeforeAll
  void make(@TempDir Path folder) throws IOException, InterruptedException {
    Needs.command("bash", "bash");
    Needs.command("stat", "coreutils");
    Needs.command("find", "findutils");
    tree = LauncherTree.real(folder);
    archiveWith(tree.home().resolve("bin/java"));
    archive = Files.readAllBytes(tree.archive());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        new String[] {"--json", LauncherTree.capture().toString()},
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    expected = out.toString(StandardCharsets.UTF_8);
    assertThat(expected).isNotEmpty();
  }

  @BeforeEach
  void restore() throws IOException {
    Files.deleteIfExists(tree.archive());
    Files.write(tree.archive(), archive);
  }

  @Test
  void shouldStartTheProgramFromTheArchive() throws Exception {
    assertThat(run("-Drdmadump.debug").err()).isEmpty();
    Process java =
        new ProcessBuilder(
                tree.home().resolve("bin/java").toString(),
                "-Xshare:auto",
                "-Xlog:class+load",
                "-XX:SharedArchiveFile=" + tree.archive(),
                "-cp",
                tree.jar().toString(),
                "org.rdmadump.cli.Main",
                "--version")
            .redirectErrorStream(true)
            .start();
    String loaded = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(loaded)
        .contains("org.rdmadump.cli.Main source: shared objects file")
        .contains("java.lang.Object source: shared objects file");
  }

  @Test
  void shouldStartWithoutMuchAddressSpace() throws Exception {
    LauncherTree.Run run = limited(1_000_000);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo(expected);
  }

  @Test
  void shouldSayWhyJavaDoesNotStartWhereItIsNoResult() throws Exception {
    LauncherTree.Run run = limited(200_000);
    assertThat(run.status()).isNotZero();
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("initialization of VM");
  }

  private LauncherTree.Run limited(int kibibytes) throws IOException, InterruptedException {
    String limit = "ulimit -v " + kibibytes + " && exec \"$0\" \"$@\"";
    String capture = LauncherTree.capture().toString();
    return tree.start(List.of("bash", "-c", limit), Map.of(), "--json", capture).finish();
  }

  @Test
  void shouldLeaveNothingBesideTheArchiveAndItsRecord() {
    assertThat(tree.target()).isDirectoryNotContaining("glob:**archive-*");
    assertThat(tree.target().toFile().list())
        .containsExactlyInAnyOrder("rdmadump.jar", "rdmadump.jsa", "rdmadump.jsa.of");
  }

  @ParameterizedTest
  @EnumSource
  void shouldNeverShowADamagedArchive(Damage damage) throws Exception {
    damage.to(tree.archive());
    run("--json");
  }

  @Test
  void shouldGoWithoutWhereJavaMakesNone(@TempDir Path folder) throws Exception {
    LauncherTree other = LauncherTree.in(folder);
    other.archiveClasses();
    ClassArchive.main(
        new String[] {
          other.jar().toString(), folder.toString(), other.home().resolve("bin/java").toString()
        });
    assertThat(other.target().toFile().list()).containsExactly("rdmadump.jar");
  }

  private void archiveWith(Path java) throws InterruptedException {
    Path captures = LauncherTree.repository().resolve("testdata/captures");
    ClassArchive.main(new String[] {tree.jar().toString(), captures.toString(), java.toString()});
  }

  /** Prints the capture and checks that nothing but its messages is printed. */
  private LauncherTree.Run run(String option) throws IOException, InterruptedException {
    LauncherTree.Run run = tree.run(option, "--json", LauncherTree.capture().toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo(expected);
    assertThat(run.status()).isZero();
    return run;
  }
}
