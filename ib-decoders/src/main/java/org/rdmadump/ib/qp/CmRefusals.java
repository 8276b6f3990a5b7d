package org.rdmadump.ib.qp;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.ib.cm.Slice;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.KeyedHash;
import org.rdmadump.order.RecentMap;

/**
 * Counts the connections that the connection manager refused, by the reason and what the refusing
 * program said of it.
 *
 * <p>IBTA volume 1, 12.6.7.
 */
final class CmRefusals {
  /** Bytes of private data that are shown. */
  private static final int MOST_SHOWN = 32;

  /** Refusals whose repeats are known; the one that came least lately goes first. */
  private static final int MOST_REMEMBERED = 1024;

  private final NamedCounts seen = new NamedCounts();

  /** The last ones, which may be sent again. */
  private final Set<Refusal> latest = Collections.newSetFromMap(new RecentMap<>(MOST_REMEMBERED));

  /** What is the same in each copy of a refusal. */
  // A key of a map, so without the method handles of a record's own hashCode, as IpAddress.
  private record Refusal(IpAddress receiver, int connection, long transaction, int reason) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Refusal that
          && connection == that.connection
          && transaction == that.transaction
          && reason == that.reason
          && receiver.equals(that.receiver);
    }

    @Override
    public int hashCode() {
      return KeyedHash.of(transaction, receiver.hashCode(), connection);
    }
  }

  /** Takes a refusal whose datagram stands at {@code at}. */
  void take(CmMessage rej, ByteBuffer bytes, int at, Datagram datagram) {
    Refusal refusal =
        new Refusal(
            datagram.destination(),
            rej.number(CmField.REMOTE_COMMUNICATION_ID),
            rej.header().transactionId(),
            rej.number(CmField.REASON));
    boolean isRepeat = latest.remove(refusal);
    latest.add(refusal);
    if (!isRepeat) {
      seen.add(reason(rej) + privateData(rej.privateData(), bytes, at));
    }
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
