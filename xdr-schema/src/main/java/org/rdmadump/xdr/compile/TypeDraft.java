package org.rdmadump.xdr.compile;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.xdr.schema.XdrType;

/** A type while a table is made; everything is named by its index in the table. */
final class TypeDraft {
  static final int NONE = -1;

  /** More bytes than any message has: of a type that contains itself. */
  static final long ENDLESS = Long.MAX_VALUE / 4;

  final String name;
  final XdrType.Kind kind;
  final SourcePosition place;
  int flags;
  long bound;
  int element = NONE;
  int names = NONE;
  int discriminant = NONE;
  final List<Integer> fields = new ArrayList<>();
  int defaultArm = NONE;

  /** Case labels and the indices in {@link #fields} of their arms, ascending. */
  final List<long[]> cases = new ArrayList<>();

  long fixedSize = NONE;
  long leastSize = ENDLESS;

  TypeDraft(String name, XdrType.Kind kind, SourcePosition place) {
    this.name = name;
    this.kind = kind;
    this.place = place;
  }

  boolean isInteger() {
    return switch (kind) {
      case INT, UNSIGNED_INT, HYPER, UNSIGNED_HYPER -> true;
      default -> false;
    };
  }

  boolean isBytes() {
    return switch (kind) {
      case OPAQUE, FIXED_OPAQUE, STRING -> true;
      default -> false;
    };
  }
}
