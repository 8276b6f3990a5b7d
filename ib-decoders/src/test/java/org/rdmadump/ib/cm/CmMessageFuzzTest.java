package org.rdmadump.ib.cm;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;

class CmMessageFuzzTest {
  @FuzzTest
  void shouldReadAnyDatagram(byte[] input) {
    // The buffer ends with the message, so that reading more is an exception.
    CmMessage.read(ByteBuffer.wrap(input), 0, input.length);
    IpCmPrivateData.read(ByteBuffer.wrap(input), 0, input.length);
  }
}
