package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrCursor;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;

/**
 * What is kept of a call until its reply: every value but bulk data, so that whoever asks the
 * exchange gets the answers of the call. Bulk data becomes a hole; what stands behind it stays.
 *
 * @param stream the call with holes in place of bulk data
 * @param digests SHA-256 of each item that became a hole, by the position of its first byte; empty
 *     unless digests are wanted
 */
public record CallStructure(Rope stream, Map<Long, String> digests) {
  /** A call with no more bytes than that is kept as it is, and so much is always kept. */
  public static final int SHORT = 8192;

  /** Bulk data that is not worth a hole. */
  private static final long SMALL_ITEM = 512;

  /** Room for the value that could not be decoded, so that it is the same one later. */
  private static final int BEHIND_END = 8;

  /** Bytes behind the arguments: a checksum and its length. */
  private static final int MOST_BEHIND = 1024;

  /** What is kept of a call. */
  public static CallStructure of(MessageContent content, Rope whole, boolean digests) {
    if (whole.present() <= SHORT) {
      return new CallStructure(whole, Map.of());
    }
    Optional<RpcContent> rpc = content.rpc();
    Optional<XdrContent> values = rpc.isPresent() ? values(rpc.get()) : Optional.empty();
    if (values.isEmpty()) {
      return new CallStructure(head(whole), Map.of());
    }
    BulkItems bulk = new BulkItems(whole, digests);
    XdrOutcome outcome = values.get().walk(bulk);
    Rope.Builder kept = Rope.builder();
    for (long[] item : bulk.items) {
      copy(whole, kept, item[0]);
      kept.addHole(item[1] - item[0], Absence.NOT_KEPT);
    }
    long end = Math.max(outcome.position() + BEHIND_END, kept.length());
    copy(whole, kept, Math.min(whole.length(), end));
    // What RPCSEC_GSS adds behind the arguments.
    long limit = Math.max(values.get().limit(), kept.length());
    kept.addHole(limit - kept.length(), Absence.NOT_KEPT);
    copy(whole, kept, Math.min(whole.length(), limit + MOST_BEHIND));
    kept.addHole(whole.length() - kept.length(), Absence.NOT_KEPT);
    return new CallStructure(kept.build(), bulk.digests);
  }

  /** Whether it is a call as it was. */
  @SuppressWarnings("ReferenceEquality") // A rope never changes.
  boolean isAllOf(Rope whole) {
    return stream == whole;
  }

  /** {@return the beginning of a call, if there is no room for more} */
  public static Rope head(Rope whole) {
    long end = Math.min(whole.length(), SHORT);
    Rope.Builder head = Rope.builder();
    copy(whole, head, end);
    return head.addHole(whole.length() - end, Absence.NOT_KEPT).build();
  }

  /** Arguments, or what RPCSEC_GSS put in their place. */
  private static Optional<XdrContent> values(RpcContent rpc) {
    return rpc.body().isPresent() ? rpc.body() : rpc.wrapping();
  }

  /** Copies up to a position, into arrays of its own: pages would be held as a whole. */
  private static void copy(Rope whole, Rope.Builder into, long to) {
    if (into.length() >= to) {
      return;
    }
    Rope part = whole.slice(into.length(), to);
    long at = 0;
    for (Hole hole : part.holes()) {
      into.add(part.toArray(at, hole.offset()));
      into.addHole(hole.length(), hole.why());
      at = hole.offset() + hole.length();
    }
    into.add(part.toArray(at, part.length()));
  }

  /** Finds the items that need not be kept: of these, nothing but the length is a value. */
  private static final class BulkItems implements XdrVisitor {
    private final Rope whole;
    private final boolean digesting;
    private final List<long[]> items = new ArrayList<>(1);
    private final Map<Long, String> digests = new TreeMap<>();

    BulkItems(Rope whole, boolean digesting) {
      this.whole = whole;
      this.digesting = digesting;
    }

    @Override
    public void bytes(XdrField field, long start, long length, XdrCursor at) {
      long most = field.form() == XdrForm.DATA ? SMALL_ITEM : OpaqueText.MOST_BYTES;
      if (length <= most) {
        return;
      }
      if (digesting && whole.has(start, length)) {
        digests.put(start, whole.slice(start, start + length).sha256());
      }
      items.add(new long[] {start, start + length});
    }
  }
}
