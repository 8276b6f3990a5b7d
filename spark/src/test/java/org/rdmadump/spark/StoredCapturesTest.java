package org.rdmadump.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.table.KeptRows;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.capture.Compressed;

/** Captures in a file system that Hadoop was told of: an object store. */
class StoredCapturesTest {
  private static final String BUCKET = "stored://bucket/";
  private static final Set<String> NOT_COMPARED = Set.of("capture", "nfs.offset", "nfs.count");

  @AfterEach
  void empty() {
    StoredFiles.OBJECTS.clear();
    StoredFiles.FAILING.clear();
  }

  private static byte[] basic() throws IOException {
    return Files.readAllBytes(ShippedFiles.roce("nfs3-basic"));
  }

  private static Dataset<Row> read(String... paths) throws IOException {
    return RdmaCaptures.of(LocalSpark.session(), List.of(paths))
        .inTasks(2)
        .rows(List.of("exchanges", "problems", "captures"))
        .persist(StorageLevel.MEMORY_ONLY());
  }

  /** What a capture in one file has. */
  private static List<Map<String, Object>> wanted(byte[] capture) throws IOException {
    Path file = Files.createTempFile("whole", ".pcap");
    Files.write(file, capture);
    List<Map<String, Object>> rows = KeptRows.of(file, Optional.empty()).of(Table.EXCHANGES);
    Files.delete(file);
    return compared(rows);
  }

  private static List<Map<String, Object>> exchanges(Dataset<Row> rows, String capture) {
    return compared(
        RowsOf.table(
            RdmaCaptures.pick("exchanges", rows).where("capture = '" + BUCKET + capture + "'")));
  }

  /** But for the name, and what has another type in Spark. */
  private static List<Map<String, Object>> compared(List<Map<String, Object>> rows) {
    rows.forEach(each -> each.keySet().removeAll(NOT_COMPARED));
    return rows;
  }

  private static int frame(Map<String, Object> row, String column) {
    return Integer.parseInt(String.valueOf(row.get(column)));
  }

  @Test
  void shouldPairACallWithItsReplyInTheNextFileOfARotatedSet() throws IOException {
    byte[] whole = basic();
    Records records = Records.of(whole);
    Map<String, Object> split =
        wanted(whole).stream()
            .skip(40)
            .filter(each -> frame(each, "reply.send_frame") > frame(each, "call.send_frame"))
            .findFirst()
            .orElseThrow();
    int first = frame(split, "call.send_frame");
    StoredFiles.OBJECTS.put(
        "/lab/t_00001_20261122103000.pcap.gz", Compressed.of("gzip", records.keep(0, first)));
    StoredFiles.OBJECTS.put(
        "/lab/t_00002_20261122103100.pcap.zst",
        Compressed.of("zstd", records.keep(first, records.size())));

    Dataset<Row> rows = read(BUCKET + "lab");

    assertThat(exchanges(rows, "lab/t_00001_20261122103000.pcap.gz")).isEqualTo(wanted(whole));
    assertThat(RdmaCaptures.pick("problems", rows).count()).isZero();
    assertThat(RdmaCaptures.pick("captures", rows).count()).isOne();
    assertThat(StoredFiles.OPEN).hasValue(0);
  }

  @Test
  void shouldSayWhatIsWrongWithDamagedCapturesAndReadTheRest() throws IOException {
    byte[] whole = basic();
    StoredFiles.OBJECTS.put("/lab/whole.pcap", whole);
    StoredFiles.OBJECTS.put("/lab/cut.pcap", Arrays.copyOf(whole, whole.length / 2 + 7));
    StoredFiles.OBJECTS.put(
        "/lab/text.pcap", "no capture at all".getBytes(StandardCharsets.US_ASCII));
    StoredFiles.OBJECTS.put("/lab/empty.pcap", new byte[0]);
    StoredFiles.OBJECTS.put("/lab/packed.pcap.xz", HexFormat.of().parseHex("fd377a585a000004"));
    StoredFiles.OBJECTS.put("/lab/fails.pcap", whole);
    StoredFiles.OBJECTS.put("/lab/README.md", whole);
    StoredFiles.FAILING.add("/lab/fails.pcap");

    Dataset<Row> rows = read(BUCKET + "lab/");

    assertThat(exchanges(rows, "lab/whole.pcap")).isEqualTo(wanted(whole));
    assertThat(exchanges(rows, "lab/cut.pcap")).isNotEmpty();
    assertThat(exchanges(rows, "lab/fails.pcap")).isNotEmpty();
    assertThat(RowsOf.table(RdmaCaptures.pick("problems", rows)))
        .extracting(each -> each.get("file"), each -> each.get("kind"))
        .containsExactlyInAnyOrder(
            tuple(BUCKET + "lab/cut.pcap", "damaged"),
            tuple(BUCKET + "lab/text.pcap", "not_a_capture"),
            tuple(BUCKET + "lab/empty.pcap", "not_a_capture"),
            tuple(BUCKET + "lab/packed.pcap.xz", "not_a_capture"),
            tuple(BUCKET + "lab/fails.pcap", "unreadable"));
    assertThat(RowsOf.table(RdmaCaptures.pick("captures", rows)))
        .filteredOn(each -> Boolean.FALSE.equals(each.get("done")))
        .extracting(each -> each.get("capture"))
        .containsExactly(BUCKET + "lab/fails.pcap");
    assertThat(StoredFiles.OPEN).hasValue(0);
  }

  @Test
  void shouldReadWhatAGlobSays() throws IOException {
    byte[] small = Files.readAllBytes(ShippedFiles.roce("nfs3-acl"));
    StoredFiles.OBJECTS.put("/11/a.trace", small);
    StoredFiles.OBJECTS.put("/12/b.trace", small);
    StoredFiles.OBJECTS.put("/12/c.pcap", small);

    assertThat(RowsOf.byFile(RdmaCaptures.pick("captures", read(BUCKET + "*/*.trace"))))
        .containsOnlyKeys("a.trace", "b.trace");
    assertThatThrownBy(() -> read(BUCKET + "13/*"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage(BUCKET + "13/*: no such file or folder");
  }
}
