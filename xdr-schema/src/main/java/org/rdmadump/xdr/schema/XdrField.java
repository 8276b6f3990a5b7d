package org.rdmadump.xdr.schema;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A named place for a value: a member, an arm, an element, the arguments of a procedure; and what
 * is known about values there beyond their type.
 */
public final class XdrField {
  /** Mark of a number that says how many bytes a later item of the same structure has. */
  public static final String COUNTS = "x-counts";

  /** Mark of a number or time that is not to be set if it is all ones. */
  private static final String UNSET = "x-unset";

  private static final long ALL_ONES = 0xffffffffL;

  private static final XdrField[] NO_FIELDS = {};
  private static final byte UNKNOWN = 0;
  private static final byte YES = 1;
  private static final byte NO = 2;

  private final XdrSchema schema;
  private final int number;
  private final String name;
  private final int typeId;
  private final XdrForm form;
  private final int flags;
  private final String tell;
  private final String label;
  private final @Nullable XdrNames names;
  private final XdrHold hold;
  private final int holdField;
  private final String holdBy;
  private final String[] marks;

  /** Made on first use; the same whoever makes them. */
  private @Nullable XdrType type;

  private @Nullable XdrField inner;
  private @Nullable XdrChecked checked;
  private XdrField[] held = NO_FIELDS;

  /** Whether it {@link #isAnything}, once that was asked for. */
  private byte anything;

  XdrField(XdrSchema schema, SchemaTable table, int at) {
    SchemaTable.Entry in = table.at(at);
    this.schema = schema;
    this.number = at;
    this.name = schema.string(in.number());
    this.typeId = in.number();
    this.form = SchemaFormat.FORMS.get(in.number());
    this.flags = in.number();
    this.hold = SchemaFormat.HOLDS.get(in.number());
    this.tell = schema.string(in.number());
    this.label = label(tell, name);
    int namesId = in.number();
    this.names = namesId < 0 ? null : schema.names(namesId);
    this.holdField = in.number();
    this.holdBy = schema.string(in.number());
    this.marks = new String[2 * in.number()];
    for (int i = 0; i < marks.length; i++) {
      marks[i] = schema.string(in.number());
    }
  }

  /** The same place as {@code outer}, seen as that of the value inside. */
  private XdrField(XdrField outer, XdrField inside) {
    this.schema = inside.schema;
    this.number = 31 * outer.number + inside.number;
    this.name = outer.name;
    this.typeId = inside.typeId;
    this.form =
        outer.form == XdrForm.PLAIN || outer.hold != XdrHold.NOTHING ? inside.form : outer.form;
    this.flags = outer.flags | (inside.flags & ~SchemaFormat.FIELD_ELEMENT);
    this.hold = inside.hold;
    this.tell = outer.tell.isEmpty() ? inside.tell : outer.tell;
    this.label = label(tell, name);
    this.names = outer.names != null ? outer.names : inside.names;
    this.holdField = inside.holdField;
    this.holdBy = inside.holdBy;
    this.marks = outer.marks.length > 0 ? outer.marks : inside.marks;
  }

  /**
   * {@return a number for tables of places: nearly always another one than those of other places,
   * and the same in every run}
   */
  public int number() {
    return number;
  }

  /** {@return the declared name; of an element, and of an arm without value, an empty one} */
  public String name() {
    return name;
  }

  /** {@return type of the values} */
  public XdrType type() {
    XdrType known = type;
    if (known == null) {
      known = schema.type(typeId);
      type = known;
    }
    return known;
  }

  /** {@return how values are to be shown} */
  public XdrForm form() {
    return form;
  }

  /** {@return whether this is the element of an array or list} */
  public boolean isElement() {
    return (flags & SchemaFormat.FIELD_ELEMENT) != 0;
  }

  /** {@return whether the bytes may travel in a chunk of their own (RFC 8166 section 3.4.2)} */
  public boolean isDdpEligible() {
    return (flags & SchemaFormat.FIELD_DDP) != 0;
  }

  /**
   * Tells whether a Write chunk belongs to this place even if nothing in it is eligible, because an
   * operation failed (RFC 8267).
   */
  public boolean isDdpSlot() {
    return (flags & SchemaFormat.FIELD_DDP_SLOT) != 0;
  }

  /** {@return whether the value is in the one-line summary, or has something in it that is} */
  public boolean isTelling() {
    return (flags & SchemaFormat.FIELD_TELLING) != 0;
  }

  /**
   * {@return what the summary calls the value: the name unless declared otherwise, empty for
   * nothing}
   */
  public String label() {
    return label;
  }

  private static String label(String tell, String name) {
    return tell.isEmpty() ? name : tell.equals("-") ? "" : tell;
  }

  /** {@return whether the summary has only the number of elements} */
  public boolean isCountOnly() {
    return (flags & SchemaFormat.FIELD_COUNT_ONLY) != 0;
  }

  /** {@return whether it is a fraction of a second, of which a billion is too many} */
  public boolean isNanoseconds() {
    return form == XdrForm.NANOSECONDS;
  }

  /** {@return whether a number here, or both of a time, says that the value is not to be set} */
  public boolean isUnset(long number) {
    return number == ALL_ONES && mark(UNSET).isPresent();
  }

  /** {@return whether what an opaque holds may depend on the value} */
  public boolean isSelector() {
    return (flags & SchemaFormat.FIELD_SELECTOR) != 0;
  }

  /**
   * {@return whether any bytes of the {@linkplain XdrType#fixedSize size} are a value here, of
   * which nothing else depends and in which nothing is held: numbers, and structures of numbers}
   */
  public boolean isAnything() {
    return anything == UNKNOWN ? learnAnything() : anything == YES;
  }

  private boolean learnAnything() {
    boolean is =
        !isSelector() && !isNanoseconds() && hold == XdrHold.NOTHING && type().isAnything();
    anything = is ? YES : NO;
    return is;
  }

  /** {@return what there is to check where a value is} */
  public XdrChecked checked() {
    XdrChecked known = checked;
    if (known == null) {
      known = new XdrChecked(this);
      checked = known;
    }
    return known;
  }

  /** {@return the argument of a mark {@code x-...}, empty text if it has none} */
  public Optional<String> mark(String word) {
    for (int i = 0; i < marks.length; i += 2) {
      if (marks[i].equals(word)) {
        return Optional.of(marks[i + 1]);
      }
    }
    return Optional.empty();
  }

  /** {@return names of values or bits: those of the place, else those of an enumeration} */
  public Optional<XdrNames> names() {
    return names != null ? Optional.of(names) : type().names();
  }

  /** {@return whether the value may be absent: optional data, or a union that stands for it} */
  public boolean isOptional() {
    XdrType of = type();
    return of.kind() == XdrType.Kind.OPTIONAL || of.isMaybe();
  }

  /**
   * {@return of optional data the place of the value itself, under the same name; else this place}
   */
  public XdrField present() {
    XdrField known = inner;
    if (known == null) {
      XdrType of = type();
      known =
          of.kind() == XdrType.Kind.OPTIONAL
              ? new XdrField(this, of.element())
              : of.isMaybe() ? new XdrField(this, of.field(of.armIndex(1))) : this;
      inner = known;
    }
    return known;
  }

  /** {@return what the content of an opaque is known to be} */
  public XdrHold hold() {
    return hold;
  }

  /** {@return name of the earlier member that says more about it} */
  public String holdBy() {
    return holdBy;
  }

  /**
   * {@return of {@link XdrHold#ARM} and {@link XdrHold#SELECTED}: the union whose arms the content
   * is made of}
   */
  public XdrType heldUnion() {
    return schema.field(holdField).type();
  }

  /** {@return of {@link XdrHold#VALUE}: the content, under this name} */
  public XdrField held() {
    if (held.length == 0) {
      held = new XdrField[] {new XdrField(this, schema.field(holdField))};
    }
    return held[0];
  }

  /** {@return of {@link XdrHold#ARM}: the content, under this name, if it is the n-th arm} */
  public XdrField heldArm(int index) {
    XdrField[] known = held;
    if (known.length == 0) {
      XdrType union = heldUnion();
      known = new XdrField[union.fieldCount()];
      for (int i = 0; i < known.length; i++) {
        known[i] = new XdrField(this, union.field(i));
      }
      held = known;
    }
    return known[index];
  }

  /** {@return a number in the form that is right here} */
  public String text(long value) {
    XdrType of = type();
    switch (form) {
      case FLAGS -> {
        if (names != null) {
          return names.flags(value);
        }
      }
      case NAMED -> {
        if (names != null && names.has(value)) {
          return names.label(value);
        }
      }
      case MODE -> {
        return "0" + Long.toOctalString(value);
      }
      case HEX, VERIFIER -> {
        return hex(value, of.fixedSize() == Long.BYTES ? 2 * Long.BYTES : 2 * Integer.BYTES);
      }
      default -> {
        // Shown as the type says.
      }
    }
    return switch (of.kind()) {
      case BOOL -> value == 0 ? "false" : value == 1 ? "true" : Long.toString(value);
      case ENUM -> of.names().isPresent() ? of.names().get().label(value) : Long.toString(value);
      case UNSIGNED_HYPER -> Long.toUnsignedString(value);
      case FLOAT -> Float.toString(Float.intBitsToFloat((int) value));
      case DOUBLE -> Double.toString(Double.longBitsToDouble(value));
      default -> Long.toString(value);
    };
  }

  @Override
  public String toString() {
    return name;
  }

  private static String hex(long value, int digits) {
    String text = Long.toHexString(digits == 8 ? value & 0xffffffffL : value);
    return "0x" + "0".repeat(digits - text.length()) + text.toLowerCase(Locale.ROOT);
  }
}
