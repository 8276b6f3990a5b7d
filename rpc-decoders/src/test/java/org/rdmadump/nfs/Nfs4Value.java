package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.rdmadump.bytes.Rope;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrProcedure;
import org.rdmadump.xdr.schema.XdrSchema;
import org.rdmadump.xdr.schema.XdrType;

/** Values of a type of the declarations of NFS version 4, asked for by their paths. */
final class Nfs4Value {
  private static final Map<String, XdrField> TYPES = types(Protocols.load("nfs4"));

  private final XdrValue tree;

  private Nfs4Value(XdrValue tree) {
    this.tree = tree;
  }

  /** {@return the bytes as a value of a type, which they are to their last one} */
  static Nfs4Value of(String type, Words words) {
    Rope rope = words.rope();
    XdrContent content = content(type, rope);
    XdrOutcome outcome = content.check();
    assertThat(outcome.problems()).as(type).isEmpty();
    assertThat(outcome.end()).as(type).isEqualTo(XdrEnd.COMPLETE);
    XdrValue tree = content.tree();
    assertThat(tree.end()).as("%s: end of the tree", type).isEqualTo(rope.length());
    return new Nfs4Value(tree);
  }

  /** {@return bytes as a value of a type, whatever they are} */
  static XdrContent content(String type, Rope rope) {
    return XdrContent.of(Objects.requireNonNull(TYPES.get(type), type), rope);
  }

  /** All types that compounds and callbacks are made of, by their names. */
  private static Map<String, XdrField> types(XdrSchema schema) {
    Map<String, XdrField> types = new HashMap<>();
    for (long program : new long[] {RpcPrograms.NFS, RpcPrograms.FIRST_TRANSIENT}) {
      long version = program == RpcPrograms.NFS ? 4 : 1;
      XdrProcedure compound = schema.procedure(program, version, 1).orElseThrow();
      add(compound.arguments(), types);
      add(compound.results(), types);
    }
    return Map.copyOf(types);
  }

  private static void add(XdrField field, Map<String, XdrField> types) {
    XdrType type = field.type();
    String name = type.name().isEmpty() ? field.name() + "@" + types.size() : type.name();
    if (types.putIfAbsent(name, field) != null) {
      return;
    }
    for (int i = 0; i < type.fieldCount(); i++) {
      add(type.field(i), types);
    }
    switch (type.kind()) {
      case ARRAY, FIXED_ARRAY, LIST, OPTIONAL -> add(type.element(), types);
      default -> {
        // Has no elements.
      }
    }
    if (field.hold() == XdrHold.SELECTED || field.hold() == XdrHold.ARM) {
      for (int i = 0; i < field.heldUnion().fieldCount(); i++) {
        add(field.heldUnion().field(i), types);
      }
    }
  }

  /** {@return a value in its form; of a bitmap the names of its bits} */
  String text(String path) {
    XdrValue value = at(path);
    if (value instanceof XdrNumber number) {
      return number.text();
    }
    if (value instanceof XdrBytes bytes) {
      return bytes.text();
    }
    assertThat(value.field().form()).as(path).isEqualTo(XdrForm.BITMAP);
    XdrArray words = (XdrArray) value;
    XdrNames names = value.field().names().orElseThrow();
    List<String> bits = new ArrayList<>();
    for (int bit = 0; bit < words.size() * Integer.SIZE; bit++) {
      if ((((XdrNumber) words.get(bit / Integer.SIZE)).value() >> bit % Integer.SIZE & 1) != 0) {
        bits.add(names.label(bit));
      }
    }
    return String.join(" ", bits);
  }

  /** {@return an integer} */
  long number(String path) {
    return ((XdrNumber) at(path)).value();
  }

  /** {@return number of elements} */
  int size(String path) {
    return ((XdrArray) at(path)).size();
  }

  /** {@return length of an opaque that stays one} */
  long length(String path) {
    return ((XdrBytes) at(path)).length();
  }

  private XdrValue at(String path) {
    return tree.at(path).orElseThrow(() -> new AssertionError("no value at " + path));
  }
}
