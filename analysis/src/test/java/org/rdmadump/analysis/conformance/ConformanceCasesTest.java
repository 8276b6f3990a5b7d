package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.build.ChangedMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** The cases on calls and replies of real captures in which one thing is changed. */
class ConformanceCasesTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path ROCE = CAPTURES.resolve("rocev2/rocev2-nfs41-any-nano.pcap");
  private static final Path IWARP = CAPTURES.resolve("iwarp/iwarp-nfs41-crc.pcap");
  private static final Path ACL = CAPTURES.resolve("rocev2/rocev2-nfs41-acl.pcap");
  private static final ChunkSegment SEGMENT =
      new ChunkSegment(0x12345678, 4096, 0x1000, OptionalLong.empty());

  private static Predicate<RpcMessage> chosen(String expression) {
    try {
      return Filter.of(expression, MessageFields.registry())::matches;
    } catch (FilterException e) {
      throw new IllegalArgumentException(e.reason(), e);
    }
  }

  private static RpcExchange exchange(Path file, String expression) throws IOException {
    Predicate<RpcMessage> chosen = chosen(expression);
    List<RpcExchange> found = new ArrayList<>();
    decode(
        file,
        new MessageListener() {
          @Override
          public void exchange(RpcExchange exchange) {
            if (exchange
                .call()
                .filter(chosen)
                .or(() -> exchange.reply().filter(chosen))
                .isPresent()) {
              found.add(exchange);
            }
          }
        });
    return found.get(0);
  }

  private static CaptureSummary decode(Path file, MessageListener listener) throws IOException {
    try (FrameSource source = CaptureFile.open(file)) {
      CaptureDecoder decoder =
          new CaptureDecoder(source, new CaptureOptions(false, true, 64L << 20), listener);
      boolean more = true;
      while (more) {
        more = decoder.decodeNext();
      }
      return decoder.finish();
    }
  }

  private static CaptureSummary summary() throws IOException {
    return decode(ROCE, new MessageListener() {});
  }

  private static CaseOutcome outcome(ConformanceCase which, RpcExchange exchange)
      throws IOException {
    Conformance conformance = new Conformance();
    conformance.exchange(exchange);
    return conformance.report(summary()).results().stream()
        .filter(each -> each.which() == which)
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  private static void assertPass(ConformanceCase which, RpcExchange exchange) throws IOException {
    assertThat(outcome(which, exchange)).isInstanceOf(CaseOutcome.Pass.class);
  }

  private static void assertFail(ConformanceCase which, RpcExchange exchange, String why)
      throws IOException {
    assertThat(outcome(which, exchange))
        .isInstanceOfSatisfying(
            CaseOutcome.Fail.class,
            fail -> assertThat(fail.notes().get(0).message()).contains(why));
  }

  private static RpcMessage with(
      RpcMessage of,
      List<ReadChunk> readChunks,
      List<WriteChunk> writeChunks,
      Optional<WriteChunk> replyChunk,
      long lastFrame) {
    return new ChangedMessage(of)
        .readChunks(readChunks.toArray(new ReadChunk[0]))
        .writeChunks(writeChunks.toArray(new WriteChunk[0]))
        .replyChunk(replyChunk)
        .lastFrame(lastFrame)
        .message();
  }

  private static RpcMessage with(
      RpcMessage of,
      RpcRdmaHeader header,
      int sendLength,
      List<ReadChunk> readChunks,
      List<WriteChunk> writeChunks,
      Optional<WriteChunk> replyChunk,
      long lastFrame,
      StreamLayout layout) {
    return new ChangedMessage(of)
        .header(header)
        .sendLength(sendLength)
        .readChunks(readChunks.toArray(new ReadChunk[0]))
        .writeChunks(writeChunks.toArray(new WriteChunk[0]))
        .replyChunk(replyChunk)
        .lastFrame(lastFrame)
        .layout(layout)
        .message();
  }

  private static RpcExchange changed(
      RpcExchange from, Optional<RpcMessage> call, Optional<RpcMessage> reply) {
    return new RpcExchange(
        from.xid(),
        from.connection(),
        call,
        reply,
        from.timing(),
        from.transfers(),
        from.findings());
  }

  private static RpcExchange withCall(RpcExchange from, RpcMessage call) {
    return changed(from, Optional.of(call), from.reply());
  }

  @Test
  void shouldFailAWriteThatIsNotWholeWithItsLastReadResponse() throws IOException {
    for (Path each : List.of(ROCE, IWARP)) {
      RpcExchange write = exchange(each, "nfs.op == WRITE && nfs.data.length == 9001");
      RpcMessage call = write.call().orElseThrow();
      RpcMessage early =
          with(
              call, call.readChunks(), call.writeChunks(), call.replyChunk(), call.lastFrame() - 1);

      assertPass(ConformanceCase.WRITE_MANY_PACKETS, write);
      assertFail(
          ConformanceCase.WRITE_MANY_PACKETS,
          withCall(write, early),
          "expected the call whole at frame " + call.lastFrame());
    }
  }

  @Test
  void shouldFailACallWhoseReadSegmentNobodyRead() throws IOException {
    RpcExchange read = exchange(ROCE, "nfs.op == READ && nfs.data.length == 9001");
    RpcMessage call = read.call().orElseThrow();
    RpcMessage more =
        with(
            call,
            List.of(new ReadChunk(8, List.of(SEGMENT))),
            call.writeChunks(),
            call.replyChunk(),
            call.lastFrame());

    assertPass(ConformanceCase.READ_MANY_PACKETS, read);
    assertFail(
        ConformanceCase.READ_MANY_PACKETS,
        withCall(read, more),
        "expected RDMA reads of 4096 bytes of segment 0x12345678");
  }

  @Test
  void shouldFailWrongChunkListsOfAnExchangeThatWasDisturbed() throws IOException {
    RpcExchange id = exchange(ROCE, "nfs.op == EXCHANGE_ID");
    RpcMessage call = id.call().orElseThrow();
    RpcMessage more =
        with(
            call,
            List.of(new ReadChunk(8, List.of(SEGMENT))),
            List.of(),
            call.replyChunk(),
            call.lastFrame());
    Finding repaired =
        new Finding(
            IbRules.NAK, 7, -1, "NAK (" + NakCode.PSN_SEQUENCE_ERROR.text() + ") of a Send");
    RpcExchange disturbed =
        new RpcExchange(
            id.xid(),
            id.connection(),
            Optional.of(more),
            id.reply(),
            id.timing(),
            id.transfers(),
            List.of(repaired));

    assertThat(outcome(ConformanceCase.EXCHANGE_ID, disturbed))
        .isInstanceOfSatisfying(
            CaseOutcome.Fail.class,
            fail ->
                assertThat(fail.notes())
                    .extracting(Note::message)
                    .contains("expected no Read chunk but there is 1"));
  }

  @Test
  void shouldFailAReadWhoseDataPassedItsWriteChunkBy() throws IOException {
    for (Path each : List.of(ROCE, IWARP)) {
      RpcExchange read = exchange(each, "nfs.op == READ && nfs.data.length == 9001");
      RpcMessage reply = read.reply().orElseThrow();
      WriteChunk offered = reply.writeChunks().get(0);
      WriteChunk unused =
          new WriteChunk(
              offered.segments().stream()
                  .map(it -> new ChunkSegment(it.handle(), 0, it.offset(), OptionalLong.of(0)))
                  .toList());
      RpcMessage inline =
          with(
              reply,
              reply.header(),
              reply.sendLength(),
              reply.readChunks(),
              List.of(unused),
              reply.replyChunk(),
              reply.lastFrame(),
              StreamLayout.INLINE);

      assertFail(
          ConformanceCase.READ_ONE_PACKET,
          new RpcExchange(
              read.xid(),
              read.connection(),
              read.call(),
              Optional.of(inline),
              read.timing(),
              List.of(),
              read.findings()),
          "expected data in its place by the Write chunk but there is none");
    }
  }

  @Test
  void shouldFailAWriteWhoseDataWentWithAllOfItsCall() throws IOException {
    for (Path each : List.of(ROCE, IWARP)) {
      RpcExchange write = exchange(each, "nfs.op == WRITE && nfs.data.length == 9001");
      RpcMessage call = write.call().orElseThrow();
      RpcRdmaHeader header = call.header();
      RpcMessage whole =
          with(
              call,
              new RpcRdmaHeader(
                  header.xid(),
                  header.version(),
                  header.credits(),
                  RdmaProcedure.RDMA_NOMSG.code(),
                  header.error(),
                  header.length(),
                  header.truncated(),
                  header.malformed()),
              header.length(),
              List.of(new ReadChunk(0, call.readChunks().get(0).segments())),
              call.writeChunks(),
              call.replyChunk(),
              call.lastFrame(),
              new StreamLayout(MovedBy.POSITION_ZERO, List.of()));

      assertFail(
          ConformanceCase.WRITE_MANY_PACKETS,
          withCall(write, whole),
          "expected data in its place by the Read chunk but there is none");
    }
  }

  @Test
  void shouldFailExchangeIdWithAWriteChunk() throws IOException {
    RpcExchange id = exchange(ROCE, "nfs.op == EXCHANGE_ID");
    RpcMessage call = id.call().orElseThrow();
    RpcMessage reply = id.reply().orElseThrow();
    WriteChunk unused =
        new WriteChunk(
            List.of(new ChunkSegment(SEGMENT.handle(), 0, SEGMENT.offset(), OptionalLong.of(0))));

    assertPass(ConformanceCase.EXCHANGE_ID, id);
    assertFail(
        ConformanceCase.EXCHANGE_ID,
        changed(
            id,
            Optional.of(
                with(
                    call,
                    List.of(),
                    List.of(new WriteChunk(List.of(SEGMENT))),
                    call.replyChunk(),
                    call.lastFrame())),
            Optional.of(
                with(reply, List.of(), List.of(unused), reply.replyChunk(), reply.lastFrame()))),
        "expected no Write chunk but there is 1");
  }

  @Test
  void shouldFailAnAclThatIsAskedForWithoutAReplyChunk() throws IOException {
    RpcExchange acl = exchange(ACL, "nfs.attr_request == FATTR4_ACL");
    RpcMessage call = acl.call().orElseThrow();

    assertPass(ConformanceCase.GETATTR_ACL, acl);
    assertFail(
        ConformanceCase.GETATTR_ACL,
        withCall(acl, with(call, List.of(), List.of(), Optional.empty(), call.lastFrame())),
        "expected no Reply chunk in the reply but there is one");
  }

  @Test
  void shouldFailSegmentsThatOverlap() throws IOException {
    RpcExchange readdir = exchange(IWARP, "nfs.op == READDIR");
    RpcMessage call = readdir.call().orElseThrow();
    WriteChunk twice = new WriteChunk(List.of(SEGMENT, SEGMENT, SEGMENT));

    assertPass(ConformanceCase.READDIR, readdir);
    assertFail(
        ConformanceCase.READDIR,
        withCall(readdir, with(call, List.of(), List.of(), Optional.of(twice), call.lastFrame())),
        "expected segments of 0x12345678 that do not overlap");
  }

  @Test
  void shouldWarnWithoutReply() throws IOException {
    RpcExchange readlink = exchange(ROCE, "nfs.op == READLINK");

    assertPass(ConformanceCase.READLINK, readlink);
    assertThat(
            outcome(ConformanceCase.READLINK, changed(readlink, readlink.call(), Optional.empty())))
        .isInstanceOfSatisfying(
            CaseOutcome.Warn.class,
            warn ->
                assertThat(warn.notes().get(0).message()).isEqualTo("the reply was not captured"));
  }

  @Test
  void shouldKeepAsManyNotesAsAreShown() throws IOException {
    RpcExchange readdir = exchange(ROCE, "nfs.op == READDIR");
    Conformance conformance = new Conformance();
    for (int i = 0; i < 100; i++) {
      RpcExchange other =
          new RpcExchange(
              i,
              readdir.connection(),
              readdir.call(),
              Optional.empty(),
              readdir.timing(),
              readdir.transfers(),
              readdir.findings());
      conformance.exchange(other);
    }
    assertThat(conformance.report(summary()).results().get(2).outcome())
        .isInstanceOfSatisfying(
            CaseOutcome.Warn.class,
            warn -> {
              assertThat(warn.seen()).isEqualTo(100);
              assertThat(warn.count()).isEqualTo(100);
              assertThat(warn.notes()).hasSize(CaseOutcome.MOST_NOTES);
            });
  }

  /** 65,536 Writes of 16 bytes take no time to speak of. */
  @Test
  @Timeout(60)
  void shouldJudgeManySmallOperations() throws IOException {
    RpcExchange read = exchange(ROCE, "nfs.op == READ && nfs.data.length == 9001");
    RdmaTransfer real = ExchangeChecks.transfers(read, RdmaTransfer.Kind.WRITE).get(0);
    List<RdmaTransfer> many = new ArrayList<>();
    for (int i = 0; i < 1 << 16; i++) {
      many.add(
          new RdmaTransfer(
              real.kind(),
              real.handle(),
              real.address() + 16L * i,
              16,
              16,
              1,
              i,
              i,
              real.firstFrame(),
              real.lastFrame(),
              real.firstNanos(),
              real.lastNanos(),
              real.sink(),
              List.of()));
    }
    RpcExchange changed =
        new RpcExchange(
            read.xid(),
            read.connection(),
            read.call(),
            read.reply(),
            read.timing(),
            many,
            read.findings());

    assertThat(ExchangeChecks.countWithoutRetries(changed, RdmaTransfer.Kind.WRITE))
        .isEqualTo(many.size());
    assertFail(ConformanceCase.READ_MANY_OPERATIONS, changed, "expected ");
  }
}
