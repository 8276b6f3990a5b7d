package org.rdmadump.xdr.decode;

import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.bytes.RopeCursor;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Walks over values, one after the other, and shows a visitor what is in them. The same one serves
 * any number of values.
 *
 * <p>For one thread, and not for a visitor that walks over a value inside of another one.
 */
public final class XdrWalk implements XdrCursor {
  private static final int WORD = Integer.BYTES;
  private static final int NONE = -1;
  private static final XdrVisitor SILENT = new XdrVisitor() {};

  private final XdrVisitor listener;
  private final RopeCursor in = new RopeCursor(Rope.empty());
  private Rope rope = Rope.empty();

  /** Whoever listens, or nobody inside of what he does not want to see. */
  private XdrVisitor visitor;

  private long position;
  private long limit;

  private final XdrPath path = new XdrPath();
  private int nesting;

  /** The value that is decoded, or what was entered last. */
  private @Nullable XdrField current;

  private final XdrSelectors selectors = new XdrSelectors();
  private final XdrProblems problems;

  /** Walks for {@code visitor}, which is told of all values. */
  public XdrWalk(XdrVisitor visitor) {
    this.listener = visitor;
    this.visitor = visitor;
    this.problems = new XdrProblems(visitor);
  }

  /** Walks over a value, up to where it cannot be decoded. */
  public XdrOutcome run(XdrContent content) {
    XdrField root = content.field();
    rope = content.rope();
    in.over(rope);
    visitor = listener;
    position = content.start();
    limit = content.limit();
    nesting = 0;
    path.clear();
    selectors.forgetBehind(0);
    problems.clear();
    if (value(root) && position < limit) {
      trailing(root);
    }
    return problems.outcome(position);
  }

  @Override
  public Rope rope() {
    return rope;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public boolean has(long count) {
    return count <= limit - position && rope.has(position, count);
  }

  @Override
  public int depth() {
    return path.depth();
  }

  @Override
  public long index() {
    return current != null && current.isElement() && path.depth() > 0 ? path.index() : NONE;
  }

  @Override
  public String path() {
    return current == null ? "" : path.text(current);
  }

  /** Decodes a value; false if that was not possible to its end. */
  private boolean value(XdrField field) {
    XdrType type = field.type();
    current = field;
    // The most common ones first: the compiler of short runs compares one after the other.
    return switch (type.kind()) {
      case UNSIGNED_INT, FLOAT -> load(WORD) && unsigned(field, in.getInt());
      case STRUCT -> inside(position) && outside(selectors.count(), struct(field, type));
      case HYPER, UNSIGNED_HYPER, DOUBLE -> load(Long.BYTES) && hyper(field, in.getLong());
      case ENUM -> load(WORD) && enumeration(field, type, in.getInt());
      case UNION ->
          inside(position)
              && outside(selectors.count(), type.isMaybe() ? optional(field) : union(field, type));
      case OPAQUE, STRING -> opaque(field, type);
      case OPTIONAL -> inside(position) && outside(selectors.count(), optional(field));
      case FIXED_OPAQUE -> fixed(field, type.bound());
      case INT -> load(WORD) && word(field, in.getInt());
      case BOOL -> load(WORD) && bool(field, in.getInt());
      case ARRAY -> inside(position) && array(field, type);
      case LIST -> inside(position) && outside(selectors.count(), list(field, type));
      case FIXED_ARRAY ->
          inside(position) && outside(selectors.count(), array(field, type, type.bound()));
      case VOID -> nothing(field);
      case QUADRUPLE -> fixed(field, 2 * Long.BYTES);
    };
  }

  private boolean inside(long at) {
    if (nesting == XdrSteps.MOST_DEPTH) {
      return problem(XdrFault.TOO_DEEP, at, "more than " + XdrSteps.MOST_DEPTH + " nested values");
    }
    nesting++;
    return true;
  }

  /** Forgets what was inside of a value; whether it could be decoded is handed on. */
  private boolean outside(int selectorsOutside, boolean on) {
    nesting--;
    selectors.forgetBehind(selectorsOutside);
    return on;
  }

  private boolean nothing(XdrField field) {
    visitor.nothing(field, this);
    return true;
  }

  private boolean hyper(XdrField field, long value) {
    position += Long.BYTES;
    visitor.number(field, value, this);
    return true;
  }

  private boolean word(XdrField field, long value) {
    position += WORD;
    visitor.number(field, value, this);
    if (field.isSelector()) {
      selectors.add(field, value);
    }
    return true;
  }

  private boolean unsigned(XdrField field, int value) {
    word(field, Integer.toUnsignedLong(value));
    if (field.isNanoseconds() && !XdrCheck.isBelowSecond(value)) {
      long nanoseconds = Integer.toUnsignedLong(value);
      problem(
          XdrFault.BAD_NANOSECONDS,
          position - WORD,
          nanoseconds + " nanoseconds, a second or more");
    }
    return true;
  }

  private boolean bool(XdrField field, int value) {
    word(field, value);
    if (value != 0 && value != 1) {
      problem(XdrFault.BAD_BOOL, position - WORD, "bool of " + value);
    }
    return true;
  }

  private boolean enumeration(XdrField field, XdrType type, int value) {
    word(field, value);
    known(type, value);
    return true;
  }

  private void known(XdrType type, long value) {
    if (!type.allows(value)) {
      problem(XdrFault.UNKNOWN_VALUE, position - WORD, value + " is not a value of " + type);
    }
  }

  private boolean struct(XdrField field, XdrType type) {
    int count = type.fieldCount();
    XdrVisitor outside = enter(field, count);
    boolean on = true;
    if (!isStepped(field, type.fixedSize())) {
      for (int i = 0; on && i < count; i++) {
        on = value(type.field(i));
      }
    }
    leave(field, outside);
    return on;
  }

  private boolean union(XdrField field, XdrType type) {
    XdrVisitor outside = enter(field, 2);
    boolean on = arm(type);
    leave(field, outside);
    return on;
  }

  private boolean arm(XdrType type) {
    XdrField discriminant = type.discriminant();
    current = discriminant;
    if (!load(WORD)) {
      return false;
    }
    int bits = in.getInt();
    boolean unsigned = discriminant.type().kind() == XdrType.Kind.UNSIGNED_INT;
    long value = unsigned ? Integer.toUnsignedLong(bits) : bits;
    word(discriminant, value);
    int arm = type.armIndex(value);
    if (arm < 0) {
      return problem(
          XdrFault.BAD_DISCRIMINANT, position - WORD, value + " selects no arm of " + type);
    }
    known(discriminant.type(), value);
    return value(type.field(arm));
  }

  private boolean optional(XdrField field) {
    int present = presence();
    return present == 0 ? nothing(field) : present > 0 && value(field.present());
  }

  /** Reads the bool before optional data; -1 if it is none. */
  private int presence() {
    if (!load(WORD)) {
      return NONE;
    }
    int present = in.getInt();
    if (present != 0 && present != 1) {
      problem(XdrFault.BAD_DISCRIMINANT, position, "bool of " + present + " before optional data");
      return NONE;
    }
    position += WORD;
    return present;
  }

  private boolean list(XdrField field, XdrType type) {
    XdrVisitor outside = enter(field, NONE);
    int present = presence();
    boolean on = present >= 0;
    for (long i = 0; on && present == 1; i++) {
      path.index(i);
      on = value(type.element());
      if (on) {
        current = field;
        present = presence();
        on = present >= 0;
      }
    }
    leave(field, outside);
    return on;
  }

  private boolean array(XdrField field, XdrType type) {
    boolean on = load(WORD) && counted(field, type, Integer.toUnsignedLong(in.getInt()));
    nesting--;
    return on;
  }

  private boolean counted(XdrField field, XdrType type, long count) {
    long room = (limit - position - WORD) / Math.max(1, type.element().type().leastSize());
    if (!fits(XdrFault.BAD_COUNT, "count ", count, type, room)) {
      return false;
    }
    if (field.isSelector()) {
      selectors.add(field, position);
    }
    position += WORD;
    return array(field, type, count);
  }

  /** Whether so many are allowed, and have room in what is left behind their number. */
  private boolean fits(XdrFault fault, String what, long count, XdrType type, long room) {
    if (count > type.bound()) {
      return problem(fault, position, what + count + ", at most " + type.bound());
    }
    long left = limit - position - WORD;
    return count <= room
        || problem(fault, position, what + count + ", with " + left + " bytes left");
  }

  private boolean array(XdrField field, XdrType type, long count) {
    XdrVisitor outside = enter(field, count);
    XdrField element = type.element();
    boolean on = true;
    if (!element.isAnything() || !isStepped(element, count * element.type().fixedSize())) {
      for (long i = 0; on && i < count; i++) {
        path.index(i);
        on = value(element);
      }
    }
    leave(field, outside);
    return on;
  }

  private boolean fixed(XdrField field, long length) {
    return XdrReader.padded(length) > limit - position ? beyondEnd(length) : content(field, length);
  }

  private boolean opaque(XdrField field, XdrType type) {
    if (!load(WORD)) {
      return false;
    }
    long length = Integer.toUnsignedLong(in.getInt());
    // They are filled up to words.
    long room = limit - position - WORD & -WORD;
    if (!fits(XdrFault.BAD_LENGTH, "length ", length, type, room)) {
      return false;
    }
    position += WORD;
    return content(field, length);
  }

  /** Decodes bytes that are inside of the limit. */
  private boolean content(XdrField field, long length) {
    long start = position;
    position += XdrReader.padded(length);
    if (!rope.has(start, length)) {
      problems.holes();
    }
    if (field.hold() == XdrHold.NOTHING || length == 0 || !held(field, start, length)) {
      visitor.bytes(field, start, length, this);
    }
    padding(start, length);
    return true;
  }

  private void padding(long start, long length) {
    int data = (int) (length & (WORD - 1));
    if (data != 0
        && in.load(start + length - data, WORD)
        && in.getInt() << (data * Byte.SIZE) != 0) {
      problem(XdrFault.BAD_PADDING, start + length, "round-up bytes that are not zero");
    }
  }

  /** Decodes what an opaque holds; false if that is not known. */
  private boolean held(XdrField field, long start, long length) {
    int bitmap = field.hold() == XdrHold.SELECTED ? selectors.find(field.holdBy()) : NONE;
    XdrField target = field.hold() == XdrHold.SELECTED ? null : selectors.held(field);
    if (bitmap < 0 && target == null) {
      return false;
    }
    if (!inside(start)) {
      return false;
    }
    long behind = position;
    long limitOutside = limit;
    int selectorsOutside = selectors.count();
    position = start;
    limit = start + length;
    if ((target == null ? arms(field, selectors.value(bitmap)) : value(target))
        && position < limit) {
      trailing(field);
    }
    nesting--;
    selectors.forgetBehind(selectorsOutside);
    limit = limitOutside;
    position = behind;
    current = field;
    return true;
  }

  /** Decodes the values that the bits of a bitmap select. */
  private boolean arms(XdrField field, long bitmap) {
    if (!in.load(bitmap, WORD)) {
      return false;
    }
    long words = Integer.toUnsignedLong(in.getInt());
    XdrType union = field.heldUnion();
    XdrVisitor outside = enter(field, NONE);
    boolean on = true;
    for (long word = 0; on && word < words; word++) {
      on = in.load(bitmap + WORD * (1 + word), WORD);
      int bits = on ? in.getInt() : 0;
      while (on && bits != 0) {
        int bit = Integer.numberOfTrailingZeros(bits);
        bits &= bits - 1;
        current = field;
        on = selectedArm(union, word * Integer.SIZE + bit);
      }
    }
    leave(field, outside);
    return on;
  }

  private boolean selectedArm(XdrType union, long number) {
    int arm = union.armIndex(number);
    if (arm < 0) {
      return problem(XdrFault.UNKNOWN_BIT, position, "bit " + number + " is undefined in " + union);
    }
    XdrField chosen = union.field(arm);
    return chosen.type().kind() == XdrType.Kind.VOID || value(chosen);
  }

  /** Steps over bytes that nobody listens to, if there is nothing to find out about them. */
  private boolean isStepped(XdrField field, long size) {
    boolean steps = visitor == SILENT && size >= 0 && has(size);
    steps = steps && XdrCheck.areNumbersRight(field, rope, position);
    position += steps ? size : 0;
    return steps;
  }

  private XdrVisitor enter(XdrField field, long count) {
    XdrVisitor outside = visitor;
    current = field;
    if (outside != SILENT && !outside.enter(field, count, this)) {
      visitor = SILENT;
    }
    path.enter(field);
    return outside;
  }

  private void leave(XdrField field, XdrVisitor outside) {
    path.leave();
    current = field;
    if (visitor != SILENT) {
      visitor.leave(field, this);
    }
    visitor = outside;
  }

  /** Whether a number is inside of the limit and present; if not, why is noted. */
  private boolean load(int count) {
    if (count <= limit - position && in.load(position, count)) {
      return true;
    }
    if (count > limit - position) {
      return beyondEnd(count);
    }
    problems.missing();
    return false;
  }

  private boolean beyondEnd(long count) {
    return problem(
        XdrFault.BEYOND_END,
        position,
        count + " bytes, with " + (limit - position) + " bytes left");
  }

  private void trailing(XdrField within) {
    current = within;
    problems.trailing();
    problem(XdrFault.TRAILING_BYTES, position, (limit - position) + " bytes after the last value");
  }

  /** Notes what is wrong; always false, for the caller to return. */
  private boolean problem(XdrFault fault, long at, String message) {
    problems.add(fault, this, at, message);
    return false;
  }
}
