package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.conformance.CaseOutcome;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.frame.FrameDissector;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.table.ColumnFormat;
import org.rdmadump.analysis.table.ColumnWriter;
import org.rdmadump.analysis.text.DisplayZone;
import org.rdmadump.analysis.text.TextOptions;
import org.rdmadump.analysis.text.TextRecordWriter;
import org.rdmadump.analysis.text.TimeFormat;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rdma.ReadSink;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * What docs/nfstest-mapping.md says is here, done by a program that embeds: a test for each row of
 * its tables, named after the table and the row.
 */
class NfstestByEmbeddingTest {
  private static final Path PAGE = Path.of("..", "docs", "nfstest-mapping.md");
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path ROCE = CAPTURES.resolve("rocev2/rocev2-nfs41-any-nano.pcap");
  private static final Path IWARP = CAPTURES.resolve("iwarp/iwarp-nfs41-crc.pcap");
  private static final Path SEVERAL = CAPTURES.resolve("rocev2/rocev2-mixed-versions.pcap");
  private static final Path LOSS = CAPTURES.resolve("rocev2/rocev2-nfs41-loss.pcap");
  private static final Path DIRECT = CAPTURES.resolve("rocev2/rocev2-nfs41-direct.pcap");

  private static final Pattern HEADING = Pattern.compile("## (.*)");
  private static final Pattern ROW = Pattern.compile("\\| (.*?) \\| (.*?) \\|.*");

  /** Tables with tests of their own beside each row, or that say what the tests here show. */
  private static final Set<String> OTHERS = Set.of("Limits that are gone", "iWARP, case by case");

  private static RdmaCapture whole(Path file) throws IOException {
    return RdmaCapture.builder().file(file).keepBytes(true).open();
  }

  private static RpcExchange exchange(Path file, String expression) throws IOException {
    try (RdmaCapture capture = whole(file)) {
      RpcMessage message = capture.match(expression).orElseThrow();
      return capture.exchange(message).orElseThrow();
    }
  }

  private static RpcExchange write(Path file) throws IOException {
    return exchange(file, "nfs.op == WRITE && nfs.data.length == 100000");
  }

  private static RpcExchange read(Path file) throws IOException {
    return exchange(file, "nfs.op == READ && nfs.data.length == 9001");
  }

  private static RpcExchange readdir(Path file) throws IOException {
    return exchange(file, "nfs.op == READDIR");
  }

  private static RpcMessage call(RpcExchange exchange) {
    return exchange.call().orElseThrow();
  }

  private static RpcMessage reply(RpcExchange exchange) {
    return exchange.reply().orElseThrow();
  }

  private static RpcSummary rpc(RpcMessage message) {
    return message.rpc().orElseThrow();
  }

  /** The rows of the page that a test here is about, as they are called. */
  static List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    String heading = "";
    for (String line : Files.readAllLines(PAGE)) {
      Matcher title = HEADING.matcher(line);
      Matcher row = ROW.matcher(line);
      if (title.matches()) {
        heading = title.group(1);
      } else if (row.matches()
          && !OTHERS.contains(heading)
          && !Set.of("original", "nfstest_pkt").contains(row.group(1))
          && !line.contains("not planned")) {
        String what = row.group(1).equals("(none)") ? row.group(2) : row.group(1);
        rows.add(
            (heading.replaceAll("[:,].*", "") + ": " + what).replace("`", "").replace('"', '\''));
      }
    }
    return rows;
  }

  @Test
  void shouldHaveATestForEachRow() throws IOException {
    String source =
        Files.readString(
                Path.of("src", "test", "java", "org", "rdmadump", "NfstestByEmbeddingTest.java"))
            .replaceAll("\\(\\s+\"", "(\"");

    assertThat(rows())
        .hasSizeGreaterThan(50)
        .allSatisfy(each -> assertThat(source).contains("@DisplayName(\"" + each + "\")"));
  }

  // ---- RDMAinfo

  @Test
  @DisplayName("RDMAinfo: RDMAinfo")
  void shouldKeepConnectionsApart() throws IOException {
    Set<Integer> connections = new HashSet<>();
    try (RdmaCapture capture = RdmaCapture.open(SEVERAL)) {
      capture.exchanges().forEach(each -> connections.add(each.connection()));
      assertThat(connections).hasSizeGreaterThan(1);
      assertThat(capture.summary().incomplete()).isZero();
    }
  }

  @Test
  @DisplayName("RDMAinfo: constructor")
  void shouldBeginWithNothing() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.position()).isZero();
      assertThat(capture.connection(1)).isEmpty();
    }
  }

  @Test
  @DisplayName("RDMAinfo: destructor")
  void shouldEndEverythingWithTheConnection() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.summary().connections()).isEqualTo(1);
      assertThat(capture.connection(1).orElseThrow().end()).isPresent();
    }
  }

  @Test
  @DisplayName("RDMAinfo: len, size")
  void shouldCountSegments() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(
              capture
                  .matchAll(each -> each.replyChunk().isPresent() && rpc(each).call())
                  .mapToInt(each -> each.replyChunk().orElseThrow().segments().size())
                  .max())
          .hasValue(3);
    }
  }

  @Test
  @DisplayName("RDMAinfo: reset")
  void shouldBeginAgain() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      long count = capture.messages().count();
      capture.rewind();
      assertThat(capture.position()).isZero();
      assertThat(capture.messages().count()).isEqualTo(count).isEqualTo(320);
    }
  }

  @Test
  @DisplayName("RDMAinfo: add_rdma_segment")
  void shouldListWhatACallAdvertises() throws IOException {
    assertThat(call(write(ROCE)).readChunks().get(0).segments())
        .singleElement()
        .extracting(ChunkSegment::length)
        .isEqualTo(100_000L);
  }

  @Test
  @DisplayName("RDMAinfo: get_rdma_segment")
  void shouldFindSegmentsByHandle() throws IOException {
    int handle = call(write(ROCE)).readChunks().get(0).segments().get(0).handle();
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(
              capture.match(
                  String.format(
                      Locale.ROOT, "rpcrdma.segments.handle == 0x%08x && nfs.op == WRITE", handle)))
          .isPresent();
    }
  }

  @Test
  @DisplayName("RDMAinfo: del_rdma_segment")
  void shouldEndAnAdvertisementOnItsOwn() throws IOException {
    Set<Integer> handles = new HashSet<>();
    int uses = 0;
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      for (RpcExchange each : capture.exchanges().toList()) {
        for (RdmaTransfer transfer : each.transfers()) {
          handles.add(transfer.handle());
          uses++;
        }
      }
      assertThat(handles).isNotEmpty().hasSizeLessThanOrEqualTo(uses);
      assertThat(capture.summary().rules()).isEmpty();
    }
  }

  @Test
  @DisplayName("RDMAinfo: add_rdma_data with RETH")
  void shouldPlaceByVirtualAddress() throws IOException {
    RpcExchange write = write(ROCE);
    long at = call(write).readChunks().get(0).segments().get(0).offset();
    for (RdmaTransfer each : write.transfers()) {
      assertThat(each.address()).isEqualTo(at);
      at += each.length();
    }
  }

  @Test
  @DisplayName("RDMAinfo: add_rdma_data without RETH")
  void shouldGivePacketsInTheMiddleToTheirOperation() throws IOException {
    assertThat(write(ROCE).transfers())
        .allSatisfy(each -> assertThat(each.transferred()).isEqualTo(each.length()))
        .anySatisfy(each -> assertThat(each.packets()).isGreaterThan(2));
  }

  @Test
  @DisplayName("RDMAinfo: add_iwarp_data")
  void shouldTakeTaggedSegments() throws IOException {
    assertThat(read(IWARP).transfers())
        .extracting(RdmaTransfer::transferred)
        .containsExactly(9001L);
  }

  @Test
  @DisplayName("RDMAinfo: add_iwarp_request")
  void shouldTakeIwarpReadRequests() throws IOException {
    assertThat(write(IWARP).transfers())
        .singleElement()
        .satisfies(each -> assertThat(each.kind()).isEqualTo(RdmaTransfer.Kind.READ))
        .satisfies(each -> assertThat(each.sink()).isPresent());
  }

  @Test
  @DisplayName("RDMAinfo: reassemble_rdma_reads")
  void shouldPutACallTogether() throws IOException {
    for (Path each : List.of(ROCE, IWARP)) {
      RpcMessage call = call(write(each));
      assertThat(rpc(call).complete()).isTrue();
      assertThat(call.stream().length()).isEqualTo(100_200);
      assertThat(call.stream().isComplete()).isTrue();
    }
  }

  @Test
  @DisplayName("RDMAinfo: process_rdma_segments")
  void shouldPutAReplyTogether() throws IOException {
    for (Path each : List.of(ROCE, IWARP)) {
      RpcMessage reply = reply(readdir(each));
      assertThat(rpc(reply).complete()).isTrue();
      assertThat(reply.stream().length()).isEqualTo(8080);
    }
  }

  @Test
  @DisplayName("RDMAinfo: RdmaInfo#invalidate")
  void shouldTellOfInvalidation() throws IOException {
    RpcExchange read = read(ROCE);
    assertThat(reply(read).invalidated())
        .hasValue(call(read).writeChunks().get(0).segments().get(0).handle());
  }

  /** A capture without its first frames. */
  private record Late(FrameSource source, int frames) implements FrameSource {
    @Override
    public boolean next(Frame frame) throws IOException {
      boolean more = true;
      do {
        more = source.next(frame);
      } while (more && frame.number() <= frames);
      return more;
    }

    @Override
    public long position() {
      return source.position();
    }

    @Override
    public Optional<Damage> damage() {
      return source.damage();
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }

  @Test
  @DisplayName("RDMAinfo: RdmaInfo#takeUnknown")
  void shouldCountDataWhoseCallWasNotCaptured() throws IOException {
    int call = (int) call(read(ROCE)).sendFrame();
    try (RdmaCapture capture = RdmaCapture.over(new Late(CaptureFile.open(ROCE), call))) {
      RpcMessage reply =
          capture.match(each -> !each.writeChunks().isEmpty() && !rpc(each).call()).orElseThrow();
      assertThat(reply.call()).isEmpty();
      assertThat(reply.writeChunks().get(0).segments().get(0).transferred()).hasValue(9001);
    }
  }

  @Test
  @DisplayName("RDMAinfo: RdmaInfo#evicted")
  void shouldCountWhatALimitGaveUp() throws IOException {
    try (RdmaCapture capture =
        RdmaCapture.builder().file(DIRECT).keepBytes(true).maxMemory((1 << 20) + 1).open()) {
      assertThat(capture.summary().evictions()).containsKey("pages");
    }
  }

  // ---- RDMAsegment

  @Test
  @DisplayName("RDMAsegment: RDMAsegment")
  void shouldKnowHandleLengthAndOffset() throws IOException {
    ChunkSegment segment = call(write(IWARP)).readChunks().get(0).segments().get(0);
    assertThat(segment.length()).isEqualTo(100_000);
    assertThat(segment.offset()).isNotZero();
    assertThat(segment.handle()).isNotZero();
  }

  @Test
  @DisplayName("RDMAsegment: constructor")
  void shouldHaveMessagesKnowTheirSegments() throws IOException {
    assertThat(call(readdir(ROCE)).replyChunk().orElseThrow().segments()).hasSize(3);
  }

  @Test
  @DisplayName("RDMAsegment: destructor")
  void shouldBeBoundedInMemoryWhateverIsAdvertised() throws IOException {
    try (RdmaCapture capture = RdmaCapture.builder().file(ROCE).maxMemory(2 << 20).open()) {
      assertThat(capture.summary().incomplete()).isZero();
    }
  }

  @Test
  @DisplayName("RDMAsegment: valid_psn")
  void shouldKnowThePsnsOfOperations() throws IOException {
    assertThat(write(ROCE).transfers())
        .allSatisfy(
            each -> assertThat(each.lastPsn() - each.firstPsn() + 1).isEqualTo(each.packets()));
  }

  @Test
  @DisplayName("RDMAsegment: add_sub_segment")
  void shouldListTheOperationsOfASegment() throws IOException {
    assertThat(write(ROCE).transfers()).hasSize(5);
  }

  @Test
  @DisplayName("RDMAsegment: add_data")
  void shouldCountAByteOnceWhenPacketsAreSentAgain() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(LOSS)) {
      RpcMessage write =
          capture.match("nfs.op == WRITE && transfers && nfs.data.length > 100000").orElseThrow();
      ChunkSegment segment = write.readChunks().get(0).segments().get(0);
      assertThat(segment.transferred()).hasValue(segment.length());
    }
  }

  @Test
  @DisplayName("RDMAsegment: add_fragment")
  void shouldPlaceFragmentsOfEveryTransport() throws IOException {
    assertThat(rpc(call(write(IWARP))).complete()).isTrue();
    assertThat(rpc(call(write(ROCE))).complete()).isTrue();
  }

  @Test
  @DisplayName("RDMAsegment: get_data")
  void shouldGiveBytesWithHolesThatSayWhy() throws IOException {
    try (RdmaCapture capture =
        whole(CAPTURES.resolve("rocev2").resolve("rocev2-nfs41-snap128.pcap"))) {
      RpcMessage cut = capture.match(each -> !each.stream().isComplete()).orElseThrow();
      assertThat(cut.stream().holes()).isNotEmpty();
      assertThat(cut.stream().holes().get(0).why().text()).isEqualTo("truncated");
    }
  }

  @Test
  @DisplayName("RDMAsegment: get_size")
  void shouldCountBytesThatWereSeen() throws IOException {
    assertThat(reply(read(ROCE)).writeChunks().get(0).segments().get(0).transferred())
        .hasValue(9001);
  }

  @Test
  @DisplayName("RDMAsegment: RdmaSegment#isComplete")
  void shouldSayWhetherEveryByteWasSeen() throws IOException {
    assertThat(rpc(reply(read(ROCE))).missing()).isEmpty();
  }

  // ---- RDMAseg

  @Test
  @DisplayName("RDMAseg: RDMAseg")
  void shouldHaveOperationsWithPsnsAndAddresses() throws IOException {
    RdmaTransfer first = write(ROCE).transfers().get(0);
    assertThat(first.firstPsn()).isPositive();
    assertThat(first.address()).isNotZero();
  }

  @Test
  @DisplayName("RDMAseg: constructor")
  void shouldKnowLengthsFromTheFirstPacket() throws IOException {
    assertThat(write(ROCE).transfers().get(0).length()).isEqualTo(20_480);
  }

  @Test
  @DisplayName("RDMAseg: destructor")
  void shouldTellOfAnOperationWithItsExchangeOnly() throws IOException {
    assertThat(readdir(ROCE).transfers()).allMatch(each -> each.length() <= 8080);
  }

  @Test
  @DisplayName("RDMAseg: insert_data")
  void shouldTakePacketsInAnyOrder() throws IOException {
    try (RdmaCapture capture =
        RdmaCapture.open(CAPTURES.resolve("rocev2/rocev2-nfs41-reorder.pcap"))) {
      assertThat(capture.summary().incomplete()).isZero();
    }
  }

  @Test
  @DisplayName("RDMAseg: get_data")
  void shouldHaveNoPaddingInData() throws IOException {
    RpcMessage reply = reply(read(ROCE));
    assertThat(reply.layout().chunks()).singleElement().matches(each -> each.length() == 9001);
    assertThat(reply.stream().length() % 4).isZero();
  }

  @Test
  @DisplayName("RDMAseg: get_size")
  void shouldCountTheBytesOfAnOperation() throws IOException {
    assertThat(read(ROCE).transfers().get(0).transferred()).isEqualTo(9001);
  }

  // ---- RDMArequest

  @Test
  @DisplayName("RDMArequest: RDMArequest")
  void shouldRetireReadRequestsOnTheirOwn() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(IWARP)) {
      assertThat(
              capture
                  .exchanges()
                  .flatMap(each -> each.transfers().stream())
                  .filter(each -> each.kind() == RdmaTransfer.Kind.READ))
          .isNotEmpty()
          .allMatch(each -> each.transferred() == each.length());
    }
  }

  @Test
  @DisplayName("RDMArequest: constructor")
  void shouldKnowTheSinkOfARead() throws IOException {
    ReadSink sink = write(IWARP).transfers().get(0).sink().orElseThrow();
    assertThat(sink).isNotNull();
  }

  @Test
  @DisplayName("RDMArequest: membership test")
  void shouldGiveResponsesToTheirRequest() throws IOException {
    assertThat(write(IWARP).transfers().get(0).transferred()).isEqualTo(100_000);
  }

  @Test
  @DisplayName("RDMArequest: get_offset")
  void shouldTranslateTheSinkToTheSource() throws IOException {
    RpcExchange write = write(IWARP);
    assertThat(write.transfers().get(0).address())
        .isEqualTo(call(write).readChunks().get(0).segments().get(0).offset());
  }

  // ---- RDMAbase

  @Test
  @DisplayName("RDMAbase: the queue of Write chunks, filled by process_rdma_segments")
  void shouldKeepChunksWithTheirMessage() throws IOException {
    List<WriteChunk> chunks = reply(read(ROCE)).writeChunks();
    assertThat(chunks).hasSize(1);
    assertThat(chunks.get(0).segments()).hasSize(1);
  }

  @Test
  @DisplayName("RDMAbase: taking the next chunk for an opaque, and joining its segments")
  void shouldPutChunksInTheirPlace() throws IOException {
    RpcMessage reply = reply(read(ROCE));
    assertThat(reply.layout().chunks().get(0).offset()).isPositive();
    assertThat(reply.stream().isComplete()).isTrue();
  }

  @Test
  @DisplayName("RDMAbase: reading the opaque's length word")
  void shouldCompareTheLengthWord() throws IOException {
    RpcMessage reply = reply(read(ROCE));
    long at = reply.layout().chunks().get(0).offset();
    assertThat(reply.stream().getInt(at - Integer.BYTES)).isEqualTo(9001);
  }

  // ---- Around it

  @Test
  @DisplayName("Around it: joining the packets of a Send")
  void shouldJoinThePacketsOfASend() throws IOException {
    RpcMessage call = call(exchange(ROCE, "nfs.op == WRITE && nfs.data.length == 3000"));
    assertThat(call.sendPackets()).isEqualTo(4);
    assertThat(call.stream().isComplete()).isTrue();
  }

  @Test
  @DisplayName("Around it: joining the segments of a Send, on iWARP")
  void shouldJoinTheSegmentsOfASend() throws IOException {
    RpcMessage call = call(exchange(IWARP, "nfs.op == WRITE && nfs.data.length == 3000"));
    assertThat(call.sendPackets()).isGreaterThan(1);
    assertThat(call.stream().isComplete()).isTrue();
  }

  @Test
  @DisplayName("Around it: matching replies with calls by XID")
  void shouldPairCallsWithReplies() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.exchanges())
          .hasSize(160)
          .allMatch(each -> reply(each).header().xid() == call(each).header().xid());
    }
  }

  @Test
  @DisplayName("Around it: MPA, DDP, RDMAP")
  void shouldReadIwarp() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(IWARP)) {
      assertThat(capture.summary().calls()).isEqualTo(160);
      assertThat(capture.summary().incomplete()).isZero();
    }
  }

  // ---- nfstest_pkt

  private static List<String> lines(Path file, TextOptions options, boolean exchanges)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextRecordWriter writer = new TextRecordWriter(out, options, () -> 0);
    try (RdmaCapture capture = RdmaCapture.open(file)) {
      if (exchanges) {
        for (RpcExchange each : capture.exchanges().limit(40).toList()) {
          writer.exchange(each);
        }
      } else {
        for (RpcMessage each : capture.messages().limit(40).toList()) {
          writer.message(each);
        }
      }
    }
    writer.flush();
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static TextOptions options(
      int verbosity, TimeFormat time, Optional<DisplayZone> zone, int textSize) {
    return new TextOptions(verbosity, false, time, zone, textSize, false, false);
  }

  @Test
  @DisplayName("nfstest_pkt: nfstest_pkt FILE...")
  void shouldMergeFilesByTime() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE, IWARP)) {
      assertThat(capture.summary().calls()).isEqualTo(320);
    }
  }

  @Test
  @DisplayName("nfstest_pkt: one line per packet; -v 1, 2, 4, --verbose")
  void shouldWriteLinesPerMessageAndBelow() throws IOException {
    assertThat(lines(ROCE, options(0, TimeFormat.RELATIVE, Optional.empty(), 48), false))
        .hasSize(40);
    assertThat(lines(ROCE, options(2, TimeFormat.RELATIVE, Optional.empty(), 48), false))
        .hasSizeGreaterThan(300);
  }

  @Test
  @DisplayName("nfstest_pkt: -m, --match EXPR")
  void shouldMatchExpressions() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.matchAll("nfs.argop == 38 || nfs.resop == 'WRITE'")).hasSize(14);
    }
  }

  @Test
  @DisplayName("nfstest_pkt: -c, --call")
  void shouldKnowTheCallOfAReply() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      RpcMessage reply = capture.match("nfs.resop == READ").orElseThrow();
      assertThat(reply.call().orElseThrow().number()).isLessThan(reply.number());
    }
  }

  @Test
  @DisplayName("nfstest_pkt: -r, --reply")
  void shouldFindTheReplyOfACall() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      RpcMessage call = capture.match("nfs.argop == READ").orElseThrow();
      assertThat(capture.exchange(call).orElseThrow().reply()).isPresent();
    }
  }

  @Test
  @DisplayName("nfstest_pkt: -s, --start N, -e, --end N")
  void shouldChooseByFrame() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.matchAll(each -> each.firstFrame() >= 100 && each.lastFrame() <= 200))
          .isNotEmpty()
          .hasSizeLessThan(100);
    }
  }

  @Test
  @DisplayName(
      "nfstest_pkt: -d, --display FMT: parts of a packet such as pkt.rpc.xid between words of one's own")
  void shouldPrintColumns() throws IOException {
    List<Field<RpcMessage>> columns =
        List.of(
            MessageFields.registry().find("rpc.xid").orElseThrow(),
            MessageFields.registry().find("nfs.main_operation").orElseThrow());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ColumnWriter writer =
        new ColumnWriter(out, ColumnFormat.TABS, columns, List.of(), /* flushEachLine= */ true);
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      writer.message(capture.match("nfs.op == READ").orElseThrow());
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("0xd8d8fd5e\tREAD\n");
  }

  @Test
  @DisplayName("nfstest_pkt: --display 'pkt_call,pkt'")
  void shouldPrintCallsWithReplies() throws IOException {
    assertThat(lines(ROCE, TextOptions.DEFAULT, true))
        .hasSize(40)
        .first()
        .asString()
        .contains(" -- ");
  }

  @Test
  @DisplayName("nfstest_pkt: -l, --layers LIST")
  void shouldShowFramesLayerByLayer() throws IOException {
    List<FrameRecord> frames = new ArrayList<>();
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      FrameDissector dissector =
          new FrameDissector(
              frames::add,
              /* keepsBytes= */ false,
              FrameDissector.PATIENCE_NANOS,
              FrameDissector.MOST_BYTES);
      capture.showFrames(dissector);
      dissector.finish();
    }
    assertThat(frames).hasSize(1024);
    assertThat(frames.get(9).layers()).hasSizeGreaterThan(3);
  }

  @Test
  @DisplayName("nfstest_pkt: -z, --tz ZONE")
  void shouldPrintTimesAsSomewhereElse() throws IOException {
    Optional<DisplayZone> berlin = DisplayZone.of("Europe/Berlin");
    assertThat(lines(ROCE, options(0, TimeFormat.ABSOLUTE, berlin, 48), false).get(0))
        .isNotEqualTo(
            lines(ROCE, options(0, TimeFormat.ABSOLUTE, Optional.of(DisplayZone.UTC), 48), false)
                .get(0));
  }

  @Test
  @DisplayName("nfstest_pkt: --progress N")
  void shouldTellHowFarItIs() throws IOException {
    List<Long> positions = new ArrayList<>();
    try (FrameSource source = CaptureFile.open(ROCE)) {
      RdmaCapture.builder()
          .run(
              source,
              new MessageListener() {
                @Override
                public void message(RpcMessage message) {
                  positions.add(source.position());
                }
              });
    }
    assertThat(positions).isSorted().last().isNotEqualTo(positions.get(0));
  }

  @Test
  @DisplayName("nfstest_pkt: --rpc-type, --rpc-load, --rpc-ver, --rpc-xid, --frame, --index")
  void shouldHaveWhatEveryLineHas() throws IOException {
    RpcMessage call = call(write(ROCE));
    assertThat(rpc(call).call()).isTrue();
    assertThat(rpc(call).program()).hasValue(100_003);
    assertThat(rpc(call).version()).hasValue(4);
    assertThat(call.sendFrame()).isEqualTo(197);
    assertThat(call.number()).isPositive();
  }

  @Test
  @DisplayName("nfstest_pkt: --nfs-mainop 1")
  void shouldKnowTheMainOperation() throws IOException {
    assertThat(call(write(ROCE)).content().compound().orElseThrow().main().orElseThrow().name())
        .isEqualTo("WRITE");
  }

  @Test
  @DisplayName("nfstest_pkt: --load-body")
  void shouldReadTheBody() throws IOException {
    assertThat(call(write(ROCE)).content().compound().orElseThrow().operations())
        .extracting(each -> each.name())
        .containsExactly("SEQUENCE", "PUTFH", "WRITE", "GETATTR");
  }

  @Test
  @DisplayName("nfstest_pkt: --crc16, --crc32")
  void shouldPrintFileHandlesAsCrc32() throws IOException {
    assertThat(lines(ROCE, TextOptions.DEFAULT, false)).anyMatch(each -> each.contains("fh:0x"));
  }

  @Test
  @DisplayName("nfstest_pkt: --strsize N")
  void shouldCutTexts() throws IOException {
    assertThat(lines(ROCE, options(0, TimeFormat.RELATIVE, Optional.empty(), 10), false))
        .noneMatch(each -> each.contains("Linux NFSv4.1 rdma-client"));
  }

  @Test
  @DisplayName("nfstest_pkt: --enum-repr")
  void shouldTakeNumbersAndNames() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      long named = capture.matchAll("nfs.op == READ").count();
      capture.rewind();
      assertThat(capture.matchAll("nfs.op == 25").count()).isEqualTo(named).isEqualTo(14);
    }
  }

  @Test
  @DisplayName("nfstest_pkt: packets as Python objects (packet.pktt)")
  void shouldMatchRewindAndKeepPositions() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      RpcMessage first = capture.match("nfs.op == WRITE").orElseThrow();
      long position = capture.position();
      RpcMessage second = capture.match("nfs.op == WRITE").orElseThrow();
      assertThat(second.number()).isGreaterThan(first.number());
      capture.rewind(position);
      assertThat(capture.match("nfs.op == WRITE").orElseThrow().number())
          .isEqualTo(second.number());
      assertThat(capture.match("nfs.op == COPY")).isEmpty();
      assertThat(capture.position()).isEqualTo(second.number());
    }
  }

  @Test
  @DisplayName("nfstest_pkt: test suites (nfstest_rdma, nfstest_xid)")
  void shouldJudgeTheCasesOfSuites() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      assertThat(capture.conformance().results())
          .hasSize(13)
          .noneMatch(each -> each.outcome() instanceof CaseOutcome.Fail);
    }
  }
}
