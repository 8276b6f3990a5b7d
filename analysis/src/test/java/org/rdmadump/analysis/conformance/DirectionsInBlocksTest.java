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

  @Test
  void shouldWarnWhereTimesContradictTheOrderOfTheCapture() throws IOException {
    assertThat(inBlocks(16).results())
        .filteredOn(each -> each.which() == ConformanceCase.WRITE_MANY_PACKETS)
        .singleElement()
        .satisfies(
            each ->
                assertThat(((CaseOutcome.Warn) each.outcome()).notes().get(0).message())
                    .isEqualTo(
                        "expected the reply behind frame 171, in time and in the capture but"
                            + " there is 161"));
  }
}
