package org.rdmadump.capture;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

class PcapngReaderFuzzTest {
  @FuzzTest
  void shouldReadAnyBytes(byte[] input) throws IOException {
    try (FrameSource source = PcapngReader.open(Fuzzed.reader(input), "fuzzed")) {
      Fuzzed.readAll(source, input.length);
    } catch (NotACaptureException e) {
      // The other good end.
    }
  }
}
