package org.rdmadump.capture;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

class ZstdDecompressionFuzzTest {
  @FuzzTest
  void shouldInflateAnyBytes(byte[] input) throws IOException {
    Fuzzed.inflate(Compression.ZSTD, input);
  }
}
