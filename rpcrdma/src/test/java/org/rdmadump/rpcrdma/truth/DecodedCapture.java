package org.rdmadump.rpcrdma.truth;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * All that the decoder said of a capture.
 *
 * @param messages in order, every byte kept
 * @param exchanges in order
 * @param summary counts
 */
record DecodedCapture(
    List<RpcMessage> messages, List<RpcExchange> exchanges, CaptureSummary summary) {
  private static final Optional<RdmaProcedure> RDMA_ERROR = Optional.of(RdmaProcedure.RDMA_ERROR);
  private static final CaptureOptions EVERY_BYTE = new CaptureOptions(false, true, 64L << 20);

  static DecodedCapture read(Path file) throws IOException {
    List<RpcMessage> messages = new ArrayList<>();
    List<RpcExchange> exchanges = new ArrayList<>();
    MessageListener listener =
        new MessageListener() {
          @Override
          public void message(RpcMessage message) {
            messages.add(message);
          }

          @Override
          public void exchange(RpcExchange exchange) {
            exchanges.add(exchange);
          }
        };
    try (FrameSource source = CaptureFile.open(file)) {
      CaptureDecoder capture = new CaptureDecoder(source, EVERY_BYTE, listener);
      boolean more = true;
      while (more) {
        more = capture.decodeNext();
      }
      return new DecodedCapture(messages, exchanges, capture.finish());
    }
  }

  /** RPC calls of one direction. */
  List<RpcMessage> calls(Direction direction) {
    return rpc(direction, message -> message.rpc().orElseThrow().call());
  }

  /** RPC replies of one direction. */
  List<RpcMessage> replies(Direction direction) {
    return rpc(direction, message -> !message.rpc().orElseThrow().call());
  }

  /** Error answers to calls of the client. */
  List<RpcMessage> errors() {
    return messages.stream()
        .filter(message -> message.header().procedure().equals(RDMA_ERROR))
        .toList();
  }

  private List<RpcMessage> rpc(Direction direction, Predicate<RpcMessage> predicate) {
    return withRpc().filter(message -> message.direction() == direction).filter(predicate).toList();
  }

  private Stream<RpcMessage> withRpc() {
    return messages.stream().filter(message -> message.rpc().isPresent());
  }
}
