package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.ib.Bth;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;

/** What frames say of messages is what messages say of frames. */
class FramesOfMessagesTest {
  /** Those of NVMe commands have a test of their own. */
  static Stream<Path> captures() throws IOException {
    return ShippedCaptures.all().stream().filter(each -> !each.toString().contains("nvme"));
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldShowEveryFrameOnceAndInOrder(Path capture) throws IOException {
    Dissected dissected = Dissected.of(capture);

    assertThat(dissected.frames()).hasSize((int) dissected.summary().frames());
    for (int i = 0; i < dissected.frames().size(); i++) {
      assertThat(dissected.frames().get(i).number()).isEqualTo(i + 1L);
    }
    assertThat(dissected.frames()).noneMatch(FrameRecord::isUnsettled);
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldNameTheMessageInEveryFrameThatItNames(Path capture) throws IOException {
    Dissected dissected = Dissected.of(capture);

    for (RpcMessage message : dissected.messages()) {
      assertHas(dissected.frames(), message.firstFrame(), message);
      assertHas(dissected.frames(), message.sendFrame(), message);
      assertHas(dissected.frames(), message.lastFrame(), message);
      for (RdmaTransfer transfer : message.transfers()) {
        assertHas(dissected.frames(), transfer.firstFrame(), message);
        assertHas(dissected.frames(), transfer.lastFrame(), message);
      }
    }
  }

  private static void assertHas(List<FrameRecord> frames, long number, RpcMessage message) {
    assertThat(frames.get((int) number - 1).messages())
        .as("messages of frame %d", number)
        .contains(message.number());
  }

  /** A frame behind the last one of a message can only repeat what came before. */
  @ParameterizedTest
  @MethodSource("captures")
  void shouldNameNoMessageInFramesBeforeIt(Path capture) throws IOException {
    Dissected dissected = Dissected.of(capture);

    for (FrameRecord frame : dissected.frames()) {
      for (long number : frame.messages()) {
        RpcMessage message = dissected.messages().get((int) number - 1);
        assertThat(message.number()).isEqualTo(number);
        assertThat(frame.number()).isGreaterThanOrEqualTo(message.firstFrame());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldCountAsManyPacketsAsTheMessage(Path capture) throws IOException {
    Dissected dissected = Dissected.of(capture);
    int[] packets = new int[dissected.messages().size()];
    for (FrameRecord frame : dissected.frames()) {
      if (frame.last(Bth.class).isPresent()) {
        for (long number : frame.messages()) {
          packets[(int) number - 1]++;
        }
      }
    }

    for (RpcMessage message : dissected.messages()) {
      if (message.sendLength() == 0 || packets[(int) message.number() - 1] == 0) {
        continue;
      }
      long moved = message.transfers().stream().mapToLong(RdmaTransfer::packets).sum();
      assertThat(packets[(int) message.number() - 1])
          .as("packets of message %d", message.number())
          .isGreaterThanOrEqualTo((int) moved + 1);
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldShowTheHeaderThatBeginsInAFrame(Path capture) throws IOException {
    Dissected dissected = Dissected.of(capture);

    for (FrameRecord frame : dissected.frames()) {
      for (Layer layer : frame.layers()) {
        if (layer.header() instanceof RpcRdmaHeader header) {
          assertThat(frame.messages())
              .anySatisfy(
                  number ->
                      assertThat(dissected.messages().get((int) (long) number - 1).header())
                          .isEqualTo(header));
        }
      }
    }
  }
}
