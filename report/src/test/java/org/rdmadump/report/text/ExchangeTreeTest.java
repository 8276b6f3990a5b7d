package org.rdmadump.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.Sample;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.WriteChunk;

class ExchangeTreeTest {
  private static final TreeOptions ASCII = withColumns(100);
  private static final Rule GAP = new Rule("bth.psn-gap", Severity.WARNING, "IBTA 9.7");

  @Test
  void shouldDrawACallWithItsChunksAndItsReplyOverTime() {
    // given a WRITE whose data the server fetched between 250 and 500 us after it
    RpcExchange exchange = exchange(write(read(0x11, 0, 262_144, 250, 500)), Sample.reply());

    assertThat(rows(ASCII, exchange))
        .isEqualTo(
            """
            0            1.00 ms
            #...................        0  call #1, 192.168.77.2 -> 192.168.77.1, frame 12, Send of 192 B,
                                           |  message of 164 B in frames 10-20
            .....#####..........  +250 us  `- Read chunk at position 128, 1 segment, 262144 B
            .....#####..........  +250 us     `- 0x00000011 0x676090a200001000, 262144 of 262144 B
            .....#####..........  +250 us        `- RDMA Read 0x676090a200001000, 262144 B, PSN 100-163,
                                                       frames 30-93, 250 us
            ...................# +1.00 ms  reply #2, 192.168.77.1 -> 192.168.77.2, frame 12, Send of 192 B,
                                              message of 164 B in frames 10-20
            """);
  }

  @Test
  void shouldNotDrawAReadOfWhatIsThereAsOneThatLacksBytes() {
    // given the end of the data asked for once more, which brought nothing new, or some of it
    RdmaTransfer whole = read(0x11, 0, 262_144, 250, 500);

    assertThat(rows(ASCII, exchange(write(whole, empty(258_048, 4096)), Sample.reply())))
        .contains("RDMA Read 0x676090a200040000, 4096 B asked for again,");
    assertThat(rows(ASCII, exchange(write(whole, empty(258_048, 4097)), Sample.reply())))
        .contains("RDMA Read 0x676090a200040000, 0 of 4097 B,");
    assertThat(rows(ASCII, exchange(lacking(empty(0, 4096)), Sample.reply())))
        .contains("RDMA Read 0x676090a200001000, 0 of 4096 B,");
  }

  @Test
  void shouldNotDrawAReadAsOneThatLacksBytesIfItsSegmentIsWhole() {
    // given packets that the second Read asked for again, and that the first one had but for one
    RdmaTransfer first = part(0, 262_144, 261_120, 30);
    RdmaTransfer second = part(246_784, 15_360, 1024, 80);

    assertThat(
            rows(withColumns(200), exchange(write(first, second, empty(0, 7168)), Sample.reply())))
        .contains("261120 of 262144 B, the others by another RDMA Read,")
        .contains("1024 of 15360 B, the others by another RDMA Read,")
        .contains("7168 B asked for again, PSN");
    assertThat(rows(withColumns(200), exchange(lacking(first), Sample.reply())))
        .contains("261120 of 262144 B, PSN");
  }

  @Test
  void shouldHangAFindingBelowTheOperationThatItNames() {
    // given two Reads at the same time, and findings in frames of both
    Finding ofFirst = new Finding(GAP, 85, -1, "1 PSN missing").ofOperation(30);
    Finding ofSecond = new Finding(GAP, 86, -1, "2 PSNs missing").ofOperation(80);
    RpcExchange plain =
        exchange(
            write(part(0, 131_072, 131_072, 30), part(131_072, 131_072, 131_072, 80))
                .findings(ofFirst),
            Sample.reply());
    RpcExchange exchange =
        new RpcExchange(
            plain.xid(),
            plain.connection(),
            plain.call(),
            plain.reply(),
            plain.timing(),
            plain.transfers(),
            List.of(ofSecond));

    assertThat(rows(withColumns(200), exchange))
        .containsPattern("frames 30-93, .*\n.*frame 85: 1 PSN missing\n")
        .containsPattern("frames 80-93, .*\n.*frame 86: 2 PSNs missing\n");
  }

  private static RdmaTransfer part(long at, long length, long transferred, long firstFrame) {
    RdmaTransfer like = read(0x11, at, length, 600, 700);
    return new RdmaTransfer(
        like.kind(),
        like.handle(),
        like.address(),
        length,
        transferred,
        1,
        like.firstPsn(),
        like.lastPsn(),
        firstFrame,
        like.lastFrame(),
        like.firstNanos(),
        like.lastNanos(),
        like.sink(),
        List.of());
  }

  private static Sample lacking(RdmaTransfer transfer) {
    ChunkSegment segment = Sample.segment(0x11, 262_144, OptionalLong.of(transfer.transferred()));
    return Sample.call().readChunks(new ReadChunk(128, List.of(segment))).transfers(transfer);
  }

  private static RdmaTransfer empty(long at, long length) {
    RdmaTransfer like = read(0x11, at, length, 600, 600);
    return new RdmaTransfer(
        like.kind(),
        like.handle(),
        like.address(),
        like.length(),
        0,
        0,
        like.firstPsn(),
        like.lastPsn(),
        like.firstFrame(),
        like.firstFrame(),
        like.firstNanos(),
        like.lastNanos(),
        like.sink(),
        List.of());
  }

  @Test
  void shouldBeginWithTheLineOfTheExchange() {
    RpcExchange exchange = exchange(write(read(0x11, 0, 262_144, 250, 500)), Sample.reply());

    assertThat(tree(withColumns(200)).lines(exchange).get(0))
        .isEqualTo(
            "    1     2    0.000000  c1   192.168.77.2 -- 192.168.77.1  0x676090a2  NFS v3 WRITE      "
                + "     164 B /     164 B  SUCCESS in 1.00 ms (100 us to RDMA, 812 us RDMA, 88.0 us to"
                + " reply)");
  }

  @Test
  void shouldBreakTheTitleWhereColumnsAndClausesEnd() {
    RpcExchange exchange = exchange(write(read(0x11, 0, 262_144, 250, 500)), Sample.reply());

    assertThat(tree(withColumns(80)).lines(exchange).subList(0, 3))
        .containsExactly(
            "    1     2    0.000000  c1   192.168.77.2 -- 192.168.77.1  0x676090a2",
            "      NFS v3 WRITE           164 B /     164 B",
            "      SUCCESS in 1.00 ms (100 us to RDMA, 812 us RDMA, 88.0 us to reply)");
    assertThat(tree(withColumns(64)).lines(exchange).subList(1, 5))
        .containsExactly(
            "      0x676090a2  NFS v3 WRITE           164 B /     164 B",
            "      SUCCESS in 1.00 ms (100 us to RDMA, 812 us RDMA, 88.0 us",
            "      to reply)",
            "0    1.00 ms");
  }

  @Test
  void shouldNotPartSizes() {
    Sample call = Sample.call().header(2, 0).withoutRpc();

    assertThat(
            tree(withColumns(70))
                .lines(Sample.exchange(Optional.of(call), Optional.empty()))
                .subList(0, 3))
        .containsExactly(
            "    1     -    0.000000  c1   192.168.77.2 -- 192.168.77.1  0x676090a2",
            "      RPC-over-RDMA version 2         - /         -  without RPC",
            "0");
  }

  @Test
  void shouldKeepWithinTheWidthButForAWordThatIsLonger() {
    // given rows that are three levels deep
    Sample call =
        Sample.call()
            .readChunks(
                new ReadChunk(
                    128, List.of(Sample.segment(0x11, 262_144, OptionalLong.of(262_144)))))
            .findings(new Finding(GAP, 35, 42, "1 PSN missing, before one_long_word_of_30_columns"))
            .transfers(read(0x11, 0, 262_144, 250, 500));
    RpcExchange exchange = exchange(call, Sample.reply());

    for (int columns = 48; columns <= 100; columns++) {
      int width = columns;
      assertThat(belowTitle(tree(withColumns(columns)).lines(exchange)))
          .as("%d columns", columns)
          .allMatch(line -> line.length() <= width || line.matches("[ |]+[^ ]+"));
    }
  }

  @Test
  void shouldSayInTheRowOfTheReplyWhyThereIsNone() {
    assertThat(lastRow(Sample.call())).isEqualTo("no reply");
    assertThat(lastRow(Sample.call().withoutRpc().undelivered())).isEqualTo("not delivered");
    assertThat(lastRow(Sample.call().withoutRpc().malformedHeader())).isEqualTo("no reply");
    assertThat(lastRow(Sample.call().header(1, 3).withoutRpc())).isEqualTo("without RPC");
  }

  private static String lastRow(Sample call) {
    List<String> lines =
        tree(withColumns(120)).lines(Sample.exchange(Optional.of(call), Optional.empty()));
    return lines.get(lines.size() - 1).strip();
  }

  private static TreeOptions withColumns(int columns) {
    return new TreeOptions(
        columns,
        false,
        false,
        false,
        TimeFormat.RELATIVE,
        Optional.of(DisplayZone.UTC),
        TextOptions.TEXT_SIZE);
  }

  @Test
  void shouldDrawHalfColumnsWhereTheTerminalCan() {
    RpcExchange exchange = exchange(write(read(0x11, 0, 262_144, 250, 475)), Sample.reply());

    List<String> lines =
        belowTitle(
            tree(new TreeOptions(
                    100,
                    true,
                    false,
                    false,
                    TimeFormat.RELATIVE,
                    Optional.of(DisplayZone.UTC),
                    TextOptions.TEXT_SIZE))
                .lines(exchange));

    assertThat(lines.get(3)).startsWith("·····████▌··········  +250 us  └─ Read chunk");
    assertThat(lines.get(2)).contains("│  message of 164 B");
    assertThat(lines.get(6)).startsWith(" ".repeat(40)).contains("frames 30-93");
    assertThat(lines.get(7)).startsWith("···················▐ +1.00 ms  reply #2");
  }

  @Test
  void shouldShowWhatAReplyUsedOfTheChunksThatItsCallOffered() {
    Sample call =
        Sample.call()
            .writeChunks(
                new WriteChunk(
                    List.of(
                        Sample.segment(1, 4096, OptionalLong.empty()),
                        Sample.segment(2, 4096, OptionalLong.empty()))))
            .replyChunk(new WriteChunk(List.of(Sample.segment(3, 512, OptionalLong.empty()))));
    Sample reply =
        Sample.reply()
            .writeChunks(
                new WriteChunk(
                    List.of(
                        Sample.segment(1, 4096, OptionalLong.of(3072)),
                        Sample.segment(2, 0, OptionalLong.of(0)))))
            .replyChunk(new WriteChunk(List.of(Sample.segment(3, 0, OptionalLong.of(0)))))
            .transfers(write(1, 0, 3072, 600, 700));

    assertThat(rows(ASCII, exchange(call, reply)))
        .contains(
            """
            ............##......  +600 us  |- Write chunk, 2 segments, 8192 B, 4096 used
            ............##......  +600 us  |  |- 0x00000001 0x676090a200001000, 3072 of 4096 B, 4096 used
            ............##......  +600 us  |  |  `- RDMA Write 0x676090a200001000, 3072 B, PSN 100-163,
                                           |  |        frames 30-93, 100 us
                                           |  `- 0x00000002 0x676090a200001000, 0 of 4096 B
                                           `- Reply chunk, 1 segment, 512 B, unused
                                              `- 0x00000003 0x676090a200001000, 0 of 512 B
            """);
  }

  @Test
  void shouldFoldWhatRepeatsUnlessAskedForEverything() {
    List<RdmaTransfer> reads = new ArrayList<>();
    for (int i = 0; i < 66; i++) {
      reads.add(read(0x11, 1024L * i, 1024, 10 * i, 10 * i + 10));
    }
    RpcExchange exchange = exchange(write(reads.toArray(new RdmaTransfer[0])), Sample.reply());

    assertThat(rows(ASCII, exchange))
        .contains("... 60 more RDMA Reads, 61440 B, frames 30-93\n")
        .contains(".#############...... +60.0 us        `- ... 60 more");
    assertThat(count(rows(ASCII, exchange), "RDMA Read 0x")).isEqualTo(6);
    TreeOptions all =
        new TreeOptions(
            100,
            false,
            false,
            true,
            TimeFormat.RELATIVE,
            Optional.of(DisplayZone.UTC),
            TextOptions.TEXT_SIZE);
    assertThat(count(rows(all, exchange), "RDMA Read 0x")).isEqualTo(66);
  }

  @Test
  void shouldPutAFindingBelowTheOnlyOperationOfItsFrames() {
    Finding inFirst = new Finding(GAP, 35, 42, "1 PSN missing");
    RdmaTransfer other =
        new RdmaTransfer(
            RdmaTransfer.Kind.READ,
            0x12,
            0x676090a200001000L,
            4096,
            4096,
            4,
            200,
            203,
            90,
            110,
            Sample.TIME + 600_000,
            Sample.TIME + 700_000,
            Optional.empty(),
            List.of());
    Finding inBoth = new Finding(GAP, 92, -1, "2 PSNs missing");
    Finding inSend = new Finding(GAP, 12, -1, "3 PSNs missing");
    Sample call = write(read(0x11, 0, 262_144, 250, 500), other).findings(inFirst, inBoth, inSend);

    assertThat(rows(ASCII, exchange(call, Sample.reply())))
        .contains(
            """
                                           |- ! bth.psn-gap, frame 12: 3 PSNs missing
            .....#####..##......  +250 us  `- Read chunk at position 128, 2 segments, 266240 B
                                              |- ! bth.psn-gap, frame 92: 2 PSNs missing
            """)
        .contains(
            """
                                              |     |  frames 30-93, 250 us
                                              |     `- ! bth.psn-gap, frame 35 byte 42: 1 PSN missing
            """);
  }

  @Test
  void shouldShowAnExchangeThatIsNotWhole() {
    Sample call =
        lacking(
                new RdmaTransfer(
                    RdmaTransfer.Kind.READ,
                    0x11,
                    0x676090a200001000L,
                    262_144,
                    100_000,
                    90,
                    100,
                    189,
                    30,
                    120,
                    Sample.TIME + 250_000,
                    Sample.TIME + 500_000,
                    Optional.empty(),
                    List.of()))
            .missing(128, 162_144, Absence.NOT_CAPTURED);

    assertThat(rows(ASCII, Sample.exchange(Optional.of(call), Optional.empty())))
        .contains("INCOMPLETE", "missing 162144 bytes at 128 (not captured)", "no reply\n")
        .contains("RDMA Read 0x676090a200001000, 100000 of 262144 B");
    Sample reply = Sample.reply().withoutCall();
    assertThat(rows(ASCII, Sample.exchange(Optional.empty(), Optional.of(reply))))
        .startsWith("0\n")
        .contains("call not captured\n", "reply #2");
  }

  @Test
  void shouldShowWhatMovedThroughMemoryOfNoChunk() {
    RpcExchange exchange =
        exchange(Sample.call().transfers(read(0x99, 0, 4096, 250, 500)), Sample.reply());

    assertThat(rows(ASCII, exchange))
        .contains("`- in no chunk listed here\n")
        .contains("   `- RDMA Read 0x676090a200001000, 4096 B, PSN 100-163");
  }

  @Test
  void shouldEndAColourWithItsLine() {
    Sample call =
        write(read(0x11, 0, 262_144, 250, 500))
            .findings(new Finding(GAP, 12, -1, "very ".repeat(40) + "long"));
    TreeOptions coloured =
        new TreeOptions(
            60,
            true,
            true,
            false,
            TimeFormat.RELATIVE,
            Optional.of(DisplayZone.UTC),
            TextOptions.TEXT_SIZE);

    for (String line : tree(coloured).lines(exchange(call, Sample.reply()))) {
      assertThat(count(line, "\033[")).as(line).isEven();
    }
    assertThat(rows(coloured, exchange(call, Sample.reply())))
        .contains("\033[36mcall #1\033[0m")
        .contains("\033[33m! bth.psn-gap\033[0m");
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 80, 100, 132, 250})
  void shouldKeepWithinTheWidth(int columns) {
    Sample call =
        write(read(0x11, 0, 262_144, 250, 500))
            .findings(new Finding(GAP, 35, -1, "very ".repeat(40) + "long"));
    TreeOptions options =
        new TreeOptions(
            columns,
            true,
            false,
            true,
            TimeFormat.RELATIVE,
            Optional.of(DisplayZone.UTC),
            TextOptions.TEXT_SIZE);

    List<String> lines = tree(options).lines(exchange(call, Sample.reply()));

    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE})
  void shouldDrawTimesThatMakeNoSense(long nanos) {
    RdmaTransfer odd =
        new RdmaTransfer(
            RdmaTransfer.Kind.READ,
            0x11,
            0,
            1,
            1,
            1,
            1,
            1,
            30,
            30,
            nanos,
            -nanos,
            Optional.empty(),
            List.of());

    List<String> lines = tree(ASCII).lines(exchange(write(odd), Sample.reply()));

    assertThat(lines)
        .anySatisfy(line -> assertThat(line).matches("[#.]{20} .*RDMA Read 0x0000000000000000.*"));
  }

  @Test
  void shouldWriteAnEmptyLineBehindEachTree() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TreeRecordWriter writer = new TreeRecordWriter(out, ASCII, true, () -> Sample.TIME);
    writer.begin();
    writer.exchange(exchange(Sample.call(), Sample.reply()));
    writer.message(Sample.call().message());
    writer.end();

    assertThat(out.toString(StandardCharsets.UTF_8)).endsWith("in frames 10-20\n\n");
  }

  // ---- what is drawn

  private static Sample write(RdmaTransfer... transfers) {
    List<ChunkSegment> segments = new ArrayList<>();
    segments.add(Sample.segment(0x11));
    if (transfers.length == 2) {
      segments.add(Sample.segment(0x12, 4096, OptionalLong.of(4096)));
    }
    return Sample.call().readChunks(new ReadChunk(128, segments)).transfers(transfers);
  }

  private static RdmaTransfer read(int handle, long at, long length, int fromMicros, int toMicros) {
    return transfer(RdmaTransfer.Kind.READ, handle, at, length, fromMicros, toMicros);
  }

  private static RdmaTransfer write(
      int handle, long at, long length, int fromMicros, int toMicros) {
    return transfer(RdmaTransfer.Kind.WRITE, handle, at, length, fromMicros, toMicros);
  }

  private static RdmaTransfer transfer(
      RdmaTransfer.Kind kind, int handle, long at, long length, int from, int to) {
    return new RdmaTransfer(
        kind,
        handle,
        0x676090a200001000L + at,
        length,
        length,
        64,
        100,
        163,
        30,
        93,
        Sample.TIME + 1000L * from,
        Sample.TIME + 1000L * to,
        Optional.empty(),
        List.of());
  }

  private static RpcExchange exchange(Sample call, Sample reply) {
    RpcExchange plain = Sample.exchange(Optional.of(call), Optional.of(reply));
    List<RdmaTransfer> transfers = new ArrayList<>(plain.call().orElseThrow().transfers());
    transfers.addAll(plain.reply().orElseThrow().transfers());
    return new RpcExchange(
        plain.xid(),
        plain.connection(),
        plain.call(),
        plain.reply(),
        plain.timing(),
        transfers,
        plain.findings());
  }

  private static ExchangeTree tree(TreeOptions options) {
    return new ExchangeTree(options, () -> Sample.TIME);
  }

  private static String rows(TreeOptions options, RpcExchange exchange) {
    return String.join("\n", belowTitle(tree(options).lines(exchange))) + "\n";
  }

  /** The scale, and what is below. */
  private static List<String> belowTitle(List<String> lines) {
    int scale = 0;
    while (!lines.get(scale).startsWith("0")) {
      scale++;
    }
    return lines.subList(scale, lines.size());
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }
}
