package org.rdmadump.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.check.FindingFields;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Rows of captures. */
class CaptureTablesTest {
  private static final Path ROCE = Path.of("..", "testdata", "captures", "rocev2");
  private static final Path BASIC = ROCE.resolve("rocev2-nfs3-basic.pcap");
  private static final Path LOSS = ROCE.resolve("rocev2-nfs41-loss.pcap");
  private static final String CALL = "call.number";
  private static final String CONNECTION = "connection";

  static List<Path> captures() throws IOException {
    return ShippedCaptures.all();
  }

  @ParameterizedTest
  @EnumSource
  void shouldHaveColumnsOfDifferentNamesThatBeginWithCaptureAndConnection(Table table) {
    List<TableColumn> columns = table.columns();

    assertThat(columns).extracting(TableColumn::name).doesNotHaveDuplicates();
    assertThat(columns).extracting(TableColumn::name).startsWith("capture", CONNECTION);
    assertThat(columns).extracting(TableColumn::meaning).allMatch(each -> !each.isBlank());
  }

  @Test
  void shouldNameColumnsAsFiltersDo() {
    Map<Table, Set<String>> known =
        Map.of(
            Table.MESSAGES, names(Table.MESSAGES, MessageFields.registry()::find),
            Table.EXCHANGES, names(Table.EXCHANGES, ExchangeFields.registry()::find),
            Table.NVME, names(Table.NVME, NvmeFields.registry()::find),
            Table.FINDINGS, names(Table.FINDINGS, FindingFields.registry()::find));

    known.forEach((table, names) -> assertThat(names).as(table.word()).containsExactly("capture"));
  }

  /** Columns that are no field. */
  private static Set<String> names(Table table, Function<String, Optional<?>> find) {
    Set<String> unknown = new HashSet<>();
    for (TableColumn each : table.columns()) {
      if (find.apply(each.name()).isEmpty()) {
        unknown.add(each.name());
      }
    }
    return unknown;
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldGiveEveryRowItsCaptureAndEveryReferenceARow(Path capture) throws IOException {
    KeptRows rows = KeptRows.of(capture, Optional.empty());

    Set<Object> numbers = new HashSet<>();
    rows.of(Table.MESSAGES).forEach(each -> numbers.add(each.get("number")));
    Set<Object> connections = new HashSet<>();
    rows.of(Table.CONNECTIONS).forEach(each -> connections.add(each.get(CONNECTION)));
    rows.of(Table.NVME).forEach(each -> numbers.add(each.get("number")));
    rows.of(Table.NVME).forEach(each -> connections.add(each.get(CONNECTION)));
    for (Table table : Table.values()) {
      for (Map<String, Object> row : rows.of(table)) {
        assertThat(row).containsEntry("capture", capture.getFileName().toString());
        for (String number : List.of("number", CALL, "reply.number", "rpc.call_number")) {
          assertThat(row.get(number)).as("%s of %s", number, row).isIn(with(numbers));
        }
        assertThat(row.get(CONNECTION)).as("%s", row).isIn(with(connections));
      }
    }
  }

  private static Set<Object> with(Set<Object> known) {
    Set<Object> all = new HashSet<>(known);
    all.add(null);
    return all;
  }

  @Test
  void shouldHaveARowForEachNvmeCommand() throws IOException {
    // given 72 commands that the host's kernel traced, and one request for events
    Path capture = BASIC.resolveSibling(Path.of("..", "verbs", "rxe-nvme.pcap"));
    List<Map<String, Object>> commands = KeptRows.of(capture, Optional.empty()).of(Table.NVME);

    assertThat(commands).hasSize(73);
    assertThat(commands).filteredOn(each -> "Read".equals(each.get("nvme.operation"))).hasSize(34);
  }

  @Test
  void shouldCountWhatReadAndWriteMovedOfAFile() throws IOException {
    List<Map<String, Object>> files = KeptRows.of(BASIC, Optional.empty()).of(Table.FILES);

    assertThat(files).isNotEmpty();
    for (Map<String, Object> each : files) {
      assertThat(each).containsKeys("server", "nfs.fh", "first_time", "last_time");
      assertThat(KeptRows.number(each, "first_time"))
          .isLessThanOrEqualTo(KeptRows.number(each, "last_time"));
    }
  }

  @Test
  void shouldKeepToTheExchangesOfAFilter() throws IOException, FilterException {
    KeptRows all = KeptRows.of(BASIC, Optional.empty());
    KeptRows writes =
        KeptRows.of(BASIC, Optional.of(Filter.of("nfs.op == WRITE", ExchangeFields.registry())));

    List<Map<String, Object>> wanted =
        all.of(Table.EXCHANGES).stream()
            .filter(each -> "WRITE".equals(each.get("nfs.main_operation")))
            .toList();
    assertThat(wanted).isNotEmpty().hasSizeLessThan(all.of(Table.EXCHANGES).size());
    assertThat(writes.of(Table.EXCHANGES)).isEqualTo(wanted);
    assertThat(writes.of(Table.MESSAGES)).hasSize(2 * wanted.size());
    assertThat(writes.of(Table.CONNECTIONS)).isEqualTo(all.of(Table.CONNECTIONS));
    assertThat(writes.of(Table.FINDINGS)).isEqualTo(all.of(Table.FINDINGS));
    assertThat(writes.of(Table.FILES)).allMatch(each -> KeptRows.number(each, "reads") == 0);
  }

  @Test
  void shouldTellOfRetransmissions() throws IOException {
    KeptRows rows = KeptRows.of(LOSS, Optional.empty());

    assertThat(rows.of(Table.FINDINGS))
        .extracting(each -> each.get("rule"))
        .contains("bth.psn-repeat");
    assertThat(rows.of(Table.CONNECTIONS))
        .anyMatch(
            each ->
                KeptRows.number(each, "traffic.client.retransmitted") > 0
                    || KeptRows.number(each, "traffic.server.retransmitted") > 0);
  }

  @Test
  void shouldHaveTheFindingsAboutConnectionsWithoutRpc() throws IOException {
    // Given a service without RPC, to which a Write of three packets goes twice
    Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1").port(5000);
    wire.connect();
    wire.client().write(0x1234, 0, new byte[2500]);
    int first = wire.capture().size() - 4;
    wire.capture().pause(1_000_000_000L).again(first).again(first + 1).again(first + 2);

    // when it becomes tables
    KeptRows rows = new KeptRows();
    CaptureTables tables = new CaptureTables("verbs.pcap", rows, Optional.empty());
    tables.end(
        new CaptureDecoder(wire.capture().source(), CaptureOptions.DEFAULT, tables).decodeAll());

    // then they say so, as rdmadump check does.
    assertThat(rows.of(Table.FINDINGS))
        .extracting(each -> each.get("rule"))
        .contains("connection.retransmissions");
  }

  @Test
  void shouldHaveWhatCameBeforeTheDamageAndAFindingAboutIt(@TempDir Path folder)
      throws IOException {
    byte[] whole = Files.readAllBytes(BASIC);
    Path cut = folder.resolve(BASIC.getFileName());
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2 + 7));

    KeptRows rows = KeptRows.of(cut, Optional.empty());

    List<Map<String, Object>> messages = rows.of(Table.MESSAGES);
    assertThat(messages).isNotEmpty();
    assertThat(rows.of(Table.FINDINGS))
        .extracting(each -> each.get("rule"))
        .contains("capture.cut-short");
  }

  @Test
  void shouldEndTheRunWithTheFailureOfTheSink() throws IOException {
    IOException full = new IOException("no space left");
    RowSink failing =
        new RowSink() {
          @Override
          public void begin(Table table) {}

          @Override
          public void setLong(int column, long value) {}

          @Override
          public void setBoolean(int column, boolean value) {}

          @Override
          public void setText(int column, String value) {}

          @Override
          public void end() throws IOException {
            throw full;
          }
        };
    try (FrameSource source = CaptureFile.open(BASIC)) {
      CaptureDecoder decoder =
          new CaptureDecoder(
              source,
              new CaptureOptions(false, false, 64L << 20),
              new CaptureTables("basic", failing, Optional.empty()));

      assertThatThrownBy(
              () -> {
                boolean more = true;
                while (more) {
                  more = decoder.decodeNext();
                }
              })
          .isInstanceOf(UncheckedIOException.class)
          .hasCause(full);
    }
  }
}
