package org.rdmadump.xdr.compile;

import java.util.List;

/** Works out how many bytes types take on the wire. */
final class Sizes {
  private static final int WORD = 4;

  private final List<TypeDraft> types;
  private final List<FieldDraft> fields;
  private final boolean[] busy;
  private final boolean[] done;

  private Sizes(List<TypeDraft> types, List<FieldDraft> fields) {
    this.types = types;
    this.fields = fields;
    this.busy = new boolean[types.size()];
    this.done = new boolean[types.size()];
  }

  /** Sets the sizes of all types. */
  static void set(List<TypeDraft> types, List<FieldDraft> fields) throws XdrDeclarationException {
    Sizes sizes = new Sizes(types, fields);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (TypeDraft type : types) {
        long least = sizes.least(type);
        changed |= least != type.leastSize;
        type.leastSize = least;
      }
    }
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).leastSize >= TypeDraft.ENDLESS) {
        throw types.get(i).place.wrong("'" + types.get(i).name + "' contains itself");
      }
      sizes.fixed(i);
    }
  }

  private long least(TypeDraft type) {
    long size =
        switch (type.kind) {
          case VOID -> 0;
          case INT, UNSIGNED_INT, FLOAT, BOOL, ENUM, OPAQUE, STRING, ARRAY, LIST, OPTIONAL -> WORD;
          case HYPER, UNSIGNED_HYPER, DOUBLE -> 2 * WORD;
          case QUADRUPLE -> 4 * WORD;
          case FIXED_OPAQUE -> padded(type.bound);
          case FIXED_ARRAY -> times(type.bound, typeOf(type.element).leastSize);
          case STRUCT -> {
            long sum = 0;
            for (int field : type.fields) {
              sum = Math.min(TypeDraft.ENDLESS, sum + typeOf(field).leastSize);
            }
            yield sum;
          }
          case UNION -> {
            long shortest = TypeDraft.ENDLESS;
            for (int field : type.fields) {
              shortest = Math.min(shortest, typeOf(field).leastSize);
            }
            yield WORD + shortest;
          }
        };
    return Math.min(TypeDraft.ENDLESS, size);
  }

  private long fixed(int id) {
    TypeDraft type = types.get(id);
    if (done[id] || busy[id]) {
      return type.fixedSize;
    }
    busy[id] = true;
    type.fixedSize =
        switch (type.kind) {
          case OPAQUE, STRING, ARRAY, LIST, OPTIONAL -> TypeDraft.NONE;
          case STRUCT -> {
            long sum = 0;
            for (int field : type.fields) {
              long size = fixed(fields.get(field).type);
              sum = size < 0 || sum < 0 ? TypeDraft.NONE : sum + size;
            }
            yield sum;
          }
          case FIXED_ARRAY -> {
            long size = fixed(fields.get(type.element).type);
            yield size < 0 ? TypeDraft.NONE : times(type.bound, size);
          }
          // The discriminant tells whether there is an arm at all.
          case UNION -> TypeDraft.NONE;
          default -> type.leastSize;
        };
    done[id] = true;
    return type.fixedSize;
  }

  private TypeDraft typeOf(int field) {
    return types.get(fields.get(field).type);
  }

  private static long times(long count, long size) {
    return size >= TypeDraft.ENDLESS / count ? TypeDraft.ENDLESS : count * size;
  }

  private static long padded(long length) {
    return (length + WORD - 1) & -WORD;
  }
}
