package org.rdmadump.analysis;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * An item of bulk data inside of a message, such as what READ returns.
 *
 * @param length bytes, without round-up
 * @param movedBy which way they travelled; of an empty item, which way its length did
 * @param missing what of them was not seen; offsets count from the first byte of the item
 */
public record BulkData(long length, MovedBy movedBy, List<MissingRange> missing) {
  /**
   * {@return the item at a place in the rebuilt RPC message}
   *
   * @param start offset in the message of its first byte
   * @param length number of bytes
   */
  public static BulkData of(RpcMessage message, long start, long length) {
    List<MissingRange> missing = List.of();
    if (message.rpc().isPresent()) {
      List<MissingRange> all = message.rpc().get().missing();
      for (int i = 0; i < all.size(); i++) {
        MissingRange range = all.get(i);
        long from = Math.max(start, range.offset());
        long to = Math.min(start + length, range.offset() + range.length());
        if (from < to) {
          if (missing.isEmpty()) {
            missing = new ArrayList<>(1);
          }
          missing.add(new MissingRange(from - start, to - from, range.reason()));
        }
      }
    }
    long at = length == 0 ? Math.max(0, start - 1) : start;
    return new BulkData(length, message.layout().movedBy(at), missing);
  }

  /** {@return whether all of it was seen} */
  public boolean isComplete() {
    return missing.isEmpty();
  }
}
