package org.rdmadump.nfstest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.nfstest.Samples.IWARP;
import static org.rdmadump.nfstest.Samples.ROCE;
import static org.rdmadump.nfstest.Samples.WITHOUT_NAMES;
import static org.rdmadump.nfstest.Samples.call;
import static org.rdmadump.nfstest.Samples.rpc;
import static org.rdmadump.nfstest.Samples.write;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.CaptureCursor;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.CaseOutcome;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.frame.FrameDissector;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.report.table.ColumnFormat;
import org.rdmadump.report.table.ColumnWriter;
import org.rdmadump.report.text.DisplayZone;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TextRecordWriter;
import org.rdmadump.report.text.TimeFormat;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** The options of nfstest_pkt. Rows of docs/nfstest-mapping.md, done by a program that embeds. */
class NfstestPktTest {
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
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      RpcMessage call = cursor.match("nfs.argop == READ").orElseThrow();
      assertThat(cursor.exchange(call).orElseThrow().reply()).isPresent();
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
        new ColumnWriter(
            out, ColumnFormat.TABS, columns, List.of(), List::of, /* flushEachLine= */ true);
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
    // Of files whose names went before the capture began: other lines have paths.
    assertThat(lines(WITHOUT_NAMES, TextOptions.DEFAULT, false))
        .anyMatch(each -> each.contains("fh:0x"));
  }

  @Test
  @DisplayName("nfstest_pkt: --strsize N")
  void shouldCutTexts() throws IOException {
    assertThat(lines(ROCE, options(0, TimeFormat.RELATIVE, Optional.empty(), 10), false))
        .noneMatch(each -> each.contains("Linux NFSv4.1 rdma-client"));
    assertThat(lines(ROCE, options(0, TimeFormat.RELATIVE, Optional.empty(), 48), false))
        .anyMatch(each -> each.contains("Linux NFSv4.1 rdma-client"));
  }

  @Test
  @DisplayName("nfstest_pkt: --enum-repr")
  void shouldTakeNumbersAndNames() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      long named = capture.matchAll("nfs.op == READ").count();
      assertThat(capture.matchAll("nfs.op == 25").count()).isEqualTo(named).isEqualTo(14);
    }
  }

  @Test
  @DisplayName("nfstest_pkt: packets as Python objects (packet.pktt)")
  void shouldMatchRewindAndKeepPositions() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      RpcMessage first = cursor.match("nfs.op == WRITE").orElseThrow();
      long position = cursor.position();
      RpcMessage second = cursor.match("nfs.op == WRITE").orElseThrow();
      assertThat(second.number()).isGreaterThan(first.number());
      cursor.rewind(position);
      assertThat(cursor.match("nfs.op == WRITE").orElseThrow().number()).isEqualTo(second.number());
      assertThat(cursor.match("nfs.op == COPY")).isEmpty();
      assertThat(cursor.position()).isEqualTo(second.number());
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
