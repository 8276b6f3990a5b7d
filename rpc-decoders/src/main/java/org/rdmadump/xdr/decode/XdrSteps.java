package org.rdmadump.xdr.decode;

import org.rdmadump.bytes.Rope;
import org.rdmadump.bytes.RopeCursor;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Steps over values, whatever they are; over what has a fixed length even if it is absent. On the
 * way it shows what is DDP-eligible to who asks for that.
 */
final class XdrSteps {
  /** In place of a position: the value cannot be right. */
  static final long BROKEN = -1;

  /** In place of a position: bytes that tell where it ends are absent. */
  static final long MISSING = -2;

  /** Values inside of each other; the deepest that is declared has less than half. */
  static final int MOST_DEPTH = 64;

  private static final int WORD = Integer.BYTES;

  /** Nothing was moved, and nobody asks. */
  private static final DdpWalker NOTHING_MOVED =
      new DdpWalker() {
        @Override
        public void slot(XdrField field) {}

        @Override
        public boolean isMoved(XdrField field, long position, long length) {
          return false;
        }
      };

  private final DdpWalker walker;
  private final RopeCursor in;
  private final long limit;
  private long position;
  private int nesting;
  private boolean missing;

  /** Steps that read with {@code in}, up to {@code limit}. */
  XdrSteps(RopeCursor in, long limit) {
    this(in, limit, NOTHING_MOVED);
  }

  private XdrSteps(RopeCursor in, long limit, DdpWalker walker) {
    this.walker = walker;
    this.in = in;
    this.limit = limit;
  }

  /**
   * Steps over a value, only to find what of it is DDP-eligible.
   *
   * @param start position of its first byte
   * @param limit position that it ends before
   */
  static DdpOutcome over(XdrField field, Rope rope, long start, long limit, DdpWalker walker) {
    XdrSteps steps = new XdrSteps(new RopeCursor(rope), limit, walker);
    long end = steps.over(field, start);
    return new DdpOutcome(
        end >= 0
            ? end < limit ? XdrEnd.TRAILING : XdrEnd.COMPLETE
            : end == MISSING ? XdrEnd.MISSING : XdrEnd.BAD,
        steps.position);
  }

  /** {@return where a value ends; or {@link #BROKEN} or {@link #MISSING}} */
  long over(XdrField field, long at) {
    position = at;
    nesting = 0;
    missing = false;
    return value(field) ? position : missing ? MISSING : BROKEN;
  }

  /** Steps over a value; false if its end cannot be found. */
  private boolean value(XdrField field) {
    XdrType type = field.type();
    if (type.fixedSize() >= 0) {
      return fixed(field, type.fixedSize());
    }
    if (type.kind() == XdrType.Kind.OPAQUE || type.kind() == XdrType.Kind.STRING) {
      return opaque(field, type);
    }
    if (nesting == MOST_DEPTH) {
      return false;
    }
    nesting++;
    boolean on =
        switch (type.kind()) {
          case STRUCT -> struct(type);
          case UNION -> type.isMaybe() ? optional(field) : union(field, type);
          case OPTIONAL -> optional(field);
          case LIST -> list(type);
          case FIXED_ARRAY -> elements(type, type.bound());
          case ARRAY -> array(type);
          default -> throw new IllegalStateException(type + " has no fixed length");
        };
    nesting--;
    return on;
  }

  private boolean fixed(XdrField field, long size) {
    if (size > limit - position) {
      return false;
    }
    if (size == WORD
        && walker != NOTHING_MOVED
        && field.mark(XdrField.COUNTS).isPresent()
        && in.load(position, WORD)) {
      walker.count(field, Integer.toUnsignedLong(in.getInt()));
    }
    position += size;
    return true;
  }

  private boolean opaque(XdrField field, XdrType type) {
    if (!load()) {
      return false;
    }
    long length = Integer.toUnsignedLong(in.getInt());
    if (length > type.bound()) {
      return false;
    }
    if (field.isDdpEligible() && walker.isMoved(field, position + WORD, length)) {
      position += WORD;
      return true;
    }
    long size = WORD + XdrReader.padded(length);
    if (size > limit - position) {
      return false;
    }
    position += size;
    return true;
  }

  private boolean struct(XdrType type) {
    boolean on = true;
    for (int i = 0; on && i < type.fieldCount(); i++) {
      on = value(type.field(i));
    }
    return on;
  }

  private boolean union(XdrField field, XdrType type) {
    if (field.isDdpSlot()) {
      walker.slot(field);
    }
    if (!load()) {
      return false;
    }
    boolean unsigned = type.discriminant().type().kind() == XdrType.Kind.UNSIGNED_INT;
    int arm = type.armIndex(unsigned ? Integer.toUnsignedLong(in.getInt()) : in.getInt());
    position += WORD;
    if (arm < 0) {
      return false;
    }
    XdrField chosen = type.field(arm);
    // A union says it itself.
    if (chosen.isDdpSlot() && chosen.type().kind() != XdrType.Kind.UNION) {
      walker.slot(chosen);
    }
    return value(chosen);
  }

  private boolean optional(XdrField field) {
    int present = presence();
    return present == 0 || (present == 1 && value(field.present()));
  }

  /** Reads the bool before optional data; negative if it cannot be read or is none. */
  private int presence() {
    if (!load()) {
      return -1;
    }
    int present = in.getInt();
    if (present != 0 && present != 1) {
      return -1;
    }
    position += WORD;
    return present;
  }

  private boolean list(XdrType type) {
    int present = presence();
    boolean on = present >= 0;
    while (on && present == 1) {
      on = value(type.element());
      if (on) {
        present = presence();
        on = present >= 0;
      }
    }
    return on;
  }

  private boolean array(XdrType type) {
    if (!load()) {
      return false;
    }
    long count = Integer.toUnsignedLong(in.getInt());
    long left = limit - position - WORD;
    if (count > type.bound() || count > left / Math.max(1, type.element().type().leastSize())) {
      return false;
    }
    position += WORD;
    return elements(type, count);
  }

  private boolean elements(XdrType type, long count) {
    XdrField element = type.element();
    long size = element.type().fixedSize();
    if (size >= 0) {
      // No more than there is room for: the count was compared with what is left.
      position += count * size;
      return true;
    }
    boolean on = true;
    for (long i = 0; on && i < count; i++) {
      on = value(element);
    }
    return on;
  }

  /** Whether a word is inside of the limit and present. */
  private boolean load() {
    if (limit - position < WORD) {
      return false;
    }
    missing = !in.load(position, WORD);
    return !missing;
  }
}
