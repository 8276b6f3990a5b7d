package org.rdmadump.rpcrdma.against;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;

/** Whether pages that are used for one message after the other give each its own digest. */
class DigestTest {
  private static final CaptureOptions DIGEST_ALONE = new CaptureOptions(true, false, 64L << 20);

  static List<Path> captures() {
    return Filtered.all();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldBeTheSameWhetherBytesAreKeptOrNot(Path file) {
    Decoded kept = Decoded.of(Filtered.of(file), Decoded.EVERYTHING);
    Decoded alone = Decoded.of(Filtered.of(file), DIGEST_ALONE);

    assertThat(alone.messages()).hasSameSizeAs(kept.messages());
    assertThat(rpcs(alone)).isEqualTo(rpcs(kept));
    for (RpcMessage message : alone.messages()) {
      if (!message.transfers().isEmpty()) {
        assertThat(message.stream().present()).isZero();
      }
    }
  }

  private static List<RpcSummary> rpcs(Decoded decoded) {
    return decoded.messages().stream().flatMap(message -> message.rpc().stream()).toList();
  }
}
