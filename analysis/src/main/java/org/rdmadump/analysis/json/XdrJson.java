package org.rdmadump.analysis.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.Results;
import org.rdmadump.analysis.XdrTime;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrCursor;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Writes values as they are met on a walk: structures and unions as objects, arrays and lists as
 * arrays. The value itself, and the arm of a union that is the value itself, have no object of
 * their own: their members become fields of the object that is open.
 */
final class XdrJson implements XdrVisitor {
  private static final SerializedString OPERATIONS = new SerializedString("operations");
  private static final SerializedString OP = new SerializedString("op");
  private static final SerializedString STATUS = new SerializedString("status");
  private static final SerializedString FH = new SerializedString("fh");
  private static final SerializedString SAVED_FH = new SerializedString("saved_fh");
  private static final String HANDLE = "fh";
  private static final String TAG = "tag";
  private static final String MINOR_VERSION = "minorversion";
  private static final int MOST_DEPTH = 64;

  /** How deep in a compound its operations are. */
  private static final int OF_ARRAY = 1;

  private static final int OF_OPERATION = 2;

  /** What is longer is bulk data, whatever it is declared as. */
  private static final int LONGEST = 1 << 16;

  /** What is to be closed behind a value that was entered. */
  private static final byte NONE = 0;

  private static final byte OBJECT = 1;
  private static final byte ARRAY = 2;

  private final JsonGenerator out;
  private final DataJson data;
  private final AsciiBuffer text = new AsciiBuffer();
  private final IdentityHashMap<XdrField, SerializedString> names = new IdentityHashMap<>();

  private final byte[] opened = new byte[MOST_DEPTH];

  /** Whether the members of what was entered are fields of an operation. */
  private final boolean[] flat = new boolean[MOST_DEPTH];

  private final boolean[] unions = new boolean[MOST_DEPTH];

  private Optional<RpcMessage> message = Optional.empty();
  private Optional<Nfs4Compound> compound = Optional.empty();
  private int operation;
  private boolean operationBegins;
  private boolean handleWritten;

  XdrJson(JsonGenerator out, DataJson data) {
    this.out = out;
    this.data = data;
  }

  /** Writes the members of a value as fields of the object that is open. */
  XdrOutcome write(XdrContent content, RpcMessage of) throws IOException {
    return write(content, of, Optional.empty());
  }

  /** Writes the operations of a compound as an array, and what else it has as fields. */
  XdrOutcome write(XdrContent content, RpcMessage of, Optional<Nfs4Compound> operations)
      throws IOException {
    message = Optional.of(of);
    compound = operations;
    try {
      return content.walk(this);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      message = Optional.empty();
      compound = Optional.empty();
      handleWritten = false;
      operationBegins = false;
    }
  }

  /** Writes the file handle of an operation that is open. */
  void handle(Optional<XdrBytes> handle, Optional<XdrBytes> saved) throws IOException {
    handleWritten = handle.isPresent();
    if (handle.isPresent()) {
      out.writeFieldName(FH);
      hash(handle.get().rope(), handle.get().contentStart(), handle.get().length());
    }
    if (saved.isPresent()) {
      out.writeFieldName(SAVED_FH);
      hash(saved.get().rope(), saved.get().contentStart(), saved.get().length());
    }
  }

  @Override
  public boolean enter(XdrField field, long count, XdrCursor at) {
    try {
      return begin(field, at);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void leave(XdrField field, XdrCursor at) {
    try {
      switch (opened[at.depth()]) {
        case OBJECT -> out.writeEndObject();
        case ARRAY -> out.writeEndArray();
        default -> {
          // Its members are fields of what is around it.
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void number(XdrField field, long value, XdrCursor at) {
    try {
      int depth = at.depth();
      if (operationBegins) {
        operationBegins = false;
        operation(field, value);
      } else if (depth == 0 || flat[depth - 1]) {
        if (Results.isStatus(field)) {
          out.writeFieldName(STATUS);
          value(field, value);
        } else if (!field.name().equals(MINOR_VERSION) || compound.isEmpty()) {
          out.writeFieldName(name(field));
          value(field, value);
        }
      } else {
        nameOf(field);
        value(field, value);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void bytes(XdrField field, long start, long length, XdrCursor at) {
    try {
      int depth = at.depth();
      boolean top = depth == 0 || flat[depth - 1];
      boolean said =
          top
              && ((handleWritten && field.name().equals(HANDLE))
                  || (length == 0 && compound.isPresent() && field.name().equals(TAG)));
      if (!said) {
        nameOf(field);
        bytes(field, at.rope(), start, length);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean begin(XdrField field, XdrCursor at) throws IOException {
    int depth = at.depth();
    XdrType type = field.type();
    boolean parts = type.kind() == XdrType.Kind.STRUCT || type.kind() == XdrType.Kind.UNION;
    boolean inCompound = compound.isPresent() && depth <= OF_OPERATION;
    flat[depth] = false;
    if (depth == 0 || (flat[depth - 1] && parts && isArm(field, depth) && !inCompound)) {
      opened[depth] = NONE;
      flat[depth] = true;
      unions[depth] = type.kind() == XdrType.Kind.UNION;
      return true;
    }
    unions[depth] = type.kind() == XdrType.Kind.UNION;
    if (inCompound && depth == OF_ARRAY && type.kind() == XdrType.Kind.ARRAY) {
      out.writeFieldName(OPERATIONS);
      out.writeStartArray();
      opened[depth] = ARRAY;
      return true;
    }
    nameOf(field);
    if (XdrTime.isTime(field)) {
      text.clear();
      if (XdrTime.put(text, field, at.rope(), at.position())) {
        quoted();
        return false;
      }
    }
    if (field.form() == XdrForm.BITMAP
        && field.names().isPresent()
        && bitmap(field.names().get(), at.rope(), at.position())) {
      return false;
    }
    boolean array =
        type.kind() == XdrType.Kind.ARRAY
            || type.kind() == XdrType.Kind.FIXED_ARRAY
            || type.kind() == XdrType.Kind.LIST;
    if (array) {
      out.writeStartArray();
    } else {
      out.writeStartObject();
    }
    opened[depth] = array ? ARRAY : OBJECT;
    if (inCompound && depth == OF_OPERATION) {
      flat[depth] = true;
      operationBegins = true;
      operation = (int) at.index();
    }
    return true;
  }

  private boolean isArm(XdrField field, int depth) {
    return unions[depth - 1] && !field.isElement();
  }

  /** Writes the number of an operation, which comes first, and what is known of it from outside. */
  private void operation(XdrField field, long value) throws IOException {
    out.writeFieldName(OP);
    if (field.names().isPresent()) {
      out.writeString(field.names().get().brief(value));
    } else {
      out.writeNumber(value);
    }
    List<Nfs4Operation> operations = compound.orElseThrow().operations();
    handleWritten = false;
    if (operation < operations.size()) {
      Nfs4Operation known = operations.get(operation);
      handle(known.handle(), known.savedHandle());
    }
  }

  private void nameOf(XdrField field) throws IOException {
    if (!field.isElement()) {
      out.writeFieldName(name(field));
    }
  }

  private SerializedString name(XdrField field) {
    SerializedString known = names.get(field);
    if (known == null) {
      known = new SerializedString(field.name());
      names.put(field, known);
    }
    return known;
  }

  private void value(XdrField field, long value) throws IOException {
    switch (field.form()) {
      case FLAGS, MODE, HEX, VERIFIER -> {
        out.writeString(field.text(value));
        return;
      }
      case NAMED -> {
        named(field, value);
        return;
      }
      default -> {
        // As the type says.
      }
    }
    switch (field.type().kind()) {
      case HYPER, UNSIGNED_HYPER -> {
        text.clear();
        if (value < 0 && field.type().kind() == XdrType.Kind.UNSIGNED_HYPER) {
          text.put(Long.toUnsignedString(value));
        } else {
          text.putDecimal(value);
        }
        quoted();
      }
      case BOOL -> {
        if (value == 0 || value == 1) {
          out.writeBoolean(value == 1);
        } else {
          out.writeNumber(value);
        }
      }
      case ENUM -> named(field, value);
      case FLOAT, DOUBLE -> out.writeString(field.text(value));
      default -> out.writeNumber(value);
    }
  }

  private void named(XdrField field, long value) throws IOException {
    if (field.names().isPresent() && field.names().get().has(value)) {
      out.writeString(field.names().get().label(value));
    } else {
      out.writeNumber(value);
    }
  }

  private void bytes(XdrField field, Rope rope, long start, long length) throws IOException {
    if (field.isDdpEligible()
        || field.form() == XdrForm.DATA
        || length > LONGEST
        || !rope.has(start, length)) {
      data.write(message.orElseThrow(), field, start, length);
    } else if (field.form() == XdrForm.FILE_HANDLE) {
      hash(rope, start, length);
    } else {
      out.writeString(OpaqueText.of(field, rope, start, length));
    }
  }

  private void hash(Rope rope, long start, long length) throws IOException {
    if (rope.has(start, length)) {
      out.writeString(OpaqueText.hash(rope, start, length));
    } else {
      out.writeString("");
    }
  }

  /** Writes the names of the bits that are set; false, and nothing, if they cannot be read. */
  private boolean bitmap(XdrNames bits, Rope rope, long at) throws IOException {
    long words = Integer.toUnsignedLong(rope.getInt(at - Integer.BYTES));
    if (!rope.has(at, Integer.BYTES * words)) {
      return false;
    }
    out.writeStartArray();
    for (long word = 0; word < words; word++) {
      int set = rope.getInt(at + Integer.BYTES * word);
      for (; set != 0; set &= set - 1) {
        long bit = word * Integer.SIZE + Integer.numberOfTrailingZeros(set);
        if (bits.has(bit)) {
          out.writeString(bits.label(bit));
        } else {
          out.writeNumber(bit);
        }
      }
    }
    out.writeEndArray();
    return true;
  }

  private void quoted() throws IOException {
    out.writeRawUTF8String(text.array(), 0, text.length());
  }
}
