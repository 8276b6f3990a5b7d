package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** The examples of the page about embedding do what the page says. */
class EmbeddingExamplesTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path DIRECT = CAPTURES.resolve("rocev2/rocev2-nfs41-direct.pcap");
  private static final Path NFS3 = CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap");

  /** Of the file direct, as the workload wrote and read it: testdata has it beside the capture. */
  private static final String SHA256 =
      "8692c2a670d04b65ffbaa9462280b11c1cd1ed9e92b3811e84390b8baee4a74a";

  private static final int CALLS = 45;

  @TempDir Path folder;

  /** What writes a capture while it is read: a piece whenever it is looked at. */
  private static final class Workload {
    private final Path file;
    private final byte[] bytes;
    private int at;

    Workload(Path file, byte[] bytes) {
      this.file = file;
      this.bytes = bytes;
    }

    /** Whether there is more to come, besides what was written now. */
    boolean isAlive() throws IOException {
      int next = Math.min(bytes.length, at + bytes.length / 3 + 1);
      Files.write(file, Arrays.copyOfRange(bytes, at, next), StandardOpenOption.APPEND);
      at = next;
      return at < bytes.length;
    }
  }

  @Test
  void shouldKeepThePositionOfACursor() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(DIRECT)) {
      try (CaptureCursor cursor = capture.cursor()) {
        RpcMessage open = cursor.match("nfs.op == OPEN && nfs.name == 'direct'").orElseThrow();
        RpcMessage write = cursor.match("nfs.op == WRITE").orElseThrow();
        RpcExchange whole = cursor.exchange(write).orElseThrow();
        cursor.rewind(open.number());

        assertThat(whole.xid()).isEqualTo(write.header().xid());
        assertThat(cursor.next().map(RpcMessage::number)).hasValue(open.number() + 1);
      }
    }
  }

  @Test
  void shouldReadAStreamOnce() throws IOException {
    try (InputStream stream = Files.newInputStream(DIRECT)) {
      try (RdmaCapture capture = RdmaCapture.over(CaptureFile.open(stream, "name"))) {
        assertThat(capture.exchanges()).hasSize(CALLS);
      }
    }
  }

  @Test
  void shouldReadAnArrayAnyNumberOfTimes() throws IOException {
    byte[] bytes = Files.readAllBytes(DIRECT);
    CaptureInput input =
        CaptureInput.of(() -> new ByteArrayInputStream(bytes), "name", bytes.length);

    try (RdmaCapture capture = RdmaCapture.builder().input(input).open()) {
      assertThat(capture.exchanges()).hasSize(CALLS);
      assertThat(capture.exchanges()).hasSize(CALLS);
    }
  }

  @Test
  void shouldMergeInputsWithFiles() throws IOException {
    try (InputStream stream = Files.newInputStream(DIRECT);
        RdmaCapture both =
            RdmaCapture.builder().file(NFS3).input(CaptureInput.of(stream, "name")).open();
        RdmaCapture other = RdmaCapture.open(NFS3)) {
      assertThat(both.summary().calls()).isEqualTo(CALLS + other.summary().calls());
    }
  }

  @Test
  void shouldFollowACaptureToItsLastPacket() throws IOException {
    Path file = Files.createFile(folder.resolve("live.pcap"));
    Workload workload = new Workload(file, Files.readAllBytes(DIRECT));
    List<String> answered = new ArrayList<>();

    CaptureBuilder builder = RdmaCapture.builder();
    try (RdmaCapture capture =
            builder.follow(
                file,
                () -> {
                  LockSupport.parkNanos(100_000_000);
                  return workload.isAlive();
                });
        Stream<RpcExchange> exchanges = capture.exchanges()) {
      exchanges.forEach(each -> answered.add(each.xidText()));
    }

    // then what the last look wrote was read, too
    assertThat(answered).hasSize(CALLS);
  }

  @Test
  void shouldSayWhatAFollowedFileWasLeftFor() throws IOException {
    byte[] bytes = Files.readAllBytes(DIRECT);
    Path file = Files.write(folder.resolve("live.pcap"), bytes);
    int[] looks = {0};

    try (RdmaCapture capture =
        RdmaCapture.builder()
            .follow(
                file,
                () -> {
                  if (looks[0]++ == 0) {
                    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
                  }
                  return looks[0] < 20;
                })) {
      assertThat(capture.summary().frames()).isPositive();
      assertThat(capture.problems())
          .anySatisfy(line -> assertThat(line).contains("live.pcap: ").contains("overwritten"));
    }
  }

  /** Leaves out some frames of another source. */
  private static final class WithoutFrames extends ForwardingSource {
    private final Set<Long> numbers;

    WithoutFrames(FrameSource source, Set<Long> numbers) {
      super(source);
      this.numbers = numbers;
    }

    @Override
    public boolean next(Frame frame) throws IOException {
      boolean found = super.next(frame);
      while (found && numbers.contains(frame.number())) {
        found = super.next(frame);
      }
      return found;
    }
  }

  @Test
  void shouldTellWhatFramesThatAreLeftOutTook() throws IOException {
    FrameSource source = new WithoutFrames(CaptureFile.open(DIRECT), Set.of(100L, 101L));

    try (RdmaCapture capture = RdmaCapture.over(source)) {
      RpcMessage write = capture.match("rpc.xid == 0x8845be87").orElseThrow();
      assertThat(write.rpc().orElseThrow().missing())
          .hasToString("[8192 bytes at 49336 (not captured)]");
    }
  }

  @Test
  void shouldEndARunByAnException() throws IOException {
    List<Long> seen = new ArrayList<>();
    MessageListener listener =
        new MessageListener() {
          @Override
          public void message(RpcMessage message) {
            seen.add(message.number());
            if (seen.size() == 3) {
              throw new IllegalStateException("enough");
            }
          }
        };
    Optional<RuntimeException> thrown = Optional.empty();
    try {
      RdmaCapture.builder().file(DIRECT).run(listener);
    } catch (IllegalStateException e) {
      thrown = Optional.of(e);
    }

    assertThat(thrown).hasValueSatisfying(it -> assertThat(it).hasMessage("enough"));
    assertThat(seen).containsExactly(1L, 2L, 3L);
  }

  @Test
  void shouldAnswerWhatSuitesAsk() throws IOException {
    try (RdmaCapture capture = RdmaCapture.builder().file(DIRECT).keepBytes(true).open()) {
      RpcExchange read = capture.matchAllExchanges("nfs.op == READ").findFirst().orElseThrow();

      Optional<Rope> data =
          read.reply()
              .flatMap(reply -> reply.content().mainResult())
              .flatMap(it -> it.bytes("data"));
      assertThat(data.map(Rope::sha256)).contains(SHA256);

      List<ChunkSegment> segments = read.call().orElseThrow().segments();
      assertThat(segments.stream().mapToLong(ChunkSegment::length).sum()).isEqualTo(1 << 20);

      Map<String, Integer> operations = new TreeMap<>();
      try (Stream<RpcMessage> messages = capture.messages()) {
        messages
            .filter(RpcMessage::isCall)
            .flatMap(call -> call.content().compound().stream())
            .flatMap(compound -> compound.operations().stream())
            .forEach(operation -> operations.merge(operation.name(), 1, Integer::sum));
      }
      assertThat(operations).containsEntry("WRITE", 6).containsEntry("SEQUENCE", 39);

      long[] latencies =
          capture.exchanges().flatMapToLong(it -> it.latencyNanos().stream()).sorted().toArray();
      long p99 = latencies[(int) Math.ceil(latencies.length * 0.99) - 1];
      assertThat(p99).isEqualTo(latencies[latencies.length - 1]).isPositive();

      ConnectionRecord connection = capture.connection(read.connection()).orElseThrow();
      assertThat(connection.credits(Direction.FORWARD).overruns()).isZero();
      assertThat(capture.match("rpcrdma.procedure == RDMA_ERROR")).isEmpty();
    }
  }

  @Test
  void shouldGiveDataOfVersion3() throws IOException {
    try (RdmaCapture capture = RdmaCapture.builder().file(NFS3).keepBytes(true).open()) {
      RpcExchange read = capture.matchAllExchanges("nfs.op == READ").findFirst().orElseThrow();

      Optional<Rope> data =
          read.reply()
              .flatMap(reply -> reply.content().body())
              .flatMap(body -> body.tree().bytes("resok.data"));
      assertThat(data.map(Rope::length)).contains(1L);
    }
  }
}
