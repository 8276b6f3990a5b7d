package org.rdmadump.xdr.schema;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A declared type (RFC 4506 section 4). */
public final class XdrType {
  /** The forms that a type can have on the wire. */
  public enum Kind {
    VOID,
    INT,
    UNSIGNED_INT,
    HYPER,
    UNSIGNED_HYPER,
    FLOAT,
    DOUBLE,
    QUADRUPLE,
    BOOL,
    ENUM,
    FIXED_OPAQUE,
    OPAQUE,
    STRING,
    FIXED_ARRAY,
    ARRAY,
    /** A chain: each element is preceded by a bool TRUE, the end is a bool FALSE. */
    LIST,
    OPTIONAL,
    STRUCT,
    UNION
  }

  private static final int NONE = -1;
  private static final int MOST_DENSE = 256;

  private final String name;
  private final Kind kind;
  private final boolean maybe;
  private final boolean open;
  private final boolean counts;
  private final boolean status;
  private final long bound;
  private final long fixedSize;
  private final long leastSize;
  private final @Nullable XdrField element;
  private final @Nullable XdrField discriminant;
  private final Optional<XdrNames> names;
  private final XdrSchema schema;
  private final int[] fieldIds;

  /** Made on first use; the same whoever makes them. */
  private final @Nullable XdrField[] fields;

  private final long[] cases;
  private final int[] arms;
  private final int[] dense;
  private final int defaultArm;

  XdrType(XdrSchema schema, SchemaTable table, int at) {
    SchemaTable.Entry in = table.at(at);
    this.kind = SchemaFormat.KINDS.get(in.number());
    int flags = in.number();
    this.maybe = (flags & SchemaFormat.TYPE_MAYBE) != 0;
    this.open = (flags & SchemaFormat.TYPE_OPEN) != 0;
    this.counts = (flags & SchemaFormat.TYPE_COUNTS) != 0;
    this.name = schema.string(in.number());
    this.status = kind == Kind.ENUM && (name.startsWith("nfsstat") || name.startsWith("mountstat"));
    this.bound = in.longNumber();
    this.fixedSize = in.longNumber();
    this.leastSize = in.longNumber();
    int elementId = in.number();
    this.element = elementId == NONE ? null : schema.field(elementId);
    int namesId = in.number();
    this.names = namesId == NONE ? Optional.empty() : Optional.of(schema.names(namesId));
    int discriminantId = in.number();
    this.discriminant = discriminantId == NONE ? null : schema.field(discriminantId);
    this.schema = schema;
    this.fieldIds = new int[in.number()];
    for (int i = 0; i < fieldIds.length; i++) {
      fieldIds[i] = in.number();
    }
    this.fields = new XdrField[fieldIds.length];
    this.defaultArm = in.number();
    this.cases = new long[in.number()];
    this.arms = new int[cases.length];
    for (int i = 0; i < cases.length; i++) {
      cases[i] = in.longNumber();
      arms[i] = in.number();
    }
    this.dense = dense(cases, arms, defaultArm);
  }

  /** {@return the declared name, empty of a type without one} */
  public String name() {
    return name;
  }

  /** {@return what it is on the wire} */
  public Kind kind() {
    return kind;
  }

  /**
   * Tells whether this is a union that stands for optional data: a bool and, if it is TRUE, one
   * value.
   */
  public boolean isMaybe() {
    return maybe;
  }

  /** {@return whether an enumeration may have further values} */
  public boolean isOpen() {
    return open;
  }

  /** {@return whether it is one of the statuses that results of NFS and MOUNT begin with} */
  public boolean isStatus() {
    return status;
  }

  /** {@return whether a number is one of an enumeration's, or there is none to ask} */
  public boolean allows(long value) {
    return open || names.isEmpty() || names.get().has(value);
  }

  /** {@return length of a fixed opaque or array, else the greatest one that is allowed} */
  public long bound() {
    return bound;
  }

  /** {@return number of bytes on the wire, or -1 if that depends on the value} */
  public long fixedSize() {
    return fixedSize;
  }

  /**
   * {@return whether a value may have a number in it that is marked as {@link XdrField#COUNTS},
   * opaques that hold other values aside}
   */
  public boolean holdsCounts() {
    return counts;
  }

  /**
   * {@return whether any bytes of its fixed size are a value, of which nothing depends on another
   * one}
   */
  boolean isAnything() {
    return switch (kind) {
      case INT, UNSIGNED_INT, HYPER, UNSIGNED_HYPER, FLOAT, DOUBLE, QUADRUPLE -> true;
      case ENUM -> open || names.isEmpty();
      case FIXED_OPAQUE -> bound % Integer.BYTES == 0;
      case FIXED_ARRAY -> element().isAnything();
      case STRUCT -> areFieldsAnything();
      default -> false;
    };
  }

  private boolean areFieldsAnything() {
    for (int i = 0; i < fields.length; i++) {
      if (!field(i).isAnything()) {
        return false;
      }
    }
    return true;
  }

  /** {@return number of bytes that the smallest value takes} */
  public long leastSize() {
    return leastSize;
  }

  /**
   * {@return the element of an array or list, the value of optional data}
   *
   * @throws IllegalStateException if the type has none
   */
  public XdrField element() {
    if (element == null) {
      throw new IllegalStateException(name + " has no elements");
    }
    return element;
  }

  /** {@return number of members of a structure or arms of a union} */
  public int fieldCount() {
    return fields.length;
  }

  /** {@return the n-th member or arm} */
  public XdrField field(int index) {
    XdrField known = fields[index];
    if (known == null) {
      known = schema.field(fieldIds[index]);
      fields[index] = known;
    }
    return known;
  }

  /** {@return index of the member or arm of that name, -1 if there is none} */
  public int indexOf(String field) {
    for (int i = 0; i < fields.length; i++) {
      if (field(i).name().equals(field)) {
        return i;
      }
    }
    return NONE;
  }

  /**
   * {@return the discriminant of a union}
   *
   * @throws IllegalStateException if the type is none
   */
  public XdrField discriminant() {
    if (discriminant == null) {
      throw new IllegalStateException(name + " is no union");
    }
    return discriminant;
  }

  /** {@return index of the arm for a discriminant, -1 if there is none} */
  public int armIndex(long value) {
    if (dense.length > 0) {
      return value >= 0 && value < dense.length ? dense[(int) value] : defaultArm;
    }
    // Most operations are numbered without a gap from the first on.
    long guess = cases.length > 0 ? value - cases[0] : NONE;
    if (guess >= 0 && guess < cases.length && cases[(int) guess] == value) {
      return arms[(int) guess];
    }
    int at = Arrays.binarySearch(cases, value);
    return at >= 0 ? arms[at] : defaultArm;
  }

  /** {@return the arm for a discriminant} */
  public Optional<XdrField> arm(long value) {
    int index = armIndex(value);
    return index == NONE ? Optional.empty() : Optional.of(field(index));
  }

  /** {@return number of case labels of a union, the default not counted} */
  public int caseCount() {
    return cases.length;
  }

  /** {@return the n-th case label of a union, ascending} */
  public long caseValue(int index) {
    return cases[index];
  }

  /** {@return whether a union has an arm for all values that no case names} */
  public boolean hasDefault() {
    return defaultArm != NONE;
  }

  /** {@return names of an enumeration's values} */
  public Optional<XdrNames> names() {
    return names;
  }

  @Override
  public String toString() {
    return name.isEmpty() ? kind.name() : name;
  }

  private static int[] dense(long[] cases, int[] arms, int defaultArm) {
    if (cases.length == 0 || cases[0] < 0 || cases[cases.length - 1] >= MOST_DENSE) {
      return new int[0];
    }
    int[] dense = new int[(int) cases[cases.length - 1] + 1];
    Arrays.fill(dense, defaultArm);
    for (int i = 0; i < cases.length; i++) {
      dense[(int) cases[i]] = arms[i];
    }
    return dense;
  }
}
