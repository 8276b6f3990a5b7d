package org.rdmadump.capture;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

class GzipDecompressionFuzzTest {
  @FuzzTest
  void shouldInflateAnyBytes(byte[] input) throws IOException {
    Fuzzed.inflate(Compression.GZIP, input);
  }
}
