package org.rdmadump.nfstest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.nfstest.Samples.CAPTURES;
import static org.rdmadump.nfstest.Samples.IWARP;
import static org.rdmadump.nfstest.Samples.LOSS;
import static org.rdmadump.nfstest.Samples.ROCE;
import static org.rdmadump.nfstest.Samples.call;
import static org.rdmadump.nfstest.Samples.read;
import static org.rdmadump.nfstest.Samples.readdir;
import static org.rdmadump.nfstest.Samples.reply;
import static org.rdmadump.nfstest.Samples.rpc;
import static org.rdmadump.nfstest.Samples.whole;
import static org.rdmadump.nfstest.Samples.write;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.ReadSink;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * Segments, the operations on them, iWARP Read Requests, and Write chunks. Rows of
 * docs/nfstest-mapping.md, done by a program that embeds.
 */
class NfstestSegmentsTest {
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
  void shouldGiveItsMemoryBackWhenTheCallIsAnswered() throws IOException {
    int calls = 100;
    byte[] data = Pattern.of(1, 100_000);
    IwarpRpc rpc = IwarpRpc.connected();
    for (int xid = 1; xid <= calls; xid++) {
      XdrMessage write = Nfs3.writeCall(xid, data);
      Segment memory = Segment.of(xid, data.length);
      rpc.call(reduced(xid, write).readChunk(write.position(0), memory));
      rpc.pull(memory, data);
      rpc.reply(inline(xid, Nfs3.writeReply(xid, data.length)));
    }

    // A fifth of what is moved.
    try (RdmaCapture capture =
        RdmaCapture.builder().keepBytes(true).maxMemory(2 << 20).over(rpc.capture().source())) {
      assertThat(capture.exchanges())
          .hasSize(calls)
          .allMatch(each -> call(each).stream().isComplete());
      assertThat(capture.summary().evictions()).isEmpty();
    }
  }

  @Test
  @DisplayName("values are copied only if a program asks for them")
  void shouldHaveValuesOnlyIfTheyAreAskedFor() throws IOException {
    String expression = "nfs.op == WRITE && nfs.data.length == 100000";
    try (RdmaCapture capture = RdmaCapture.builder().file(ROCE).keepBytes(false).open()) {
      RpcMessage write = capture.match(expression).orElseThrow();
      assertThat(rpc(write).complete()).isTrue();
      assertThat(write.stream().isComplete()).isFalse();
    }
    assertThat(call(write(ROCE)).stream().isComplete()).isTrue();
  }

  @Test
  @DisplayName("RDMAsegment: valid_psn")
  void shouldKnowThePsnsOfOperations() throws IOException {
    assertThat(write(ROCE).transfers())
        .isNotEmpty()
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
    for (Path file : List.of(ROCE, IWARP)) {
      RpcExchange write = write(file);
      long base = call(write).readChunks().get(0).segments().get(0).offset();
      long next = base;
      for (RdmaTransfer each : write.transfers()) {
        for (RdmaFragment fragment : each.dataFragments()) {
          assertThat(each.address() + fragment.offset()).isEqualTo(next);
          next += fragment.length();
        }
      }
      assertThat(next - base).isEqualTo(100_000);
    }
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
    Set<Long> frames = new HashSet<>();
    int operations = 0;
    try (RdmaCapture capture = RdmaCapture.open(ROCE)) {
      for (RpcExchange each : capture.exchanges().toList()) {
        for (RdmaTransfer transfer : each.transfers()) {
          frames.add(transfer.firstFrame());
          operations++;
        }
      }
    }
    assertThat(frames).hasSizeGreaterThan(50).hasSize(operations);
  }

  @Test
  @DisplayName("RDMAseg: insert_data")
  void shouldTakePacketsInAnyOrder() throws IOException {
    try (RdmaCapture capture =
        RdmaCapture.open(CAPTURES.resolve("rocev2/rocev2-nfs41-reorder.pcap"))) {
      assertThat(capture.exchanges().filter(each -> !each.transfers().isEmpty())).isNotEmpty();
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
    assertThat(sink.handle()).isNotZero();
    assertThat(sink.offset()).isNotZero();
    assertThat(sink.messageSequence()).isPositive();
  }

  @Test
  @DisplayName("RDMArequest: membership test")
  void shouldGiveResponsesToTheirRequest() throws IOException {
    RdmaTransfer read = write(IWARP).transfers().get(0);
    assertThat(read.fragments().get(0).place()).isEqualTo(FragmentPlace.REQUEST);
    assertThat(read.fragments()).filteredOn(each -> each.place().endsMessage()).hasSize(1);
    assertThat(read.dataFragments().stream().mapToLong(RdmaFragment::length).sum())
        .isEqualTo(100_000);
  }

  @Test
  @DisplayName("RDMArequest: get_offset")
  void shouldTranslateTheSinkToTheSource() throws IOException {
    RpcExchange write = write(IWARP);
    assertThat(write.transfers().get(0).address())
        .isEqualTo(call(write).readChunks().get(0).segments().get(0).offset());
  }

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
}
