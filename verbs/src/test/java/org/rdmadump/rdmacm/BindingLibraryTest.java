package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.natives.Run;

/**
 * What the library in C exports, what it is linked with, and that it is built the same anywhere.
 */
class BindingLibraryTest {
  @TempDir Path folder;

  @BeforeEach
  void need() throws Exception {
    FakeCm.in(folder);
  }

  @AfterEach
  void forget() {
    FakeCm.forget();
  }

  @Test
  void shouldExportNothingButWhatJavaCalls() throws Exception {
    String library = FakeCm.BINDING.file().toString();

    Run run = Run.of(List.of("nm", "-D", "--defined-only", library), folder);

    assertThat(run.output().lines())
        .hasSizeGreaterThan(70)
        .allMatch(line -> line.contains(" T Java_org_rdmadump_rdmacm_"));
  }

  @Test
  void shouldNotBeLinkedWithTheLibrariesThatItLoads() throws Exception {
    String library = FakeCm.BINDING.file().toString();

    Run run = Run.of(List.of("readelf", "-d", library), folder);

    assertThat(run.output()).contains("[libc.so.6]").doesNotContain("ibverbs", "rdmacm.so");
  }

  @Test
  void shouldRunWithAnOldGlibc() throws Exception {
    assumeThat(System.getProperty("os.arch")).isEqualTo("amd64");

    assertThat(FakeCm.BINDING.glibc()).isLessThanOrEqualTo(Runtime.Version.parse("2.17"));
  }

  @Test
  void shouldBeBuiltTheSameInAnyFolder() throws Exception {
    Path sources = Files.createDirectory(folder.resolve("sources"));
    try (Stream<Path> files = Files.list(Path.of("src/main/c"))) {
      for (Path file : files.toList()) {
        Files.copy(file, sources.resolve(file.getFileName()));
      }
    }

    Run build =
        Run.of(
            List.of(
                "sh",
                sources.resolve("build.sh").toString(),
                folder.resolve("out").toString(),
                folder.resolve("work").toString(),
                FakeCm.BINDING.headers().toString(),
                FakeCm.BINDING.version(),
                System.getProperty("java.home")),
            folder);

    assertThat(build.output()).isEmpty();
    assertThat(folder.resolve("out").resolve(FakeCm.BINDING.resource()))
        .hasSameBinaryContentAs(FakeCm.BINDING.file());
  }
}
