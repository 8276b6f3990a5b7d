package org.rdmadump.xdr.decode;

import java.util.Objects;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.schema.XdrField;

/**
 * Bytes that are known to be a value of a type.
 *
 * @param field the type, and how the value is called
 * @param rope where the bytes are
 * @param start position of the first one
 * @param limit position behind the last one
 */
public record XdrContent(XdrField field, Rope rope, long start, long limit) {
  /**
   * Bytes of a rope.
   *
   * @throws IndexOutOfBoundsException if these are not inside of it
   */
  public XdrContent {
    Objects.checkFromToIndex(start, limit, rope.length());
  }

  /** {@return a whole rope as a value} */
  public static XdrContent of(XdrField field, Rope rope) {
    return new XdrContent(field, rope, 0, rope.length());
  }

  /** Shows every value to {@code visitor}. */
  public XdrOutcome walk(XdrVisitor visitor) {
    return new XdrWalk(visitor).run(this);
  }

  /** Decodes everything, only to see whether it can be. */
  public XdrOutcome check() {
    return new XdrCheck().run(this);
  }

  /**
   * Walks a message, reduced by what chunks moved or not, only to find where DDP-eligible items
   * are. All other values are stepped over, whatever they are; those of a fixed length even if they
   * are absent.
   */
  public DdpOutcome walkReduced(DdpWalker ddp) {
    return XdrSteps.over(field, rope, start, limit, ddp);
  }

  /** {@return the value, of which only what is asked for is decoded} */
  public XdrValue tree() {
    return new XdrScope(rope, limit).value(field, start, null);
  }
}
