package org.rdmadump.xdr.decode;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Encodes a random value of a type, after RFC 4506 and not with the decoder, and writes down what a
 * walk over it has to show, as {@link Transcript} does.
 */
final class RandomValue {
  private static final int NANOS_PER_SECOND = 1_000_000_000;
  private static final int MOST_ELEMENTS = 3;
  private static final int MOST_BYTES = 9;
  private static final int DEEP = 12;

  private final Random random;
  private final StringBuilder lines = new StringBuilder();
  private ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int depth;

  /** Numbers of the members so far, the innermost structure first; of a bitmap its words. */
  private final Deque<List<Member>> members = new ArrayDeque<>();

  private record Member(String name, long value, List<Integer> words) {}

  private RandomValue(Random random) {
    this.random = random;
  }

  /**
   * A value.
   *
   * @param bytes encoded
   * @param shown what a walk shows
   */
  record Encoded(Rope bytes, String shown) {}

  /** {@return a value of a type} */
  static Encoded of(XdrField field, Random random) {
    RandomValue value = new RandomValue(random);
    value.value(field, field.name());
    return new Encoded(Rope.of(value.out.toByteArray()), value.lines + "COMPLETE\n");
  }

  private void value(XdrField field, String name) {
    XdrType type = field.type();
    switch (type.kind()) {
      case VOID -> line(name + " absent");
      case INT -> number(field, name, random.nextInt());
      case UNSIGNED_INT, FLOAT -> number(field, name, unsigned(field));
      case BOOL -> number(field, name, random.nextInt(2));
      case ENUM -> number(field, name, enumerator(type.names().orElseThrow()));
      case HYPER, UNSIGNED_HYPER, DOUBLE -> {
        long value = random.nextLong();
        line(name + " = " + field.text(value));
        word((int) (value >> Integer.SIZE));
        word((int) value);
      }
      case QUADRUPLE -> bytes(field, name, 16);
      case FIXED_OPAQUE -> bytes(field, name, (int) type.bound());
      case OPAQUE, STRING -> {
        if (field.hold() == XdrHold.NOTHING || !held(field, name)) {
          int length = random.nextInt((int) Math.min(MOST_BYTES, type.bound()) + 1);
          word(length);
          bytes(field, name, length);
        }
      }
      case FIXED_ARRAY -> elements(field, name, (int) type.bound());
      case ARRAY -> {
        int most = (int) Math.min(MOST_ELEMENTS, type.bound());
        int count = depth > DEEP ? 0 : random.nextInt(most + 1);
        word(count);
        if (field.isSelector()) {
          bitmap(field, name, count);
        } else {
          elements(field, name, count);
        }
      }
      case LIST -> list(field, name);
      case OPTIONAL -> optional(field, name);
      case STRUCT -> struct(field, name);
      case UNION -> {
        if (type.isMaybe()) {
          optional(field, name);
        } else {
          union(field, name);
        }
      }
    }
  }

  private long unsigned(XdrField field) {
    return field.isNanoseconds()
        ? random.nextInt(NANOS_PER_SECOND)
        : Integer.toUnsignedLong(random.nextInt());
  }

  private long enumerator(XdrNames names) {
    return names.valueAt(random.nextInt(names.size()));
  }

  private void number(XdrField field, String name, long value) {
    line(name + " = " + field.text(value));
    word((int) value);
    if (!members.isEmpty()) {
      members.peek().add(new Member(field.name(), value, List.of()));
    }
  }

  private void bytes(XdrField field, String name, int length) {
    byte[] content = new byte[length];
    random.nextBytes(content);
    line(name + " = " + OpaqueText.of(field, Rope.of(content), 0, length));
    out.writeBytes(content);
    out.writeBytes(new byte[-length & 3]);
  }

  private void elements(XdrField field, String name, int count) {
    open(name);
    for (int i = 0; i < count; i++) {
      value(field.type().element(), "[" + i + "]");
    }
    close();
  }

  /** A few bits only, so that often all of them have a meaning. */
  private void bitmap(XdrField field, String name, int count) {
    List<Integer> words = new ArrayList<>();
    open(name);
    for (int i = 0; i < count; i++) {
      int bits = 0;
      for (int bit = random.nextInt(4); bit > 0; bit--) {
        bits |= 1 << random.nextInt(Integer.SIZE);
      }
      words.add(bits);
      line("[" + i + "] = " + field.type().element().text(Integer.toUnsignedLong(bits)));
      word(bits);
    }
    close();
    if (!members.isEmpty()) {
      members.peek().add(new Member(field.name(), 0, words));
    }
  }

  private void list(XdrField field, String name) {
    open(name);
    int count = depth > DEEP ? 0 : random.nextInt(MOST_ELEMENTS + 1);
    for (int i = 0; i < count; i++) {
      word(1);
      value(field.type().element(), "[" + i + "]");
    }
    word(0);
    close();
  }

  private void optional(XdrField field, String name) {
    boolean present = depth <= DEEP && random.nextBoolean();
    word(present ? 1 : 0);
    if (present) {
      value(field.present(), name);
    } else {
      line(name + " absent");
    }
  }

  private void struct(XdrField field, String name) {
    open(name);
    members.push(new ArrayList<>());
    for (int i = 0; i < field.type().fieldCount(); i++) {
      XdrField member = field.type().field(i);
      value(member, member.name());
    }
    members.pop();
    close();
  }

  private void union(XdrField field, String name) {
    XdrType type = field.type();
    open(name);
    members.push(new ArrayList<>());
    long value = type.caseValue(random.nextInt(type.caseCount()));
    if (type.hasDefault() && random.nextInt(4) == 0 && type.discriminant().names().isPresent()) {
      value = enumerator(type.discriminant().names().get());
    }
    number(type.discriminant(), type.discriminant().name(), value);
    XdrField arm = type.arm(value).orElseThrow();
    value(arm, arm.name());
    members.pop();
    close();
  }

  /** Encodes content of a known type, if the members so far say which. */
  private boolean held(XdrField field, String name) {
    if (depth > DEEP) {
      return false;
    }
    Member by = null;
    for (List<Member> each : members) {
      for (Member member : each) {
        by = by == null && member.name.equals(field.holdBy()) ? member : by;
      }
    }
    ByteArrayOutputStream outside = out;
    int linesBefore = lines.length();
    out = new ByteArrayOutputStream();
    boolean known =
        switch (field.hold()) {
          case VALUE -> {
            value(field.held(), name);
            yield true;
          }
          case ARM -> by != null && arm(field, by.value, name);
          default -> by != null && selected(field, by.words, name);
        };
    byte[] content = out.toByteArray();
    out = outside;
    if (!known && field.hold() == XdrHold.ARM) {
      lines.setLength(linesBefore);
      return false;
    }
    if (!known || content.length > field.type().bound()) {
      content = new byte[0];
    }
    if (content.length == 0) {
      lines.setLength(linesBefore);
      line(name + " = " + OpaqueText.of(field, Rope.empty(), 0, 0));
    }
    word(content.length);
    out.writeBytes(content);
    return true;
  }

  private boolean arm(XdrField field, long value, String name) {
    XdrType union = field.heldUnion();
    int index = union.armIndex(value);
    if (index < 0 || union.field(index).type().kind() == XdrType.Kind.VOID) {
      return false;
    }
    value(field.heldArm(index), name);
    return true;
  }

  private boolean selected(XdrField field, List<Integer> words, String name) {
    open(name);
    for (int bit = 0; bit < Integer.SIZE * words.size(); bit++) {
      if ((words.get(bit / Integer.SIZE) >> bit % Integer.SIZE & 1) != 0) {
        int index = field.heldUnion().armIndex(bit);
        if (index < 0) {
          depth--;
          return false;
        }
        XdrField arm = field.heldUnion().field(index);
        if (arm.type().kind() != XdrType.Kind.VOID) {
          value(arm, arm.name());
        }
      }
    }
    close();
    return true;
  }

  private void word(int value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(value >> shift);
    }
  }

  private void open(String name) {
    line(name + " {");
    depth++;
  }

  private void close() {
    depth--;
    line("}");
  }

  private void line(String text) {
    lines.append("  ".repeat(depth)).append(text).append('\n');
  }
}
