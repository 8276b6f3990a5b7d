package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.decode.Leftovers;

/** The cases that were observed on real traffic, on that traffic. */
class RealCapturesTest {
  private static final String DIRECT = "rocev2/rocev2-nfs41-direct";

  private static List<ChunkSegment> offered(RpcMessage call) {
    return call.writeChunks().stream().flatMap(chunk -> chunk.segments().stream()).toList();
  }

  @Test
  @DisplayName("case 73: Linux direct I/O from an unaligned buffer")
  void shouldJoinSegmentsOfOddLengths() {
    Decoded seen = RealCaptures.decode(DIRECT + ".pcap");
    RpcMessage write =
        seen.only(
            "WRITE of 300001 bytes",
            message -> lengths(message.readChunks()).equals(List.of(129838L, 131072L, 39091L)));
    assertThat(write.rpc().orElseThrow().complete()).isTrue();
    assertThat(write.findings()).isEmpty();
    assertThat(write.readChunks().get(0).segments())
        .allMatch(segment -> segment.transferred().orElseThrow() == segment.length());
  }

  private static List<Long> lengths(List<ReadChunk> chunks) {
    return chunks.stream()
        .flatMap(chunk -> chunk.segments().stream())
        .map(ChunkSegment::length)
        .toList();
  }

  @Test
  @DisplayName("case 74: READs of 1 MiB offered in 8 segments, replies use some")
  void shouldLeaveNothingOfUnusedSegments() {
    Decoded seen = RealCaptures.decode(DIRECT + ".pcap");
    List<RpcMessage> large =
        seen.messages().stream()
            .filter(message -> message.rpc().orElseThrow().call() && offered(message).size() == 8)
            .toList();
    assertThat(large).hasSizeGreaterThan(1);
    assertThat(seen.messages())
        .filteredOn(RealCapturesTest::usesOneOfEight)
        .as("replies that use one segment of eight")
        .isNotEmpty();
    List<Segment> segments =
        large.stream()
            .flatMap(message -> offered(message).stream())
            .map(each -> new Segment(each.handle(), each.offset(), (int) each.length()))
            .toList();
    assertThat(Leftovers.after(RealCaptures.open(DIRECT + ".pcap"), segments)).isEmpty();
  }

  private static boolean usesOneOfEight(RpcMessage message) {
    return !message.rpc().orElseThrow().call()
        && message.writeChunks().stream()
            .map(WriteChunk::segments)
            .anyMatch(
                segments ->
                    segments.size() == 8
                        && segments.get(0).length() > 0
                        && segments.stream().skip(1).allMatch(each -> each.length() == 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        DIRECT,
        "rocev2/rocev2-nfs41-reorder",
        "rocev2/rocev2-nfs3-dropped-late",
        "rocev2/rocev2-nfs41-loss",
        "rocev2/rocev2-nfs3-basic"
      })
  @DisplayName("cases 73, 74, 75: what was written and read is what the guest wrote and read")
  void shouldRebuildTheFiles(String name) {
    Decoded seen = RealCaptures.decode(name + ".pcap");
    assertThat(seen.messages()).isNotEmpty();
    assertThat(seen.messages())
        .filteredOn(message -> message.rpc().isPresent())
        .allMatch(message -> message.rpc().map(RpcSummary::complete).orElse(false));
    assertThat(seen.messages())
        .filteredOn(message -> message.rpc().isPresent() && !message.rpc().get().call())
        .allMatch(reply -> reply.rpc().orElseThrow().callNumber().isPresent());
    FileContents files = FileContents.of(seen);
    Path truth = RealCaptures.file(name + ".files.json");
    assertThat(FileContents.expectedWritten(truth)).hasSizeGreaterThan(2);
    assertThat(files.written()).containsAll(FileContents.expectedWritten(truth));
    assertThat(FileContents.expectedRead(truth)).hasSizeGreaterThan(2);
    assertThat(files.read()).containsAll(FileContents.expectedRead(truth));
    assertThat(seen.summary().evictions()).isEmpty();
  }

  @Test
  @DisplayName("case 75: go-back-N of Soft-RoCE, the drop behind the capture point")
  void shouldTakeTheRepeatForTheDelivery() {
    Decoded seen = RealCaptures.decode("rocev2/rocev2-nfs3-dropped-late.pcap");
    assertThat(seen.rules()).contains(IbRules.NAK.name());
    assertThat(seen.summary().incomplete()).isZero();
    assertThat(seen.summary().unanswered()).isZero();
    assertThat(seen.messages()).allMatch(RpcMessage::delivered);
    assertThat(seen.messages())
        .as("go-back-N repeats no RPC")
        .allMatch(message -> message.rpc().orElseThrow().repeatOf().isEmpty());
  }
}
