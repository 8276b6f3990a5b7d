package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.build.FrameList;

/** The frames of each side stand together for a while, with their own times. */
class DirectionsInBlocksTest {
  private static final String CAPTURE = "rocev2/rocev2-nfs3-basic.pcap";
  private static final int SOURCE_ADDRESS = 26;
  private static final int CLIENT = 0xc0a84d02;

  private static ConformanceReport inBlocks(int length) throws IOException {
    List<FrameList.Copied> frames = FrameList.of(CAPTURE);
    List<FrameList.Copied> blocks = new ArrayList<>();
    for (int from = 0; from < frames.size(); from += length) {
      List<FrameList.Copied> block =
          new ArrayList<>(frames.subList(from, Math.min(from + length, frames.size())));
      block.sort(Comparator.comparing(DirectionsInBlocksTest::isClients));
      blocks.addAll(block);
    }
    return Conformance.of(new FrameList(blocks), CaptureOptions.DEFAULT);
  }

  private static boolean isClients(FrameList.Copied frame) {
    return ByteBuffer.wrap(frame.bytes()).getInt(SOURCE_ADDRESS) == CLIENT;
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 16, 64})
  void shouldNotBlameTheServerForTheOrderOfTheCapture(int length) throws IOException {
    ConformanceReport report = inBlocks(length);

    assertThat(report.results()).noneMatch(each -> each.outcome() instanceof CaseOutcome.Fail);
  }

  private static String warning(ConformanceReport report) {
    CaseResult result =
        report.results().stream()
            .filter(each -> each.which() == ConformanceCase.WRITE_MANY_PACKETS)
            .findFirst()
            .orElseThrow();
    return ((CaseOutcome.Warn) result.outcome()).notes().get(0).message();
  }

  @Test
  void shouldWarnWhereTimesContradictTheOrderOfTheCapture() throws IOException {
    assertThat(warning(inBlocks(16)))
        .isEqualTo(
            "expected the reply and frame 171 in one order by time and in the capture but there is"
                + " frame 161, before it in the capture, 1.119 ms behind it in time");
  }

  @Test
  void shouldWarnWhereTheClockOfTheServerIsBehind() throws IOException {
    List<FrameList.Copied> frames = new ArrayList<>();
    for (FrameList.Copied each : FrameList.of(CAPTURE)) {
      frames.add(isClients(each) ? each : each.at(each.nanos() - 50_000_000));
    }

    assertThat(warning(Conformance.of(new FrameList(frames), CaptureOptions.DEFAULT)))
        .isEqualTo(
            "expected the reply and frame 144 in one order by time and in the capture but there is"
                + " frame 145, behind it in the capture, 48.579 ms before it in time");
  }
}
