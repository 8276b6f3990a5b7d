package org.rdmadump.analysis.against;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.xdr.decode.XdrCursor;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrType;

/** Every value of the arguments or results of a message, in wire order. */
final class OurFields implements XdrVisitor {
  private static final String ATTRIBUTES = "attr_vals";

  private final List<OurField> values = new ArrayList<>();

  /** Names of the attributes of NFS version 4, by where they begin. */
  private final Map<Long, String> attributes = new HashMap<>();

  private final Deque<String> around = new ArrayDeque<>();

  private OurFields() {}

  /** {@return the values of a message's body} */
  static OurFields of(RpcContent content) {
    OurFields fields = new OurFields();
    content.body().ifPresent(body -> body.walk(fields));
    return fields;
  }

  List<OurField> values() {
    return values;
  }

  Map<Long, String> attributes() {
    return attributes;
  }

  @Override
  public boolean enter(XdrField field, long count, XdrCursor at) {
    long start = at.position();
    if (field.type().kind() == XdrType.Kind.ARRAY) {
      start -= Integer.BYTES;
      count(field, start, count);
    }
    attribute(field, start);
    String type = field.type().name();
    around.push(type.isEmpty() ? field.name() : type);
    return true;
  }

  @Override
  public void leave(XdrField field, XdrCursor at) {
    around.pop();
  }

  @Override
  public void number(XdrField field, long value, XdrCursor at) {
    XdrType.Kind kind = field.type().kind();
    boolean wide = kind == XdrType.Kind.HYPER || kind == XdrType.Kind.UNSIGNED_HYPER;
    int size = wide ? Long.BYTES : Integer.BYTES;
    long start = at.position() - size;
    attribute(field, start);
    values.add(
        new OurField(
            OurField.Kind.NUMBER,
            place(field),
            at.index(),
            start,
            size,
            field.text(value),
            value,
            Rope.empty()));
  }

  @Override
  public void bytes(XdrField field, long start, long length, XdrCursor at) {
    boolean variable = field.type().kind() != XdrType.Kind.FIXED_OPAQUE;
    if (variable) {
      count(field, start - Integer.BYTES, length);
    }
    attribute(field, variable ? start - Integer.BYTES : start);
    Rope bytes = at.rope().slice(start, start + length);
    values.add(
        new OurField(OurField.Kind.BYTES, place(field), at.index(), start, length, "", 0, bytes));
  }

  private void count(XdrField field, long start, long value) {
    values.add(
        new OurField(
            OurField.Kind.COUNT,
            place(field),
            -1,
            start,
            Integer.BYTES,
            Long.toString(value),
            value,
            Rope.empty()));
  }

  private void attribute(XdrField field, long start) {
    if (ATTRIBUTES.equals(around.peek())) {
      attributes.put(start, field.name());
    }
  }

  private String place(XdrField field) {
    if (around.isEmpty()) {
      return field.name();
    }
    return field.name().isEmpty() ? around.peek() : around.peek() + "." + field.name();
  }
}
