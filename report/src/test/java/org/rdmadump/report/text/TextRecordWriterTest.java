package org.rdmadump.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.Sample;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.WriteChunk;

class TextRecordWriterTest {
  private static final TextOptions PLAIN = TextOptions.DEFAULT;
  private static final TextOptions LAYERS = verbose(1);
  private static final TextOptions EVERYTHING = verbose(2);

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void shouldAlignCallsAndRepliesInColumns() throws IOException {
    assertThat(
            lines(
                PLAIN,
                Sample.chunkedCall(),
                Sample.reply(),
                Sample.call().number(3).program(0x40000000, 1)))
        .isEqualTo(
            """
                1    0.000000  c1   192.168.77.2 -> 192.168.77.1  0x676090a2  call   NFS v3 WRITE         1.0 MiB  1 Read chunk, 4 segments, 1 MiB in 1024 packets, 812 us
                2    0.001000  c1   192.168.77.2 <- 192.168.77.1  0x676090a2  reply  NFS v3 WRITE           164 B  SUCCESS in 1.00 ms
                3    0.000000  c1   192.168.77.2 -> 192.168.77.1  0x676090a2  call   NFS_CB v3 CB_COMPOUND     164 B
            """);
  }

  @Test
  void shouldWidenAColumnOfNumbersOnceAndForAll() throws IOException {
    assertThat(
            numbers(
                lines(
                    PLAIN,
                    Sample.call().number(99_999),
                    Sample.call().number(100_000),
                    Sample.call().number(7))))
        .containsExactly("99999    0.000000", "100000    0.000000", "     7    0.000000");
  }

  @Test
  void shouldWidenTheColumnsOfAnExchangeEachForItself() throws IOException {
    TextRecordWriter writer = writer(PLAIN);
    for (long call : new long[] {99_998, 99_999, 100_001}) {
      writer.exchange(
          Sample.exchange(
              Optional.of(Sample.call().number(call)),
              call == 99_999 ? Optional.empty() : Optional.of(Sample.reply().number(call + 2))));
    }
    writer.exchange(
        Sample.exchange(Optional.empty(), Optional.of(Sample.reply().number(5).withoutCall())));
    writer.end();

    assertThat(numbers(bytes.toString(StandardCharsets.US_ASCII)))
        .containsExactly(
            "99998 100000    0.000000",
            "99999      -    0.000000",
            "100001 100003    0.000000",
            "     -      5    0.001000");
  }

  private static List<String> numbers(String lines) {
    return lines.lines().map(line -> line.substring(0, line.indexOf("  c1"))).toList();
  }

  @Test
  void shouldTellChunksThatAreOfferedUsedAndUnused() throws IOException {
    WriteChunk offered = new WriteChunk(List.of(Sample.segment(1, 65536, OptionalLong.empty())));
    WriteChunk used = new WriteChunk(List.of(Sample.segment(1, 65536, OptionalLong.of(61440))));
    WriteChunk unused = new WriteChunk(List.of(Sample.segment(1, 0, OptionalLong.of(0))));

    assertThat(clauses(Sample.call().writeChunks(offered).replyChunk(offered)))
        .isEqualTo(
            "offers 1 Write chunk, 1 segment, 64 KiB; offers 1 Reply chunk, 1 segment, 64 KiB");
    assertThat(
            clauses(
                Sample.reply()
                    .writeChunks(used)
                    .transfers(Sample.transfer(RdmaTransfer.Kind.WRITE, 1, 5))))
        .isEqualTo(
            "SUCCESS in 1.00 ms; 1 Write chunk, 1 segment, 60 KiB of 64 KiB in 256 packets, 44.0"
                + " us");
    assertThat(clauses(Sample.reply().writeChunks(unused)))
        .isEqualTo("SUCCESS in 1.00 ms; 1 Write chunk unused");
  }

  @Test
  void shouldGiveEachKindOfChunkItsOwnPackets() throws IOException {
    Sample call =
        Sample.call()
            .readChunks(
                new ReadChunk(0, List.of(Sample.segment(1))),
                new ReadChunk(64, List.of(Sample.segment(2))))
            .writeChunks(new WriteChunk(List.of(Sample.segment(3, 8192, OptionalLong.empty()))))
            .transfers(
                Sample.transfer(RdmaTransfer.Kind.READ, 1, 0),
                Sample.transfer(RdmaTransfer.Kind.READ, 2, 256));

    assertThat(clauses(call))
        .isEqualTo(
            "1 Position-Zero Read chunk and 1 Read chunk, 2 segments, 512 KiB in 512 packets, "
                + "300 us; offers 1 Write chunk, 1 segment, 8 KiB");
  }

  @Test
  void shouldCountPacketsOnceOfChunksWithOneHandle() throws IOException {
    // Given two Write chunks and a Reply chunk in memory of one handle, one behind the other,
    WriteChunk one =
        new WriteChunk(List.of(new ChunkSegment(7, 4096, 0x1000, OptionalLong.of(4096))));
    WriteChunk two =
        new WriteChunk(List.of(new ChunkSegment(7, 4096, 0x2000, OptionalLong.of(4096))));
    WriteChunk last =
        new WriteChunk(List.of(new ChunkSegment(7, 4096, 0x3000, OptionalLong.of(4096))));
    RdmaTransfer[] each = {write(0x1000), write(0x2000), write(0x3000)};

    assertThat(clauses(Sample.reply().writeChunks(one, two, last).transfers(each)))
        .isEqualTo("SUCCESS in 1.00 ms; 3 Write chunks, 3 segments, 12 KiB in 12 packets");
    assertThat(clauses(Sample.reply().writeChunks(one, two).replyChunk(last).transfers(each)))
        .isEqualTo(
            "SUCCESS in 1.00 ms; 2 Write chunks, 2 segments, 8 KiB in 8 packets; "
                + "1 Reply chunk, 1 segment, 4 KiB in 4 packets");
  }

  private static RdmaTransfer write(long address) {
    return new RdmaTransfer(
        RdmaTransfer.Kind.WRITE,
        7,
        address,
        4096,
        4096,
        4,
        1,
        4,
        1,
        4,
        0,
        0,
        Optional.empty(),
        List.of());
  }

  @Test
  void shouldSayWhatIsMissing() throws IOException {
    assertThat(clauses(Sample.call().missing(2048, 1024, Absence.NOT_CAPTURED)))
        .isEqualTo("INCOMPLETE: 1024 bytes missing at 2048 (not captured)");
    assertThat(
            clauses(
                Sample.call()
                    .missing(
                        new MissingRange(8, 1, Absence.LOST),
                        new MissingRange(100, 50, Absence.TRUNCATED))))
        .isEqualTo("INCOMPLETE: 51 bytes missing in 2 ranges, first 1 at 8 (lost)");
  }

  @Test
  void shouldSayWhatIsOddAboutAMessage() throws IOException {
    assertThat(clauses(Sample.call().repeatOf(12))).isEqualTo("repeat of #12");
    assertThat(clauses(Sample.call().undelivered())).isEqualTo("not delivered");
    assertThat(clauses(Sample.call().truncatedHeader())).isEqualTo("header truncated");
    assertThat(clauses(Sample.call().malformedHeader())).isEqualTo("header malformed");
    assertThat(clauses(Sample.call().header(1, 2))).isEqualTo("RDMA_MSGP");
    assertThat(clauses(Sample.reply().status("AUTH_ERROR"))).isEqualTo("AUTH_ERROR in 1.00 ms");
    assertThat(clauses(Sample.call().findings(Sample.NOTE, Sample.WARNING)))
        .isEqualTo("! bth.psn-gap");
  }

  @Test
  void shouldShowMessagesWithoutAnRpcMessage() throws IOException {
    assertThat(lines(PLAIN, Sample.reply().error(new RdmaError(1, 1, 2))))
        .endsWith("  0x676090a2  RDMA_ERROR ERR_VERS, speaks version 1 to 2\n");
    assertThat(lines(PLAIN, Sample.reply().error(new RdmaError(2, 0, 0))))
        .endsWith("  0x676090a2  RDMA_ERROR ERR_CHUNK\n");
    assertThat(lines(PLAIN, Sample.call().header(1, 3).withoutRpc()))
        .endsWith("  0x676090a2  RDMA_DONE\n");
    assertThat(lines(PLAIN, Sample.call().header(2, 0).withoutRpc()))
        .endsWith("  0x676090a2  RPC-over-RDMA version 2\n");
  }

  @Test
  void shouldSayNothingOfWhatTheHeaderDoesNotReach() throws IOException {
    assertThat(lines(PLAIN, Sample.call().withoutRpc().headerCutAt(4)))
        .endsWith("  0x676090a2  RPC-over-RDMA  header truncated\n");
    assertThat(lines(PLAIN, Sample.call().withoutRpc().headerCutAt(12)))
        .endsWith("  0x676090a2  RPC-over-RDMA version 1  header truncated\n");
    assertThat(lines(LAYERS, Sample.call().headerCutAt(4)))
        .contains("RPC-over-RDMA, XID 0x676090a2, header of 4 bytes, truncated\n");
    assertThat(lines(LAYERS, Sample.call().headerCutAt(8)))
        .contains("RPC-over-RDMA version 1, XID 0x676090a2, header of 8 bytes, truncated\n");
    assertThat(lines(LAYERS, Sample.call().headerCutAt(12)))
        .contains("RPC-over-RDMA version 1, XID 0x676090a2, 32 credits, header of 12 bytes");
  }

  @Test
  void shouldShowAReplyWhoseCallWasNotCaptured() throws IOException {
    assertThat(lines(PLAIN, Sample.reply().withoutCall()))
        .endsWith("reply  call not captured      164 B  SUCCESS\n");
    assertThat(lines(PLAIN, Sample.call().withoutCall()))
        .endsWith("call   program unknown        164 B\n");
  }

  @Test
  void shouldNotSayThatACallWasNotCapturedWhoseHeaderWas() throws IOException {
    assertThat(lines(PLAIN, Sample.reply().withoutProgram()))
        .endsWith("reply  program unknown        164 B  SUCCESS in 1.00 ms\n");
  }

  @Test
  void shouldSayBelowALineWhyItHasNoProgram() throws IOException {
    assertThat(below(LAYERS, Sample.call().withoutProgram()))
        .contains("RPC call, program unknown, AUTH_SYS, 164 bytes, complete\n");
    assertThat(below(LAYERS, Sample.reply().withoutProgram()))
        .contains("RPC reply, program unknown, SUCCESS, 164 bytes, complete\n");
    assertThat(below(LAYERS, Sample.reply().withoutCall()))
        .contains("RPC reply, call not captured, SUCCESS, 164 bytes, complete\n");
  }

  @Test
  void shouldPrintTimesAsAskedFor() throws IOException {
    assertThat(lines(timed(TimeFormat.ABSOLUTE), Sample.call()))
        .startsWith("    1 12:34:56.123456");
    assertThat(lines(timed(TimeFormat.ABSOLUTE_WITH_DATE), Sample.call()))
        .startsWith("    1 2026-03-01 12:34:56.123456");
    assertThat(lines(timed(TimeFormat.EPOCH), Sample.call())).startsWith("    1 1772368496.123456");
    assertThat(lines(timed(TimeFormat.DELTA), Sample.call().after(500), Sample.call().after(2500)))
        .startsWith("    1    0.000000")
        .contains("\n    1    0.000002");
    assertThat(lines(timed(TimeFormat.RELATIVE), Sample.call().after(3_000_000_000L)))
        .startsWith("    1    3.000000");
  }

  @Test
  void shouldColourByKindWithoutMovingAColumn() throws IOException {
    TextOptions colour =
        new TextOptions(
            0,
            false,
            TimeFormat.RELATIVE,
            Optional.of(DisplayZone.UTC),
            TextOptions.TEXT_SIZE,
            true,
            false);
    Sample message = Sample.reply().status("AUTH_ERROR").missing(0, 4, Absence.LOST);

    String coloured = lines(colour, message);
    assertThat(coloured)
        .contains("\033[32mreply  NFS v3 WRITE      \033[0m")
        .contains("\033[1;31mAUTH_ERROR\033[0m")
        .contains("\033[33mINCOMPLETE");
    assertThat(coloured.replaceAll("\033\\[[0-9;]*m", "")).isEqualTo(lines(PLAIN, message));
  }

  @Test
  void shouldColourWarningsAndErrorsDifferently() throws IOException {
    TextOptions colour =
        new TextOptions(
            1,
            false,
            TimeFormat.RELATIVE,
            Optional.of(DisplayZone.UTC),
            TextOptions.TEXT_SIZE,
            true,
            false);
    Sample message =
        Sample.call().findings(Sample.WARNING, Sample.ERROR, Sample.NOTE, Sample.ERROR);

    assertThat(lines(colour, message))
        .contains("  \033[33m! bth.psn-gap\033[0m, \033[1;31mrpc.error\033[0m")
        .contains(" and \033[1;31m1 more\033[0m\n")
        .contains("        \033[33mwarning bth.psn-gap\033[0m, frame 14")
        .contains("        \033[1;31merror rpc.error\033[0m: ")
        .contains("        note rpc.note: ");
  }

  @Test
  void shouldTellPartitionServiceLevelAndVirtualLane() throws IOException {
    assertThat(lines(LAYERS, Sample.call())).doesNotContain("P_Key", ", SL", ", VL");
    assertThat(lines(LAYERS, Sample.call().lane(new Lane(0x0123, 0, 15))))
        .contains(" QP 18, P_Key 0x0123, SL 0, VL 15\n");
  }

  @Test
  void shouldPrintALinePerLayer() throws IOException {
    assertThat(
            below(
                LAYERS,
                Sample.call()
                    .readChunks(new ReadChunk(128, List.of(Sample.segment(0x11))))
                    .missing(2048, 1024, Absence.EVICTED)
                    .findings(Sample.WARNING)))
        .isEqualTo(
            """
                    connection 1 (cm), rocev2, forward, 192.168.77.2 QP 17 -> 192.168.77.1 QP 18
                    frames 10 to 20, Send of 192 bytes in 1 packet, ends in frame 12
                    RPC-over-RDMA version 1, RDMA_MSG, XID 0x676090a2, 32 credits, header of 28 bytes
                    Read chunk at position 128, 1 segment, 262144 bytes
                        0x00000011 0x676090a200001000   262144 bytes, 262144 transferred
                    RPC call, NFS (100003) version 3 WRITE (7), AUTH_SYS, 164 bytes
                    missing 1024 bytes at 2048 (evicted)
                    warning bth.psn-gap, frame 14, byte 42: 1 "PSN" missing
            """);
  }

  @Test
  void shouldPrintEveryField() throws IOException {
    assertThat(
            below(
                EVERYTHING,
                Sample.reply()
                    .timing(Sample.TIMING)
                    .invalidates(0x11)
                    .sha256("abcd")
                    .transfers(Sample.transfer(RdmaTransfer.Kind.WRITE, 0x11, 100))))
        .isEqualTo(
            """
                    time 2026-03-01T12:34:56.124456789Z
                    connection 1 (cm), rocev2, backward, 192.168.77.1 QP 18 -> 192.168.77.2 QP 17
                    frames 10 to 20, Send of 192 bytes in 1 packet, ends in frame 12, invalidates 0x00000011
                    RPC-over-RDMA version 1, RDMA_MSG, XID 0x676090a2, 32 credits, header of 28 bytes
                    RDMA Write 0x00000011 0x676090a200001000, 262144 bytes in 256 packets, PSN 100 to 355, frames 20 to 275, 44.0 us
                    RPC reply, XID 0x676090a2, NFS (100003) version 3 WRITE (7), SUCCESS, 164 bytes, complete
                    reply to #1 in 1000000 ns: 100000 ns to first RDMA, 812000 ns RDMA, 88000 ns to reply
                    SHA-256 abcd
            """);
  }

  @Test
  void shouldDumpBytesAndShowHolesAsSuch() throws IOException {
    TextOptions hex =
        new TextOptions(
            0,
            true,
            TimeFormat.RELATIVE,
            Optional.of(DisplayZone.UTC),
            TextOptions.TEXT_SIZE,
            false,
            false);
    Rope stream =
        Rope.builder()
            .add("hello world, this is".getBytes(StandardCharsets.US_ASCII))
            .addHole(4098, Absence.LOST)
            .add(new byte[] {'m', 0, -1})
            .build();

    assertThat(below(hex, Sample.call().stream(stream)))
        .isEqualTo(
            """
                    00000000  68 65 6c 6c 6f 20 77 6f  72 6c 64 2c 20 74 68 69  hello world, thi
                    00000010  73 20 69 73                                       s is
                    00000014  -- 4098 bytes lost
                    00001010                    6d 00  ff                             m..
            """);
  }

  @Test
  void shouldPrintAnExchangeOnOneLine() throws IOException {
    TextRecordWriter writer = writer(PLAIN);
    writer.exchange(
        Sample.exchange(Optional.of(Sample.chunkedCall()), Optional.of(Sample.reply())));
    writer.exchange(Sample.exchange(Optional.of(Sample.call().number(3)), Optional.empty()));
    writer.exchange(
        Sample.exchange(Optional.empty(), Optional.of(Sample.reply().number(4).withoutCall())));
    writer.end();

    assertThat(bytes.toString(StandardCharsets.US_ASCII))
        .isEqualTo(
            """
                1     2    0.000000  c1   192.168.77.2 -- 192.168.77.1  0x676090a2  NFS v3 WRITE         1.0 MiB /     164 B  SUCCESS in 1.00 ms (100 us to RDMA, 812 us RDMA, 88.0 us to reply); 1 Read chunk, 4 segments, 1 MiB in 1024 packets, 812 us
                3     -    0.000000  c1   192.168.77.2 -- 192.168.77.1  0x676090a2  NFS v3 WRITE           164 B /         -  no reply
                -     4    0.001000  c1   192.168.77.2 -- 192.168.77.1  0x676090a2  call not captured          - /     164 B  SUCCESS
            """);
  }

  @Test
  void shouldNameMessagesWithoutRpcInAnExchange() throws IOException {
    TextRecordWriter writer = writer(PLAIN);
    writer.exchange(
        Sample.exchange(
            Optional.of(Sample.call().header(2, 0).withoutRpc()),
            Optional.of(Sample.reply().error(new RdmaError(1, 1, 1)))));
    writer.exchange(
        Sample.exchange(
            Optional.of(Sample.call().number(3).header(1, 77).withoutRpc()), Optional.empty()));
    writer.exchange(
        Sample.exchange(
            Optional.empty(), Optional.of(Sample.reply().number(4).error(new RdmaError(2, 0, 0)))));
    writer.end();

    assertThat(bytes.toString(StandardCharsets.US_ASCII).lines().map(line -> line.substring(72)))
        .containsExactly(
            "RPC-over-RDMA version 2         - /         -  RDMA_ERROR ERR_VERS, speaks version 1 in 1.00"
                + " ms",
            "RPC-over-RDMA procedure 77         - /         -  without RPC",
            "call not captured                  - /         -  RDMA_ERROR ERR_CHUNK");
  }

  @ParameterizedTest
  @MethodSource("messagesWithoutReply")
  void shouldSayOfWhatHasNoReplyWhetherItIsOwedOne(Sample message, String outcome)
      throws IOException {
    TextRecordWriter writer = writer(PLAIN);
    writer.exchange(Sample.exchange(Optional.of(message), Optional.empty()));
    writer.end();

    assertThat(bytes.toString(StandardCharsets.US_ASCII))
        .endsWith(" /         -  " + outcome + "\n");
  }

  static Stream<Arguments> messagesWithoutReply() {
    return Stream.of(
        Arguments.of(Sample.call(), "no reply"),
        Arguments.of(Sample.call().withoutRpc().undelivered(), "not delivered"),
        Arguments.of(Sample.call().withoutRpc().malformedHeader(), "no reply; header malformed"),
        Arguments.of(Sample.call().header(1, 3).withoutRpc(), "without RPC"),
        Arguments.of(Sample.call().header(1, 1).withoutRpc(), "without RPC"),
        Arguments.of(Sample.call().header(2, 0).withoutRpc(), "without RPC"));
  }

  @Test
  void shouldSayOnceThatACallWithAnAnswerWasNotDelivered() throws IOException {
    TextRecordWriter writer = writer(PLAIN);
    writer.exchange(
        Sample.exchange(
            Optional.of(Sample.call().withoutRpc().undelivered()), Optional.of(Sample.reply())));
    writer.end();

    assertThat(bytes.toString(StandardCharsets.US_ASCII))
        .endsWith("to reply); call not delivered\n")
        .containsOnlyOnce("not delivered");
  }

  private String clauses(Sample sample) throws IOException {
    String line = lines(PLAIN, sample);
    return line.substring(line.indexOf(" 164 B") + 8).strip();
  }

  private String below(TextOptions options, Sample sample) throws IOException {
    String text = lines(options, sample);
    return text.substring(text.indexOf('\n') + 1);
  }

  @Test
  void shouldCountFindingsThatRepeatARuleUnlessEveryFieldIsAskedFor() throws IOException {
    Finding[] findings = new Finding[9];
    for (int i = 0; i < findings.length; i++) {
      findings[i] = new Finding(Sample.WARNING.rule(), 30 + i, -1, "PSN " + i);
    }
    findings[4] = Sample.ERROR;
    Sample lossy = Sample.call().findings(findings);

    assertThat(lines(LAYERS, lossy))
        .endsWith(
            """
                    warning bth.psn-gap, frame 30: PSN 0
                    warning bth.psn-gap, frame 31: PSN 1
                    error rpc.error: wrong
                    warning bth.psn-gap: 6 more, frames 32 to 38
            """);
    assertThat(lines(EVERYTHING, lossy)).contains("PSN 2 (IBTA 9.7)", "PSN 8 (IBTA 9.7)");
  }

  private String lines(TextOptions options, Sample... samples) throws IOException {
    bytes.reset();
    TextRecordWriter writer = writer(options);
    writer.begin();
    for (Sample sample : samples) {
      writer.message(sample.message());
    }
    writer.end();
    return bytes.toString(StandardCharsets.US_ASCII);
  }

  private TextRecordWriter writer(TextOptions options) {
    return new TextRecordWriter(bytes, options, () -> Sample.TIME);
  }

  private static TextOptions verbose(int verbosity) {
    return new TextOptions(
        verbosity,
        false,
        TimeFormat.RELATIVE,
        Optional.of(DisplayZone.UTC),
        TextOptions.TEXT_SIZE,
        false,
        false);
  }

  private static TextOptions timed(TimeFormat time) {
    return new TextOptions(
        0, false, time, Optional.of(DisplayZone.UTC), TextOptions.TEXT_SIZE, false, false);
  }
}
