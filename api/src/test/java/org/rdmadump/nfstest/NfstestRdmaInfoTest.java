package org.rdmadump.nfstest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.nfstest.Samples.DIRECT;
import static org.rdmadump.nfstest.Samples.IWARP;
import static org.rdmadump.nfstest.Samples.ROCE;
import static org.rdmadump.nfstest.Samples.SEVERAL;
import static org.rdmadump.nfstest.Samples.call;
import static org.rdmadump.nfstest.Samples.read;
import static org.rdmadump.nfstest.Samples.readdir;
import static org.rdmadump.nfstest.Samples.reply;
import static org.rdmadump.nfstest.Samples.rpc;
import static org.rdmadump.nfstest.Samples.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.CaptureCursor;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.MessageChecks;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The table of advertised memory. Rows of docs/nfstest-mapping.md, done by a program that embeds.
 */
class NfstestRdmaInfoTest {
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
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      assertThat(cursor.position()).isZero();
      assertThat(cursor.connection(1)).isEmpty();
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
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      RpcMessage first = cursor.next().orElseThrow();
      assertThat(cursor.match(each -> each.number() == 320)).isPresent();
      cursor.rewind();
      assertThat(cursor.position()).isZero();
      assertThat(cursor.next().orElseThrow().number()).isEqualTo(first.number());
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
    Set<Long> frames = new HashSet<>();
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      for (RpcExchange each : capture.exchanges().toList()) {
        for (RdmaTransfer transfer : each.transfers()) {
          assertThat(MessageChecks.segments(call(each)))
              .as("segments of the call that the operation is for")
              .anyMatch(
                  segment ->
                      segment.handle() == transfer.handle()
                          && transfer.address() - segment.offset() >= 0
                          && transfer.address() - segment.offset() < segment.length());
          assertThat(frames.add(transfer.firstFrame())).as("operations of one call").isTrue();
        }
      }
      assertThat(frames).hasSizeGreaterThan(50);
      assertThat(capture.summary().rules()).isEmpty();
    }
  }

  @Test
  @DisplayName("RDMAinfo: add_rdma_data with RETH")
  void shouldPlaceByVirtualAddress() throws IOException {
    RpcExchange write = write(ROCE);
    long at = call(write).readChunks().get(0).segments().get(0).offset();
    assertThat(write.transfers()).hasSize(5);
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
        .first()
        .satisfies(
            each ->
                assertThat(each.dataFragments())
                    .hasSize(20)
                    .extracting(RdmaFragment::place)
                    .startsWith(FragmentPlace.FIRST, FragmentPlace.MIDDLE)
                    .endsWith(FragmentPlace.MIDDLE, FragmentPlace.LAST));
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
  private static final class Late extends ForwardingSource {
    private final int frames;

    Late(FrameSource source, int frames) {
      super(source);
      this.frames = frames;
    }

    @Override
    public boolean next(Frame frame) throws IOException {
      boolean more = true;
      do {
        more = super.next(frame);
      } while (more && frame.number() <= frames);
      return more;
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
}
