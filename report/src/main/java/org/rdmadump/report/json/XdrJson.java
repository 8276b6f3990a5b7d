package org.rdmadump.report.json;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.RecentSecond;
import org.rdmadump.analysis.XdrTime;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrCursor;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.decode.XdrWalk;
import org.rdmadump.xdr.schema.XdrField;

/**
 * Writes values as they are met on a walk: structures and unions as objects, arrays and lists as
 * arrays. The value itself, unless it is an array, and the arm of a union that is the value itself
 * have no object of their own: their members become fields of the object that is open.
 */
final class XdrJson implements XdrVisitor {
  static final byte[] OPERATIONS = JsonText.key("operations");
  static final byte[] OP = JsonText.key("op");
  private static final byte[] HANDLE = JsonText.key("fh");
  private static final byte[] SAVED_HANDLE = JsonText.key("saved_fh");
  private static final byte[] STATUS = JsonText.key("status");
  private static final int MOST_DEPTH = 64;

  /** A power of 2, of which half is used at most. */
  private static final int FIRST_PLACES = 1024;

  /** How deep in a compound its operations are. */
  private static final int OF_ARRAY = 1;

  private static final int OF_OPERATION = 2;

  /** What is longer is bulk data, whatever it is declared as. */
  private static final int LONGEST = 1 << 16;

  /** What is to be closed behind a value that was entered. */
  private static final byte NONE = 0;

  private static final byte OBJECT = 1;
  private static final byte ARRAY = 2;

  private final JsonOutput out;
  private final DataJson data;
  private final AsciiBuffer text = new AsciiBuffer();
  private final RecentSecond second = new RecentSecond();
  private final OpaqueJson opaques;
  private final PathJson paths;
  private final XdrWalk walk = new XdrWalk(this);

  /** Places by their numbers, in the next free slot where another one has that. */
  private @Nullable JsonPlace[] places = new JsonPlace[FIRST_PLACES];

  private int placeCount;

  private final byte[] opened = new byte[MOST_DEPTH];

  /** Whether the members of what was entered are fields of an operation. */
  private final boolean[] flat = new boolean[MOST_DEPTH];

  private final boolean[] unions = new boolean[MOST_DEPTH];

  // Of the message that was written last, which is held until the next one.
  private @Nullable RpcMessage message;
  private List<Nfs4Operation> operations = List.of();
  private boolean isCompound;
  private int operation;
  private boolean operationBegins;
  private boolean handleWritten;

  XdrJson(JsonOutput out, DataJson data) {
    this.out = out;
    this.data = data;
    this.opaques = new OpaqueJson(out);
    this.paths = new PathJson(out);
  }

  /** Writes the members of a value as fields of the object that is open. */
  void write(XdrContent content, RpcMessage of) {
    message = of;
    walk.run(content);
  }

  /**
   * Writes arguments or results as fields of the object that is open, of a compound its operations
   * as an array.
   */
  XdrOutcome writeBody(RpcMessage of) {
    Optional<Nfs4Compound> compound = of.content().compound();
    isCompound = compound.isPresent();
    operations = isCompound ? compound.get().operations() : List.of();
    message = of;
    try {
      return of.content().walk(walk);
    } finally {
      isCompound = false;
      operations = List.of();
      handleWritten = false;
      operationBegins = false;
    }
  }

  /** Writes the file handle of an operation that is open. */
  void handle(Rope rope, long start, long length) {
    handleWritten = true;
    out.key(HANDLE);
    opaques.hash(rope, start, length);
  }

  /** Writes the paths of the files that an operation is about, as far as they are known. */
  void paths(FileNames names, int of) {
    if (!names.isEmpty()) {
      paths.write(names, of);
    }
  }

  @Override
  public void leave(XdrField field, XdrCursor at) {
    switch (opened[at.depth()]) {
      case OBJECT -> out.endObject();
      case ARRAY -> out.endArray();
      default -> {
        // Its members are fields of what is around it.
      }
    }
  }

  @Override
  public void number(XdrField field, long value, XdrCursor at) {
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
      out.key(place.isStatus ? STATUS : place.key);
    } else {
      nameOf(place);
    }
    value(place, value);
  }

  @Override
  public void bytes(XdrField field, long start, long length, XdrCursor at) {
    JsonPlace place = place(field);
    boolean said =
        isTop(at.depth())
            && ((handleWritten && place.isHandle) || (length == 0 && isCompound && place.isTag));
    if (!said) {
      nameOf(place);
      bytes(place, at.rope(), start, length);
    }
  }

  private boolean isTop(int depth) {
    return depth == 0 || flat[depth - 1];
  }

  @Override
  public boolean enter(XdrField field, long count, XdrCursor at) {
    JsonPlace place = place(field);
    int depth = at.depth();
    boolean inCompound = isCompound && depth <= OF_OPERATION;
    if (inCompound && depth == OF_OPERATION && !at.has(Integer.BYTES)) {
      // Nothing is known of an operation without its number.
      return false;
    }
    flat[depth] = false;
    unions[depth] = place.isUnion;
    boolean hasNoObject =
        depth == 0
            ? place.shape != JsonPlace.Shape.ARRAY
            : flat[depth - 1]
                && place.hasParts
                && unions[depth - 1]
                && !place.isElement
                && !inCompound;
    if (hasNoObject) {
      opened[depth] = NONE;
      flat[depth] = true;
      return true;
    }
    if (inCompound && depth == OF_ARRAY && place.shape == JsonPlace.Shape.ARRAY) {
      out.beginArray(OPERATIONS);
      opened[depth] = ARRAY;
      return true;
    }
    nameOf(place);
    switch (place.shape) {
      case OBJECT -> {
        Optional<JsonLeaves> leaves = inCompound ? Optional.empty() : place.leaves();
        if (leaves.isPresent() && at.has(leaves.get().size)) {
          write(leaves.get(), at.rope(), at.position());
          return false;
        }
      }
      case TIME -> {
        if (at.rope().has(at.position(), field.type().fixedSize())) {
          time(place, at.rope(), at.position());
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
      out.beginArray();
      opened[depth] = ARRAY;
    } else {
      out.beginObject();
      opened[depth] = OBJECT;
    }
    if (inCompound && depth == OF_OPERATION) {
      flat[depth] = true;
      operationBegins = true;
      operation = (int) at.index();
    }
    return true;
  }

  private void write(JsonLeaves of, Rope rope, long start) {
    out.beginObject();
    for (JsonLeaves.Leaf leaf : of.leaves) {
      JsonPlace place = leaf.place();
      long at = start + leaf.at();
      out.key(leaf.before());
      switch (leaf.form()) {
        case UNSIGNED_WORD -> value(place, Integer.toUnsignedLong(rope.getInt(at)));
        case LONG -> value(place, rope.getLong(at));
        case TIME -> time(place, rope, at);
        case WORD -> value(place, rope.getInt(at));
        case BYTES -> bytes(place, rope, at, place.field.type().bound());
      }
    }
    out.again(of.end, of.end.length);
  }

  private void time(JsonPlace place, Rope rope, long at) {
    int wide = place.secondsWidth;
    long time = wide == 0 ? XdrTime.NONE : XdrTime.epochNanos(wide, place.isMicros, rope, at);
    if (time != XdrTime.NONE) {
      out.time(second, time);
    } else {
      text.clear();
      XdrTime.put(text, place.field, rope, at);
      out.plain(text.array(), text.length());
    }
  }

  /** Writes the number of an operation, which comes first, and what is known of it from outside. */
  private void operation(JsonPlace place, long value) {
    out.key(OP);
    labelOr(place.briefLabel(value), value);
    handleWritten = false;
    if (operation < operations.size()) {
      Nfs4Operation known = operations.get(operation);
      Optional<XdrBytes> handle = known.handle();
      if (handle.isPresent()) {
        handle(handle.get().rope(), handle.get().contentStart(), handle.get().length());
      }
      Optional<XdrBytes> saved = known.savedHandle();
      if (saved.isPresent()) {
        out.key(SAVED_HANDLE);
        opaques.hash(saved.get().rope(), saved.get().contentStart(), saved.get().length());
      }
    }
    paths(Objects.requireNonNull(message).content().names(), operation);
  }

  private void nameOf(JsonPlace place) {
    if (!place.isElement) {
      out.key(place.key);
    }
  }

  private JsonPlace place(XdrField field) {
    JsonPlace known = places[field.number() & (places.length - 1)];
    return known != null && isOf(known, field) ? known : search(field);
  }

  private JsonPlace search(XdrField field) {
    int slot = field.number() & (places.length - 1);
    JsonPlace known = places[slot];
    while (known != null && !isOf(known, field)) {
      slot = slot + 1 & (places.length - 1);
      known = places[slot];
    }
    if (known == null) {
      known = new JsonPlace(field);
      places[slot] = known;
      if (++placeCount > places.length / 2) {
        growPlaces();
      }
    }
    return known;
  }

  @SuppressWarnings("ReferenceEquality") // There is one object for a place.
  private static boolean isOf(JsonPlace place, XdrField field) {
    return place.field == field;
  }

  private void growPlaces() {
    @Nullable JsonPlace[] before = places;
    places = new JsonPlace[2 * before.length];
    for (JsonPlace each : before) {
      int slot = each == null ? 0 : each.field.number() & (places.length - 1);
      while (each != null && places[slot] != null) {
        slot = slot + 1 & (places.length - 1);
      }
      if (each != null) {
        places[slot] = each;
      }
    }
  }

  private void value(JsonPlace place, long value) {
    // The most common ones first: the compiler of short runs compares one after the other.
    switch (place.shape) {
      case INTEGER -> out.number(value);
      case NAMED -> labelOr(place.label(value), value);
      case UNSIGNED_HYPER -> out.unsigned(value);
      case ID -> out.unsignedString(value);
      case FLAGS -> out.quoted(place.flags(value));
      case BOOL -> {
        if (value == 0 || value == 1) {
          out.bool(value == 1);
        } else {
          out.number(value);
        }
      }
      case TEXT -> {
        if (place.hexDigits > 0) {
          out.hex(value, place.hexDigits);
        } else if (place.isMode) {
          out.octal(value);
        } else {
          out.string(place.field.text(value));
        }
      }
      default -> out.number(value);
    }
  }

  private void labelOr(byte[] label, long value) {
    if (label.length > 0) {
      out.quoted(label);
    } else {
      // A string too: the type of a field does not depend on its value.
      out.decimalString(value);
    }
  }

  private void bytes(JsonPlace place, Rope rope, long start, long length) {
    if (place.shape == JsonPlace.Shape.DATA || length > LONGEST || !rope.has(start, length)) {
      data.write(Objects.requireNonNull(message), place.field, start, length);
    } else if (place.shape == JsonPlace.Shape.FILE_HANDLE) {
      opaques.hash(rope, start, length);
    } else {
      opaques.write(place.field, rope, start, length);
    }
  }

  /** Writes the names of the bits that are set; false, and nothing, if they cannot be read. */
  private boolean bitmap(JsonPlace place, Rope rope, long at) {
    long words = Integer.toUnsignedLong(rope.getInt(at - Integer.BYTES));
    if (!rope.has(at, Integer.BYTES * words)) {
      return false;
    }
    boolean isFew = words > 0 && words <= 2 && !place.isElement;
    long bits = isFew ? bits(rope, at, words) : 0;
    byte[] known = isFew ? place.kept().find(place, bits) : null;
    if (known != null) {
      out.quoted(known);
      return true;
    }
    int begin = out.length();
    out.beginArray();
    for (long word = 0; word < words; word++) {
      int set = rope.getInt(at + Integer.BYTES * word);
      for (; set != 0; set &= set - 1) {
        long bit = word * Integer.SIZE + Integer.numberOfTrailingZeros(set);
        labelOr(place.label(bit), bit);
      }
    }
    out.endArray();
    if (isFew) {
      place.kept().keep(place, bits, out.since(begin));
    }
    return true;
  }

  private static long bits(Rope rope, long at, long words) {
    long first = Integer.toUnsignedLong(rope.getInt(at));
    return words == 1 ? first : first | (long) rope.getInt(at + Integer.BYTES) << Integer.SIZE;
  }
}
