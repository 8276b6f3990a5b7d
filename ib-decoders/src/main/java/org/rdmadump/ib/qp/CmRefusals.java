package org.rdmadump.ib.qp;

import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.ib.cm.Slice;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;

/**
 * Counts the connections that the connection manager refused, by the reason and what the refusing
 * program said of it.
 *
 * <p>IBTA volume 1, 12.6.7.
 */
final class CmRefusals {
  /** Bytes of private data that are shown. */
  private static final int MOST_SHOWN = 32;

  private final NamedCounts seen = new NamedCounts();

  // The last one, which may be sent again.
  private @Nullable IpAddress lastReceiver;
  private int lastConnection;
  private long lastTransaction;
  private int lastReason;

  /** Takes a refusal whose datagram stands at {@code at}. */
  void take(CmMessage rej, ByteBuffer bytes, int at, Datagram datagram) {
    IpAddress receiver = datagram.destination();
    int connection = rej.number(CmField.REMOTE_COMMUNICATION_ID);
    int reason = rej.number(CmField.REASON);
    if (receiver.equals(lastReceiver)
        && lastConnection == connection
        && lastTransaction == rej.header().transactionId()
        && lastReason == reason) {
      return;
    }
    lastReceiver = receiver;
    lastConnection = connection;
    lastTransaction = rej.header().transactionId();
    lastReason = reason;
    seen.add(reason(rej) + privateData(rej.privateData(), bytes, at));
  }

  private static String reason(CmMessage rej) {
    return rej.has(CmField.REASON)
        ? RejectReason.text(rej.number(CmField.REASON))
        : "reason not captured";
  }

  /** What there is up to the zeros that fill it up. */
  private static String privateData(Slice data, ByteBuffer bytes, int at) {
    int from = at + data.offset();
    int end = from + data.present();
    while (end > from && bytes.get(end - 1) == 0) {
      end--;
    }
    if (end == from) {
      return "";
    }
    StringBuilder text = new StringBuilder(", private data ");
    int shown = Math.min(end - from, MOST_SHOWN);
    for (int i = 0; i < shown; i++) {
      int each = bytes.get(from + i) & 0xff;
      text.append(Character.forDigit(each >> 4, 16)).append(Character.forDigit(each & 0xf, 16));
    }
    return text.append(end - from > shown ? "..." : "").toString();
  }

  /** {@return how many there were, by the reason} */
  Map<String, Long> counts() {
    return seen.counts();
  }
}
