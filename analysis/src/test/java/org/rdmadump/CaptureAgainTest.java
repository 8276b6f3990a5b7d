package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.rpcrdma.RpcMessage;

/** The same capture read twice at once. */
class CaptureAgainTest {
  private static final Path FILE =
      Path.of("..", "testdata", "captures", "iwarp", "iwarp-nfs41-conformance.pcap");

  @Test
  void shouldReadOneWithoutMovingTheOther() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(FILE);
        RdmaCapture other = capture.again().orElseThrow()) {
      RpcMessage third = capture.messages().skip(2).findFirst().orElseThrow();

      assertThat(other.messages().count()).isEqualTo(other.summary().calls() * 2);
      assertThat(capture.position()).isEqualTo(third.number());
      assertThat(capture.next().orElseThrow().number()).isEqualTo(third.number() + 1);
    }
  }

  @Test
  void shouldBeClosedWithTheOther() throws IOException {
    RdmaCapture capture = RdmaCapture.open(FILE);
    RdmaCapture other = capture.again().orElseThrow();
    assertThat(other.next()).isPresent();

    capture.close();

    assertThatThrownBy(other::next).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(capture::again).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldNotReadASourceTwice() throws IOException {
    try (RdmaCapture capture = RdmaCapture.over(CaptureInput.of(FILE).open())) {
      assertThat(capture.again()).isEmpty();
    }
  }

  /** Until something else is decoded. */
  @Test
  void shouldKnowConnectionsBehindThePositionThatItWentBackTo() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(FILE)) {
      int connection = capture.next().orElseThrow().connection();
      long calls = capture.summary().calls();
      capture.rewind();

      assertThat(capture.connection(connection).orElseThrow().calls()).isPositive();
      assertThat(capture.summary().calls()).isEqualTo(calls);
      assertThat(capture.next().orElseThrow().number()).isEqualTo(1);
    }
  }
}
