package org.rdmadump.rpcrdma;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.nvme.QueueAnswer;
import org.rdmadump.nvme.QueueRequest;
import org.rdmadump.rdma.ConnectionEnd;

/**
 * What both ends said of an NVMe queue in private data when they made its connection.
 *
 * @param host what the host said
 * @param controllerReceiveSize entries of the controller's RDMA receive queue; empty if the
 *     controller refused, or its answer was not captured
 * @param refusal why the controller refused, such as {@code Invalid QID}; empty if it did not
 */
public record NvmeQueue(
    QueueRequest host, OptionalInt controllerReceiveSize, Optional<String> refusal) {
  /** The name of the protocol. */
  public static final String PROTOCOL = "NVMe over RDMA";

  /** The port that services of NVMe over RDMA usually have. */
  public static final int PORT = 4420;

  /** {@return that of a connection; empty if it carries no NVMe, or its request is not known} */
  public static Optional<NvmeQueue> of(ConnectionRecord connection) {
    ByteBuffer asked = connection.privateData(Direction.FORWARD);
    boolean isNvme =
        connection.protocol().isPresent()
            ? connection.protocol().get().name().equals(PROTOCOL)
            : connection.protocolDoubt().isEmpty()
                && connection.servicePort().equals(OptionalInt.of(PORT));
    if (!isNvme || !QueueRequest.isShortened(asked)) {
      return Optional.empty();
    }
    ByteBuffer answer = connection.privateData(Direction.BACKWARD);
    boolean isRefused =
        connection.end().isPresent() && connection.end().get().how() == ConnectionEnd.How.REJ;
    int value = QueueAnswer.value(answer);
    return Optional.of(
        new NvmeQueue(
            QueueRequest.readShortened(asked),
            isRefused || answer.capacity() == 0 ? OptionalInt.empty() : OptionalInt.of(value),
            isRefused && value != 0 ? Optional.of(QueueAnswer.refusal(value)) : Optional.empty()));
  }
}
