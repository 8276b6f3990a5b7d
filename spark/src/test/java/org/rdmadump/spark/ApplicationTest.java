package org.rdmadump.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.capture.Compressed;

/** The jar that is published, as an application of Spark in a JVM of its own. */
@Tag("application")
class ApplicationTest {
  private static final Path JAR = Path.of(System.getProperty("rdmadump.application", ""));
  private static final int MINUTES = 5;

  @TempDir private Path folder;

  @Test
  void shouldBringNothingThatSparkBrings() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> classes =
          jar.stream().map(JarEntry::getName).filter(each -> each.endsWith(".class")).toList();

      assertThat(classes).isNotEmpty().allMatch(each -> each.startsWith("org/rdmadump/"));
    }
  }

  @Test
  void shouldRunUnderSparkSubmitWithTheLibrariesOfSpark() throws Exception {
    byte[] basic = Files.readAllBytes(ShippedFiles.roce("nfs3-basic"));
    Path captures = Files.createDirectories(folder.resolve("captures"));
    Files.write(captures.resolve("a.pcap.zst"), Compressed.of("zstd", basic));
    Files.write(captures.resolve("b.pcap.gz"), Compressed.of("gzip", basic));
    Path log = folder.resolve("log");

    Process submit =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                classPathOfSpark(),
                "org.apache.spark.deploy.SparkSubmit",
                "--master",
                "local[2]",
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.driver.bindAddress=127.0.0.1",
                "--conf",
                "spark.driver.host=127.0.0.1",
                "--class",
                ExtractJob.class.getName(),
                JAR.toString(),
                "-o",
                folder.resolve("tables").toString(),
                "--partitions",
                "1",
                captures.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(submit.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();

    assertThat(log).content().contains("run 1: read 2 captures, 0 were read before, 0 files");
    assertThat(submit.exitValue()).isZero();
    assertThat(log)
        .content()
        .doesNotContain("multiple SLF4J", "NoSuchMethodError", "NoClassDefFoundError");
    assertThat(
            RdmaCaptures.extracted(
                    LocalSpark.session(), folder.resolve("tables").toString(), "exchanges")
                .groupBy("capture")
                .count()
                .select("count")
                .distinct()
                .count())
        .as("both have the same")
        .isOne();
  }

  /** What Spark brings: the class path of the tests without this project and what tests need. */
  private static String classPathOfSpark() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(each -> each.endsWith(".jar"))
        .filter(each -> !each.contains("rdmadump") && !each.contains("-SNAPSHOT"))
        .filter(each -> !each.matches(".*/(org/junit|org/assertj|org/hdrhistogram)/.*"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
