package org.rdmadump.xdr.decode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.bytes.Rope;
import org.rdmadump.bytes.RopeCursor;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/** One walk over one value. */
final class XdrWalk implements XdrCursor {
  /** Room for nearly all that is declared. */
  private static final int FIRST_DEPTH = 16;

  private static final int WORD = Integer.BYTES;
  private static final int NONE = -1;
  private static final int FIRST_SELECTORS = 4;
  private static final XdrField[] NONE_SELECTED = {};
  private static final long[] NOTHING_SELECTED = {};
  private static final XdrVisitor SILENT = new XdrVisitor() {};

  private final Rope rope;
  private final RopeCursor in;
  private final boolean whole;
  private final XdrVisitor listener;

  /** The listener, or nobody inside of what it does not want to see. */
  private XdrVisitor visitor;

  private long position;
  private long limit;

  /** What was entered, and the index of the element that is decoded in each. */
  private XdrField[] path = new XdrField[FIRST_DEPTH];

  private long[] indexes = new long[FIRST_DEPTH];
  private int depth;
  private int nesting;

  /** The value that is decoded, or what was entered last. */
  private XdrField current;

  /** Members that later ones depend on: of a bitmap its position, of others the value. */
  private XdrField[] selectors = NONE_SELECTED;

  private long[] selected = NOTHING_SELECTED;
  private int selectorCount;

  private boolean missing;
  private boolean bad;
  private boolean trailing;
  private boolean holes;
  private List<XdrProblem> problems = List.of();

  XdrWalk(XdrContent content, XdrVisitor visitor) {
    this.rope = content.rope();
    this.in = new RopeCursor(rope);
    this.whole = rope.isComplete();
    this.listener = visitor;
    this.visitor = visitor;
    this.position = content.start();
    this.limit = content.limit();
    this.current = content.field();
  }

  XdrOutcome run() {
    XdrField root = current;
    if (value(root) && position < limit) {
      current = root;
      trailing();
    }
    XdrEnd end =
        bad ? XdrEnd.BAD : missing ? XdrEnd.MISSING : trailing ? XdrEnd.TRAILING : XdrEnd.COMPLETE;
    return new XdrOutcome(end, position, holes, problems);
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
  public int depth() {
    return depth;
  }

  @Override
  public long index() {
    return current.isElement() && depth > 0 ? indexes[depth - 1] : NONE;
  }

  @Override
  public String path() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      append(text, path[i], i);
    }
    if (depth == 0 || current != path[depth - 1]) {
      append(text, current, depth);
    }
    return text.toString();
  }

  private void append(StringBuilder text, XdrField field, int at) {
    if (field.isElement() && at > 0) {
      text.append('[').append(indexes[at - 1]).append(']');
    } else if (!field.name().isEmpty()) {
      text.append(text.isEmpty() ? "" : ".").append(field.name());
    }
  }

  /** Decodes a value; false if that was not possible to its end. */
  private boolean value(XdrField field) {
    XdrType type = field.type();
    current = field;
    switch (type.kind()) {
      case VOID -> {
        visitor.nothing(field, this);
        return true;
      }
      case INT -> {
        return load(WORD) && word(field, in.getInt());
      }
      case UNSIGNED_INT, FLOAT -> {
        return load(WORD) && word(field, Integer.toUnsignedLong(in.getInt()));
      }
      case BOOL -> {
        return load(WORD) && bool(field, in.getInt());
      }
      case ENUM -> {
        return load(WORD) && enumeration(field, type, in.getInt());
      }
      case HYPER, UNSIGNED_HYPER, DOUBLE -> {
        if (!load(Long.BYTES)) {
          return false;
        }
        position += Long.BYTES;
        visitor.number(field, in.getLong(), this);
        return true;
      }
      case QUADRUPLE -> {
        return fixed(field, 2 * Long.BYTES);
      }
      case FIXED_OPAQUE -> {
        return fixed(field, type.bound());
      }
      case OPAQUE, STRING -> {
        return opaque(field, type);
      }
      default -> {
        return compound(field, type);
      }
    }
  }

  private static String tooDeep() {
    return "more than " + XdrScope.MOST_DEPTH + " values inside of each other";
  }

  private boolean compound(XdrField field, XdrType type) {
    if (nesting == XdrScope.MOST_DEPTH) {
      return problem(XdrFault.TOO_DEEP, position, tooDeep());
    }
    nesting++;
    int selectorsOutside = selectorCount;
    boolean on =
        switch (type.kind()) {
          case STRUCT -> struct(field, type);
          case UNION -> type.isMaybe() ? optional(field) : union(field, type);
          case OPTIONAL -> optional(field);
          case LIST -> list(field, type);
          case FIXED_ARRAY -> array(field, type, type.bound());
          default -> array(field, type);
        };
    if (type.kind() != XdrType.Kind.ARRAY) {
      selectorCount = selectorsOutside;
    }
    nesting--;
    return on;
  }

  private boolean word(XdrField field, long value) {
    position += WORD;
    visitor.number(field, value, this);
    if (field.isSelector()) {
      select(field, value);
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
    if (!type.allows(value)) {
      problem(XdrFault.UNKNOWN_VALUE, position - WORD, value + " is no " + type);
    }
    return true;
  }

  private boolean struct(XdrField field, XdrType type) {
    int count = type.fieldCount();
    XdrVisitor outside = enter(field, count);
    boolean on = true;
    for (int i = 0; on && i < count; i++) {
      on = value(type.field(i));
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
      return problem(XdrFault.BAD_DISCRIMINANT, position - WORD, value + " is no case of " + type);
    }
    if (!discriminant.type().allows(value)) {
      problem(XdrFault.UNKNOWN_VALUE, position - WORD, value + " is no " + discriminant.type());
    }
    return value(type.field(arm));
  }

  private boolean optional(XdrField field) {
    int present = presence();
    if (present == 0) {
      visitor.nothing(field, this);
    }
    return present >= 0 && (present == 0 || value(field.present()));
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
      indexes[depth - 1] = i;
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
    if (!load(WORD)) {
      return false;
    }
    long count = Integer.toUnsignedLong(in.getInt());
    if (count > type.bound()) {
      return problem(XdrFault.BAD_COUNT, position, "count " + count + ", at most " + type.bound());
    }
    long left = limit - position - WORD;
    if (count > left / Math.max(1, type.element().type().leastSize())) {
      return problem(
          XdrFault.BAD_COUNT, position, "count " + count + ", with " + left + " bytes left");
    }
    if (field.isSelector()) {
      select(field, position);
    }
    position += WORD;
    return array(field, type, count);
  }

  private boolean array(XdrField field, XdrType type, long count) {
    XdrVisitor outside = enter(field, count);
    XdrField element = type.element();
    boolean on = true;
    for (long i = 0; on && i < count; i++) {
      indexes[depth - 1] = i;
      on = value(element);
    }
    leave(field, outside);
    return on;
  }

  private boolean fixed(XdrField field, long length) {
    if (XdrReader.padded(length) > limit - position) {
      return problem(
          XdrFault.BEYOND_END,
          position,
          length + " bytes, with " + (limit - position) + " bytes left");
    }
    return content(field, length);
  }

  private boolean opaque(XdrField field, XdrType type) {
    if (!load(WORD)) {
      return false;
    }
    long length = Integer.toUnsignedLong(in.getInt());
    if (length > type.bound()) {
      return problem(
          XdrFault.BAD_LENGTH, position, "length " + length + ", at most " + type.bound());
    }
    long left = limit - position - WORD;
    if (XdrReader.padded(length) > left) {
      return problem(
          XdrFault.BAD_LENGTH, position, "length " + length + ", with " + left + " bytes left");
    }
    position += WORD;
    return content(field, length);
  }

  /** Decodes bytes that are inside of the limit. */
  private boolean content(XdrField field, long length) {
    long start = position;
    position += XdrReader.padded(length);
    if (!whole && !rope.has(start, length)) {
      holes = true;
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
    boolean bitmap = field.hold() == XdrHold.SELECTED;
    XdrField target = field;
    long by = 0;
    if (field.hold() == XdrHold.VALUE) {
      target = field.held();
    } else {
      int selector = selectorCount - 1;
      while (selector >= 0 && !selectors[selector].name().equals(field.holdBy())) {
        selector--;
      }
      if (selector < 0) {
        return false;
      }
      by = selected[selector];
      if (!bitmap) {
        int arm = field.heldUnion().armIndex(by);
        if (arm < 0 || field.heldUnion().field(arm).type().kind() == XdrType.Kind.VOID) {
          return false;
        }
        target = field.heldArm(arm);
      }
    }
    if (nesting == XdrScope.MOST_DEPTH) {
      problem(XdrFault.TOO_DEEP, start, tooDeep());
      return false;
    }
    long behind = position;
    long limitOutside = limit;
    int selectorsOutside = selectorCount;
    nesting++;
    position = start;
    limit = start + length;
    if ((bitmap ? arms(field, by) : value(target)) && position < limit) {
      current = field;
      trailing();
    }
    nesting--;
    selectorCount = selectorsOutside;
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
      return problem(
          XdrFault.UNKNOWN_BIT, position, "bit " + number + " selects nothing of " + union);
    }
    XdrField chosen = union.field(arm);
    return chosen.type().kind() == XdrType.Kind.VOID || value(chosen);
  }

  private XdrVisitor enter(XdrField field, long count) {
    XdrVisitor outside = visitor;
    current = field;
    if (outside != SILENT && !outside.enter(field, count, this)) {
      visitor = SILENT;
    }
    if (depth == path.length) {
      path = Arrays.copyOf(path, 2 * depth);
      indexes = Arrays.copyOf(indexes, 2 * depth);
    }
    path[depth++] = field;
    return outside;
  }

  private void leave(XdrField field, XdrVisitor outside) {
    depth--;
    current = field;
    if (visitor != SILENT) {
      visitor.leave(field, this);
    }
    visitor = outside;
  }

  private void select(XdrField field, long value) {
    if (selectorCount == selectors.length) {
      int room = Math.max(FIRST_SELECTORS, 2 * selectorCount);
      selectors = Arrays.copyOf(selectors, room);
      selected = Arrays.copyOf(selected, room);
    }
    selectors[selectorCount] = field;
    selected[selectorCount++] = value;
  }

  /** Whether a number is inside of the limit and present; if not, why is noted. */
  private boolean load(int count) {
    if (count <= limit - position && in.load(position, count)) {
      return true;
    }
    if (count > limit - position) {
      problem(
          XdrFault.BEYOND_END,
          position,
          count + " bytes, with " + (limit - position) + " bytes left");
    } else {
      missing = true;
    }
    return false;
  }

  private void trailing() {
    trailing = true;
    problem(XdrFault.TRAILING_BYTES, position, (limit - position) + " bytes behind the last value");
  }

  /** Notes what is wrong; always false, for the caller to return. */
  private boolean problem(XdrFault fault, long at, String message) {
    bad |= fault.isEnding();
    if (problems.isEmpty()) {
      problems = new ArrayList<>(1);
    }
    if (problems.size() < XdrOutcome.MOST_PROBLEMS) {
      XdrProblem problem = new XdrProblem(fault, path(), at, message);
      problems.add(problem);
      listener.problem(problem);
    }
    return false;
  }
}
