package org.rdmadump.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.table.KeptRows;
import org.rdmadump.analysis.table.Table;

/** Tables in Parquet files have the rows of the captures. */
class ParquetExportTest {
  private static final Path BASIC =
      Exported.CAPTURES.resolve("rocev2").resolve("rocev2-nfs3-basic.pcap");
  private static final Path VLAN =
      Exported.CAPTURES.resolve("rocev2").resolve("rocev2-nfs41-vlan.pcap");
  private static final String NUMBER = "call.number";

  @Test
  void shouldHaveTheRowsOfEachOfManyCaptures(@TempDir Path folder) throws IOException {
    List<Path> captures = ShippedCaptures.all();
    Exported exported =
        Exported.to(
            folder.resolve("tables"), captures.stream().map(Path::toString).toArray(String[]::new));
    assertThat(exported.status()).as(exported.said()).isZero();

    for (Table table : Table.values()) {
      List<Map<String, Object>> rows = exported.rows(table);
      int from = 0;
      for (Path capture : captures) {
        List<Map<String, Object>> wanted = KeptRows.of(capture, Optional.empty()).of(table);
        List<Map<String, Object>> own = rows.subList(from, from + wanted.size());
        from += wanted.size();
        assertThat(own).allMatch(each -> capture.toString().equals(each.get("capture")));
        own.forEach(each -> each.put("capture", capture.getFileName().toString()));
        assertThat(own).as("%s of %s", table, capture).isEqualTo(wanted);
      }
      assertThat(rows).hasSize(from);
    }
    try (Stream<Path> left = Files.list(exported.folder())) {
      assertThat(left).hasSize(Table.values().length);
    }
  }

  @Test
  void shouldPairACallWithItsReplyInTheNextFileOfARotatedSet(@TempDir Path folder)
      throws IOException {
    byte[] whole = Files.readAllBytes(BASIC);
    Path first = folder.resolve("t_00001_20261122103000.pcap");
    Path second = folder.resolve("t_00002_20261122103100.pcap");
    int half = frameBehind(whole, whole.length / 2);
    Files.write(first, Arrays.copyOf(whole, half));
    byte[] rest = Arrays.copyOf(whole, FILE_HEADER + whole.length - half);
    System.arraycopy(whole, half, rest, FILE_HEADER, whole.length - half);
    Files.write(second, rest);

    Exported split = Exported.to(folder.resolve("tables"), second.toString(), first.toString());

    assertThat(split.said()).contains("1 capture ");
    for (Table table : Table.values()) {
      List<Map<String, Object>> wanted = KeptRows.of(BASIC, Optional.empty()).of(table);
      List<Map<String, Object>> rows = split.rows(table);
      assertThat(rows).allMatch(each -> first.toString().equals(each.get("capture")));
      rows.forEach(each -> each.put("capture", BASIC.getFileName().toString()));
      assertThat(rows).as(table.word()).isEqualTo(wanted);
    }
  }

  private static final int FILE_HEADER = 24;
  private static final int FRAME_HEADER = 16;
  private static final int LENGTH = 8;

  /** The first place from a byte on at which a frame of a little-endian pcap file begins. */
  private static int frameBehind(byte[] file, int from) {
    int at = FILE_HEADER;
    while (at < from) {
      int length = 0;
      for (int i = 3; i >= 0; i--) {
        length = (length << 8) | (file[at + LENGTH + i] & 0xff);
      }
      at += FRAME_HEADER + length;
    }
    return at;
  }

  @Test
  void shouldLeaveTheOthersWholeIfACaptureIsDamagedOrIsNone(@TempDir Path folder)
      throws IOException {
    byte[] whole = Files.readAllBytes(BASIC);
    Path cut = folder.resolve("cut.pcap");
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2 + 7));
    Path none = folder.resolve("none.pcap");
    Files.writeString(none, "no capture at all, only some text that goes on for a while");

    Exported exported =
        Exported.to(folder.resolve("tables"), cut.toString(), none.toString(), VLAN.toString());

    assertThat(exported.status()).isEqualTo(3);
    assertThat(exported.said()).contains("cut.pcap: ", "none.pcap: ", "of 2 captures written");
    assertThat(exported.rows(Table.FINDINGS))
        .anyMatch(
            each ->
                cut.toString().equals(each.get("capture"))
                    && "capture.cut-short".equals(each.get("rule")));
    List<Map<String, Object>> rows = exported.rows(Table.EXCHANGES);
    assertThat(rows).anyMatch(each -> cut.toString().equals(each.get("capture")));
    assertThat(rows.stream().filter(each -> VLAN.toString().equals(each.get("capture"))))
        .extracting(each -> each.get(NUMBER))
        .isEqualTo(
            KeptRows.of(VLAN, Optional.empty()).of(Table.EXCHANGES).stream()
                .map(each -> each.get(NUMBER))
                .toList());
  }

  @Test
  void shouldNotWriteIntoAFolderWithSomethingInItUnlessForced(@TempDir Path folder)
      throws IOException {
    Files.writeString(folder.resolve("messages.parquet"), "mine");

    Exported refused = Exported.to(folder, BASIC.toString());

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.said()).contains("is not empty; --force writes into it");
    assertThat(folder.resolve("messages.parquet")).hasContent("mine");
    assertThat(Exported.to(folder, "--force", BASIC.toString()).status()).isZero();
    assertThat(new Exported(folder, 0, "").rows(Table.MESSAGES)).isNotEmpty();
  }

  @Test
  void shouldLeaveNoTablesIfNoCaptureCanBeRead(@TempDir Path folder) throws IOException {
    Path none = folder.resolve("none.pcap");
    Files.writeString(none, "no capture at all, only some text that goes on for a while");
    Path tables = folder.resolve("tables");

    Exported refused = Exported.to(tables, none.toString());
    Exported missing = Exported.to(tables, BASIC.toString(), "nowhere.pcap");

    assertThat(refused.status()).isEqualTo(3);
    assertThat(missing.status()).isEqualTo(3);
    assertThat(missing.said()).contains("nowhere.pcap: no such file");
    assertThat(tables).isEmptyDirectory();
  }

  @Test
  void shouldKeepToAFilterAndALimit(@TempDir Path folder) throws IOException {
    Exported exported =
        Exported.to(folder.resolve("tables"), "-Y", "nfs.op == WRITE", "-c", "2", BASIC.toString());

    assertThat(exported.rows(Table.EXCHANGES))
        .hasSize(2)
        .allMatch(each -> "WRITE".equals(each.get("nfs.main_operation")));
  }
}
