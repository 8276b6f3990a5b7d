package org.rdmadump.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of the job, one after the other. */
class ExtractionTest {
  @TempDir private Path folder;

  private Path captures() throws IOException {
    return Files.createDirectories(folder.resolve("captures"));
  }

  private String tables() {
    return folder.resolve("tables").toString();
  }

  private void copy(Path capture, String name) throws IOException {
    Files.copy(capture, captures().resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  private Extraction.Result run() throws IOException {
    ExtractOptions options =
        ExtractOptions.parse(
            List.of("-o", tables(), "--partitions", "2", captures().toUri().toString()));
    return new Extraction(LocalSpark.session(), options).run();
  }

  private long rows(String table) {
    return RdmaCaptures.extracted(LocalSpark.session(), tables(), table).count();
  }

  private long parquetFiles(String table) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(tables(), table))) {
      return files.filter(each -> each.toString().endsWith(".parquet")).count();
    }
  }

  @Test
  void shouldReadWhatIsNewAndNothingElse() throws IOException {
    copy(ShippedFiles.roce("nfs3-acl"), "a.pcap");
    copy(ShippedFiles.roce("nfs41-acl"), "b.pcap");
    copy(ShippedFiles.roce("odd"), "c.pcap");
    assertThat(run()).isEqualTo(new Extraction.Result(1, 0, 3, 0));
    long first = rows("exchanges");
    assertThat(first).isPositive();
    assertThat(parquetFiles("exchanges")).as("partitions as asked").isEqualTo(2);

    assertThat(run()).isEqualTo(new Extraction.Result(1, 3, 0, 0));
    assertThat(rows("exchanges")).isEqualTo(first);

    copy(ShippedFiles.roce("nfs3-acl"), "d.pcap");
    Files.setLastModifiedTime(
        captures().resolve("c.pcap"), FileTime.fromMillis(1_000_000_000_000L));
    assertThat(run()).isEqualTo(new Extraction.Result(2, 2, 2, 0));
    long ofAcl =
        RdmaCaptures.extracted(LocalSpark.session(), tables(), "exchanges")
            .where("capture like '%/a.pcap'")
            .count();
    assertThat(rows("exchanges")).isEqualTo(first + ofAcl);
    assertThat(rows("captures")).isEqualTo(4);
  }

  @Test
  void shouldWriteOverWhatAnUnfinishedRunLeft() throws IOException {
    copy(ShippedFiles.roce("nfs3-acl"), "a.pcap");
    assertThat(run().read()).isOne();
    long rows = rows("messages");
    Path left = Path.of(tables(), "messages", "run=2");
    Files.createDirectories(left);
    try (Stream<Path> files = Files.list(Path.of(tables(), "messages", "run=1"))) {
      for (Path each : files.filter(it -> it.toString().endsWith(".parquet")).toList()) {
        Files.copy(each, left.resolve("part-of-a-run-that-was-killed.parquet"));
      }
    }
    assertThat(rows("messages")).as("not counted").isEqualTo(rows);

    copy(ShippedFiles.roce("nfs3-acl"), "b.pcap");
    assertThat(run().number()).isEqualTo(2);
    assertThat(rows("messages")).isEqualTo(2 * rows);
  }
}
