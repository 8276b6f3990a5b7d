package org.rdmadump.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.bench.generate.Hostile;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * What costs a decoder most. The limits of {@code bench/hostile} are for a quiet machine; these are
 * so wide that only another order of growth breaks them.
 */
class HostileTest {
  private static final int PACKETS = 4000;
  private static final Duration MOST = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Hostile.Kind.class)
  void shouldTakeAFewMillisecondsOfItsThreadForAHostilePacket(Hostile.Kind kind)
      throws IOException {
    Path capture = generate(kind);

    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long frames = decode(capture);
    long took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;

    assertThat(frames).isEqualTo(PACKETS);
    assertThat(Duration.ofNanos(took)).isLessThan(MOST);
  }

  private Path generate(Hostile.Kind kind) {
    Path file = folder.resolve("hostile.pcap");
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    String[] line = {"--hostile", kind.text(), "--packets", "" + PACKETS, "-o", file.toString()};
    assertThat(CaptureGenerator.run(line, nowhere, System.err)).isZero();
    return file;
  }

  private static long decode(Path capture) throws IOException {
    try (FrameSource source = CaptureFile.open(capture)) {
      CaptureOptions options = new CaptureOptions(false, false, 64L << 20);
      CaptureDecoder decoder = new CaptureDecoder(source, options, new MessageListener() {});
      while (decoder.decodeNext()) {}
      return decoder.finish().frames();
    }
  }
}
