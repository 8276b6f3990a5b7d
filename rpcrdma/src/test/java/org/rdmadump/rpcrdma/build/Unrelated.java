package org.rdmadump.rpcrdma.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.RequestTally;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * The connections of a capture that carry no RPC-over-RDMA.
 *
 * @param connections in the order in which they ended
 */
public record Unrelated(List<ConnectionRecord> connections) {
  /**
   * The requests of one kind that a side sent.
   *
   * @param connection that they went over
   */
  public record Requests(
      ConnectionRecord connection, Direction direction, RequestKind kind, RequestTally tally) {}

  /** {@return those of some frames} */
  public static Unrelated of(FrameSource source) {
    List<ConnectionRecord> found = new ArrayList<>();
    MessageListener listener =
        new MessageListener() {
          @Override
          public void closedWithoutRpc(ConnectionRecord connection) {
            found.add(connection);
          }
        };
    try {
      new CaptureDecoder(source, CaptureOptions.DEFAULT, listener).decodeAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Unrelated(found);
  }

  /** {@return the requests of all of them, by connection, side and kind} */
  public List<Requests> requests() {
    List<Requests> all = new ArrayList<>();
    for (ConnectionRecord each : connections) {
      for (Direction direction : Direction.values()) {
        each.requests(direction)
            .forEach((kind, tally) -> all.add(new Requests(each, direction, kind, tally)));
      }
    }
    return all;
  }

  /** {@return the requests of one kind, which only one side of one connection sent} */
  public Requests only(RequestKind kind) {
    List<Requests> found = requests().stream().filter(each -> each.kind() == kind).toList();
    if (found.size() != 1) {
      throw new IllegalStateException(found.size() + " sides sent " + kind);
    }
    return found.get(0);
  }
}
