package org.rdmadump.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * What a TCP receiver gets from an export are the messages, each byte of them, as they were sent.
 */
class RealExportsTest {
  @TempDir Path folder;

  static List<Path> captures() throws IOException {
    return ShippedCaptures.all();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldDeliverEveryCompleteMessage(Path capture) throws IOException {
    List<RpcMessage> messages = ShippedCaptures.messages(capture);
    Path file = folder.resolve("out.pcapng");
    long exported = ShippedCaptures.export(messages, ExportFormat.TCP, file);

    List<RpcMessage> complete = new ArrayList<>();
    for (RpcMessage message : messages) {
      if (message.rpc().isPresent() && message.rpc().get().complete()) {
        complete.add(message);
      }
    }
    // One whose Send was sent first comes first, though its Reads may have ended last.
    complete.sort(Comparator.comparingLong(RealExportsTest::sent));

    List<ExportedTcp.Message> received = ExportedTcp.read(CaptureFile.open(file));
    assertThat(received).hasSize(complete.size()).hasSize((int) exported);
    for (int i = 0; i < received.size(); i++) {
      RpcMessage sent = complete.get(i);
      assertThat(received.get(i).nanos()).isEqualTo(sent(sent));
      assertThat(received.get(i).way()).isEqualTo(way(sent));
      assertThat(received.get(i).bytes())
          .as("message %d", sent.number())
          .isEqualTo(ByteBuffer.wrap(sent.stream().toArray(0, sent.stream().length())));
    }
  }

  private static long sent(RpcMessage message) {
    return message.rpc().orElseThrow().call() ? message.sendBeginNanos() : message.sendNanos();
  }

  private static String way(RpcMessage message) {
    int client = TcpStreams.clientPort(message.connection());
    boolean forward = message.direction() == Direction.FORWARD;
    return message.source().address()
        + ":"
        + (forward ? client : TcpStreams.SERVER_PORT)
        + " > "
        + message.destination().address()
        + ":"
        + (forward ? TcpStreams.SERVER_PORT : client);
  }
}
