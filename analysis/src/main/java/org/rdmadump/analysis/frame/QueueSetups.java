package org.rdmadump.analysis.frame;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nvme.QueueAnswer;
import org.rdmadump.nvme.QueueRequest;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rpcrdma.NvmeQueue;
import org.rdmadump.tcp.TcpHeader;

/**
 * Finds what both ends say of an NVMe queue when they connect. A request shows what it is; an
 * answer, which has few bits that are fixed, is known by its request.
 */
final class QueueSetups {
  /** Requests that are remembered. */
  private static final int MOST_REQUESTS = 4096;

  private final Map<Object, Boolean> requests = new RecentMap<>(MOST_REQUESTS);

  /** A request of the connection manager: its identifier, and who asked. */
  private record CmRequest(long identifier, IpAddress host) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof CmRequest that
          && identifier == that.identifier
          && host.equals(that.host);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(identifier) * 31 + host.hashCode();
    }
  }

  /** A request of MPA: the number of its TCP connection. */
  private record MpaRequest(int stream) {}

  /**
   * {@return what private data of a message of the connection manager says}
   *
   * @param data what the program says, zeros at the end included
   */
  Optional<QueueSetup> of(CmMessage message, ByteBuffer data, FrameRecord frame) {
    return switch (message.kind()) {
      case REQ ->
          request(
              data,
              new CmRequest(message.value(CmField.LOCAL_COMMUNICATION_ID), frame.source()),
              message.isIpCm() ? message.serviceId().port() : 0);
      case REP, REJ ->
          answer(
              data,
              new CmRequest(message.value(CmField.REMOTE_COMMUNICATION_ID), frame.destination()),
              message.kind() == CmKind.REJ);
      default -> Optional.empty();
    };
  }

  /** {@return the same of a start-up frame of MPA, whose private data is behind IRD and ORD} */
  Optional<QueueSetup> of(MpaStartUp startUp, ByteBuffer data, FrameRecord frame) {
    if (frame.place().stream().isEmpty()) {
      return Optional.empty();
    }
    MpaRequest key = new MpaRequest(frame.place().stream().getAsInt());
    int port = frame.last(TcpHeader.class).map(TcpHeader::destinationPort).orElse(0);
    return startUp.request() ? request(data, key, port) : answer(data, key, startUp.rejected());
  }

  private Optional<QueueSetup> request(ByteBuffer data, Object key, int port) {
    Optional<QueueRequest> asked =
        QueueRequest.read(data).filter(each -> port == NvmeQueue.PORT || isUsual(each));
    if (asked.isPresent()) {
      requests.put(key, true);
    } else {
      // An identifier is used again: the answer is of another protocol.
      requests.remove(key);
    }
    return asked.map(QueueSetup::of);
  }

  /** Whether both queues of the host have as many entries: few other private data look so. */
  private static boolean isUsual(QueueRequest asked) {
    return asked.receiveSize() - asked.sendSize() == 1;
  }

  /** An answer without private data, such as one of the connection manager itself, says nothing. */
  private Optional<QueueSetup> answer(ByteBuffer data, Object key, boolean isRefused) {
    int value = QueueAnswer.value(data);
    return value == 0 || !QueueAnswer.isOfKnownFormat(data) || !requests.containsKey(key)
        ? Optional.empty()
        : Optional.of(isRefused ? QueueSetup.refused(value) : QueueSetup.accepted(value));
  }
}
