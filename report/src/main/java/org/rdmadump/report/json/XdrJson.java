package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.XdrTime;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrCursor;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.schema.XdrField;

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
  private final OpaqueJson opaques;
  private final IdentityHashMap<XdrField, JsonPlace> places = new IdentityHashMap<>();

  private final byte[] opened = new byte[MOST_DEPTH];

  /** Whether the members of what was entered are fields of an operation. */
  private final boolean[] flat = new boolean[MOST_DEPTH];

  private final boolean[] unions = new boolean[MOST_DEPTH];

  private Optional<RpcMessage> message = Optional.empty();
  private Optional<Nfs4Compound> compound = Optional.empty();
  private boolean isCompound;
  private int operation;
  private boolean operationBegins;
  private boolean handleWritten;

  XdrJson(JsonGenerator out, DataJson data) {
    this.out = out;
    this.data = data;
    this.opaques = new OpaqueJson(out);
  }

  /** Writes the members of a value as fields of the object that is open. */
  void write(XdrContent content, RpcMessage of) throws IOException {
    walk(Optional.of(content), of, Optional.empty());
  }

  /**
   * Writes arguments or results as fields of the object that is open.
   *
   * @param operations of a compound these, which are written as an array
   */
  XdrOutcome writeBody(RpcMessage of, Optional<Nfs4Compound> operations) throws IOException {
    return walk(Optional.empty(), of, operations);
  }

  private XdrOutcome walk(
      Optional<XdrContent> part, RpcMessage of, Optional<Nfs4Compound> operations)
      throws IOException {
    message = Optional.of(of);
    compound = operations;
    isCompound = operations.isPresent();
    try {
      return part.isPresent() ? part.get().walk(this) : of.content().walk(this);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      message = Optional.empty();
      compound = Optional.empty();
      isCompound = false;
      handleWritten = false;
      operationBegins = false;
    }
  }

  /** Writes the file handle of an operation that is open. */
  void handle(Optional<XdrBytes> handle, Optional<XdrBytes> saved) throws IOException {
    handleWritten = handle.isPresent();
    if (handle.isPresent()) {
      out.writeFieldName(FH);
      opaques.hash(handle.get().rope(), handle.get().contentStart(), handle.get().length());
    }
    if (saved.isPresent()) {
      out.writeFieldName(SAVED_FH);
      opaques.hash(saved.get().rope(), saved.get().contentStart(), saved.get().length());
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
      JsonPlace place = place(field);
      if (operationBegins) {
        operationBegins = false;
        operation(place, value);
        return;
      }
      if (isTop(at.depth())) {
        if (isCompound && place.isMinorVersion) {
          return;
        }
        out.writeFieldName(place.isStatus ? STATUS : place.name);
      } else if (!place.isElement) {
        out.writeFieldName(place.name);
      }
      value(place, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void bytes(XdrField field, long start, long length, XdrCursor at) {
    try {
      JsonPlace place = place(field);
      boolean said =
          isTop(at.depth())
              && ((handleWritten && place.isHandle) || (length == 0 && isCompound && place.isTag));
      if (!said) {
        nameOf(place);
        bytes(place, at.rope(), start, length);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isTop(int depth) {
    return depth == 0 || flat[depth - 1];
  }

  private boolean begin(XdrField field, XdrCursor at) throws IOException {
    JsonPlace place = place(field);
    int depth = at.depth();
    boolean inCompound = isCompound && depth <= OF_OPERATION;
    flat[depth] = false;
    unions[depth] = place.isUnion;
    if (depth == 0
        || (flat[depth - 1]
            && place.hasParts
            && unions[depth - 1]
            && !place.isElement
            && !inCompound)) {
      opened[depth] = NONE;
      flat[depth] = true;
      return true;
    }
    if (inCompound && depth == OF_ARRAY && place.shape == JsonPlace.Shape.ARRAY) {
      out.writeFieldName(OPERATIONS);
      out.writeStartArray();
      opened[depth] = ARRAY;
      return true;
    }
    nameOf(place);
    switch (place.shape) {
      case TIME -> {
        text.clear();
        if (XdrTime.put(text, field, at.rope(), at.position())) {
          quoted();
          return false;
        }
      }
      case BITMAP -> {
        if (bitmap(place, at.rope(), at.position())) {
          return false;
        }
      }
      default -> {
        // Its parts are written.
      }
    }
    if (place.shape == JsonPlace.Shape.ARRAY || place.shape == JsonPlace.Shape.BITMAP) {
      out.writeStartArray();
      opened[depth] = ARRAY;
    } else {
      out.writeStartObject();
      opened[depth] = OBJECT;
    }
    if (inCompound && depth == OF_OPERATION) {
      flat[depth] = true;
      operationBegins = true;
      operation = (int) at.index();
    }
    return true;
  }

  /** Writes the number of an operation, which comes first, and what is known of it from outside. */
  private void operation(JsonPlace place, long value) throws IOException {
    out.writeFieldName(OP);
    SerializedString name = place.briefLabel(value);
    if (name != null) {
      out.writeString(name);
    } else {
      out.writeString(Long.toString(value));
    }
    List<Nfs4Operation> operations = compound.orElseThrow().operations();
    handleWritten = false;
    if (operation < operations.size()) {
      Nfs4Operation known = operations.get(operation);
      handle(known.handle(), known.savedHandle());
    }
  }

  private void nameOf(JsonPlace place) throws IOException {
    if (!place.isElement) {
      out.writeFieldName(place.name);
    }
  }

  private JsonPlace place(XdrField field) {
    JsonPlace known = places.get(field);
    if (known == null) {
      known = new JsonPlace(field);
      places.put(field, known);
    }
    return known;
  }

  private void value(JsonPlace place, long value) throws IOException {
    switch (place.shape) {
      case NAMED -> labelOr(place.label(value), value);
      case FLAGS -> out.writeString(place.flags(value));
      case UNSIGNED_HYPER -> {
        if (value < 0) {
          out.writeNumber(Long.toUnsignedString(value));
        } else {
          out.writeNumber(value);
        }
      }
      case ID -> {
        text.clear();
        if (value < 0) {
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
      case TEXT -> {
        if (place.hexDigits > 0) {
          text.clear();
          text.put("0x").putHexDigits(value, place.hexDigits);
          quoted();
        } else {
          out.writeString(place.field.text(value));
        }
      }
      default -> out.writeNumber(value);
    }
  }

  private void labelOr(@Nullable SerializedString label, long value) throws IOException {
    if (label != null) {
      out.writeString(label);
    } else {
      // A string too: the type of a field does not depend on its value.
      out.writeString(Long.toString(value));
    }
  }

  private void bytes(JsonPlace place, Rope rope, long start, long length) throws IOException {
    if (place.shape == JsonPlace.Shape.DATA || length > LONGEST || !rope.has(start, length)) {
      data.write(message.orElseThrow(), place.field, start, length);
    } else if (place.shape == JsonPlace.Shape.FILE_HANDLE) {
      opaques.hash(rope, start, length);
    } else {
      opaques.write(place.field, rope, start, length);
    }
  }

  /** Writes the names of the bits that are set; false, and nothing, if they cannot be read. */
  private boolean bitmap(JsonPlace place, Rope rope, long at) throws IOException {
    long words = Integer.toUnsignedLong(rope.getInt(at - Integer.BYTES));
    if (!rope.has(at, Integer.BYTES * words)) {
      return false;
    }
    out.writeStartArray();
    for (long word = 0; word < words; word++) {
      int set = rope.getInt(at + Integer.BYTES * word);
      for (; set != 0; set &= set - 1) {
        long bit = word * Integer.SIZE + Integer.numberOfTrailingZeros(set);
        labelOr(place.label(bit), bit);
      }
    }
    out.writeEndArray();
    return true;
  }

  private void quoted() throws IOException {
    out.writeRawUTF8String(text.array(), 0, text.length());
  }
}
