package org.rdmadump.rpcrdma.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.NotACaptureException;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.build.Decoded;

class RdmaCaptureFuzzTest {
  private static final CaptureOptions LITTLE = new CaptureOptions(true, true, 2L << 20);

  @FuzzTest
  void shouldDecodeAnyFile(byte[] input) throws IOException {
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(input), "fuzzed")) {
      CaptureSummary summary = Decoded.of(source, LITTLE).summary();
      assertThat(summary.frames()).isNotNegative();
    } catch (NotACaptureException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }
}
