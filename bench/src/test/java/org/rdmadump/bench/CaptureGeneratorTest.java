package org.rdmadump.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

class CaptureGeneratorTest {
  private static final Path CAPTURES = Path.of("../testdata/captures/rocev2");
  private static final CaptureOptions DIGEST = new CaptureOptions(true, false, 64L << 20);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1024, 4096})
  void shouldMakeBulkOfWhichEveryMessageCanBeRebuilt(int mtu) throws IOException {
    Decoded decoded = generate("--bulk", "--mtu", "" + mtu, "-n", "3", "-s", "20M");

    assertThat(decoded.summary().connections()).isEqualTo(3);
    assertThat(decoded.summary().calls()).isBetween(15L, 19L);
    assertThat(decoded.summary().replies()).isEqualTo(decoded.summary().calls());
    assertThat(decoded.summary().findings()).isEmpty();
    assertThat(decoded.rpcs())
        .allSatisfy(
            rpc -> {
              assertThat(rpc.complete()).isTrue();
              assertThat(rpc.sha256()).isPresent();
            });
    assertThat(decoded.size()).isBetween(15L << 20, 20L << 20);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2-nfs3-acl",
        "rocev2-nfs3-basic",
        "rocev2-nfs41-acl",
        "rocev2-nfs41-direct",
        "rocev2-nfs41-ipv6",
        "rocev2-nfs41-any-nano",
        "rocev2-nfs42-xattr",
        "rocev2-mixed-versions"
      })
  void shouldReplayACaptureAsOftenAsItFits(String name) throws IOException {
    Path base = capture(name);
    Decoded once = decode(base);
    long size = 5 * Files.size(base) / 2;

    Decoded twice = generate("--base", base.toString(), "-n", "2", "-s", "" + size);

    CaptureSummary expected = once.summary();
    CaptureSummary actual = twice.summary();
    int copies = (int) (actual.rdmaPackets() / expected.rdmaPackets());
    assertThat(copies).isGreaterThanOrEqualTo(2);
    assertThat(actual.rdmaPackets()).isEqualTo(copies * expected.rdmaPackets());
    assertThat(actual.connections()).isEqualTo(copies * expected.connections());
    assertThat(actual.calls()).isEqualTo(copies * expected.calls());
    assertThat(actual.replies()).isEqualTo(copies * expected.replies());
    assertThat(actual.unanswered()).isEqualTo(copies * expected.unanswered());
    assertThat(actual.incomplete()).isEqualTo(copies * expected.incomplete());
    expected
        .findings()
        .forEach(
            (severity, count) ->
                assertThat(actual.findings()).containsEntry(severity, copies * count));
    assertThat(actual.findings()).hasSameSizeAs(expected.findings());
  }

  @Test
  void shouldGiveEachCopyAnotherClientAndOtherXids() throws IOException {
    Decoded decoded =
        generate("--base", capture("rocev2-nfs3-acl").toString(), "-n", "4", "-s", "400K");

    Set<Integer> xids = new HashSet<>();
    decoded.rpcs().stream().filter(RpcSummary::call).forEach(rpc -> xids.add(rpc.xid()));
    assertThat(xids).hasSize((int) decoded.summary().calls());
    assertThat(decoded.sources()).hasSize(decoded.summary().connections() + 1);
  }

  @Test
  void shouldMakeTrafficThatOpensAndNeverCloses() throws IOException {
    Decoded decoded = generate("--hurt", "-s", "2M");

    assertThat(decoded.summary().connections()).isGreaterThan(500);
    assertThat(decoded.summary().replies()).isZero();
    assertThat(decoded.summary().unanswered()).isEqualTo(decoded.summary().calls());
    assertThat(decoded.summary().notDecoded()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldMakeIwarpOfWholeCallsAndReplies(boolean crc) throws IOException {
    Decoded decoded =
        crc
            ? generate("--bulk", "--iwarp", "--crc", "-n", "2", "-s", "12M")
            : generate("--bulk", "--iwarp", "-n", "2", "-s", "12M");

    assertThat(decoded.summary().connections()).isEqualTo(2);
    assertThat(decoded.summary().replies()).isEqualTo(decoded.summary().calls()).isPositive();
    assertThat(decoded.summary().incomplete()).isZero();
    assertThat(decoded.summary().rules()).isEmpty();
    assertThat(decoded.summary().rdmaPackets()).isEqualTo(decoded.summary().frames());
  }

  @Test
  void shouldMakeTcpWithoutRdma() throws IOException {
    Decoded decoded = generate("--tcp", "-s", "8M");

    assertThat(decoded.summary().rdmaPackets()).isZero();
    assertThat(decoded.summary().connections()).isZero();
    assertThat(decoded.summary().notDecoded())
        .containsExactly(Map.entry("tcp", decoded.summary().frames()));
  }

  @Test
  void shouldMakeTheSameFileFromTheSameSeed() throws IOException {
    Path one = write("--bulk", "-s", "3M", "--seed", "7");
    byte[] first = Files.readAllBytes(one);

    assertThat(Files.readAllBytes(write("--bulk", "-s", "3M", "--seed", "7"))).isEqualTo(first);
    assertThat(Files.readAllBytes(write("--bulk", "-s", "3M", "--seed", "8"))).isNotEqualTo(first);
  }

  @Test
  void shouldCutFramesToTheSnapLength() throws IOException {
    Decoded decoded = generate("--bulk", "--snap", "128", "-s", "1M");

    assertThat(decoded.summary().bytes()).isLessThanOrEqualTo(128 * decoded.summary().frames());
    assertThat(decoded.summary().calls()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-o x", "--bulk", "--bulk --hurt -o x", "--bulk -s 1Q -o x", "--bulk -o x y"})
  void shouldExplainItselfWhenTheCommandLineIsWrong(String line) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int status =
        CaptureGenerator.run(
            line.isEmpty() ? new String[0] : line.split(" ", -1),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("usage: generate");
  }

  private static Path capture(String name) {
    return CAPTURES.resolve(name + ".pcap");
  }

  private Path write(String... arguments) {
    Path file = folder.resolve("generated.pcap");
    List<String> line = new ArrayList<>(List.of(arguments));
    line.addAll(List.of("-o", file.toString()));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    int status = CaptureGenerator.run(line.toArray(String[]::new), stream, stream);
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return file;
  }

  private Decoded generate(String... arguments) throws IOException {
    return decode(write(arguments));
  }

  private static Decoded decode(Path file) throws IOException {
    Collector collector = new Collector();
    try (FrameSource source = CaptureFile.open(file)) {
      CaptureDecoder capture = new CaptureDecoder(source, DIGEST, collector);
      while (capture.decodeNext()) {}
      assertThat(source.damage()).isEmpty();
      return new Decoded(capture.finish(), collector.rpcs, collector.sources, Files.size(file));
    }
  }

  private record Decoded(
      CaptureSummary summary, List<RpcSummary> rpcs, Set<String> sources, long size) {}

  private static final class Collector implements MessageListener {
    final List<RpcSummary> rpcs = new ArrayList<>();
    final Set<String> sources = new HashSet<>();

    @Override
    public void message(RpcMessage message) {
      Optional<RpcSummary> rpc = message.rpc();
      rpc.ifPresent(rpcs::add);
      sources.add(message.source().address().toString());
    }

    @Override
    public void exchange(RpcExchange exchange) {}
  }
}
