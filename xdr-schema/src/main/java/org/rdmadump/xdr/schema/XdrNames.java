package org.rdmadump.xdr.schema;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The names of an enumeration's values, or of bits. */
public final class XdrNames {
  private static final String SEPARATOR = "|";
  private static final int NONE = -1;

  /** Ascending. */
  private final long[] values;

  private final int[] nameIds;
  private final String prefix;
  private final XdrSchema schema;

  /**
   * Indices of the values other than 0, those of many bits first; made on first use, the same
   * whoever makes it.
   */
  private int @Nullable [] widestFirst;

  /** Without prefix, likewise. */
  private final @Nullable String[] briefs;

  /** Likewise. */
  private @Nullable String shared;

  XdrNames(XdrSchema schema, SchemaTable table, int at) {
    SchemaTable.Entry in = table.at(at);
    this.schema = schema;
    this.prefix = schema.string(in.number());
    this.values = new long[in.number()];
    this.nameIds = new int[values.length];
    this.briefs = new String[values.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.longNumber();
      nameIds[i] = in.number();
    }
  }

  /** {@return number of names} */
  public int size() {
    return values.length;
  }

  /** {@return the value of the n-th name, ascending} */
  public long valueAt(int index) {
    return values[index];
  }

  /** {@return the n-th name} */
  public String nameAt(int index) {
    return schema.string(nameIds[index]);
  }

  /** {@return which name a value has, negative if none} */
  public int index(long value) {
    // Most enumerations count without a gap from their first value on.
    long guess = values.length > 0 ? value - values[0] : NONE;
    if (guess >= 0 && guess < values.length && values[(int) guess] == value) {
      return (int) guess;
    }
    return Arrays.binarySearch(values, value);
  }

  /** {@return whether the value has a name} */
  public boolean has(long value) {
    return index(value) >= 0;
  }

  /** {@return name of a value} */
  public Optional<String> name(long value) {
    int index = index(value);
    return index >= 0 ? Optional.of(nameAt(index)) : Optional.empty();
  }

  /** {@return name of a value, or the number if it has none} */
  public String label(long value) {
    int index = index(value);
    return index >= 0 ? nameAt(index) : Long.toString(value);
  }

  /** {@return as {@link #label}, without the prefix that all the names have} */
  public String brief(long value) {
    int index = index(value);
    if (index < 0) {
      return Long.toString(value);
    }
    String brief = briefs[index];
    if (brief == null) {
      String name = nameAt(index);
      brief = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
      briefs[index] = brief;
    }
    return brief;
  }

  /**
   * {@return what all names begin with, up to an underscore, such as {@code ACCESS4_}; nothing of a
   * single name}
   */
  public String sharedPrefix() {
    String known = shared;
    if (known == null) {
      known = values.length > 1 ? nameAt(0) : "";
      for (int i = 1; i < values.length; i++) {
        known = known.substring(0, shared(known, nameAt(i)));
      }
      shared = known;
    }
    return known;
  }

  private static int shared(String name, String other) {
    int end = 0;
    for (int i = 0; i < Math.min(name.length(), other.length()); i++) {
      if (name.charAt(i) != other.charAt(i)) {
        break;
      }
      end = name.charAt(i) == '_' ? i + 1 : end;
    }
    return end;
  }

  /** {@return value of a name, which may lack the prefix} */
  public OptionalLong value(String name) {
    for (int i = 0; i < values.length; i++) {
      String known = nameAt(i);
      if (known.equals(name)
          || (known.length() == prefix.length() + name.length()
              && known.startsWith(prefix)
              && known.endsWith(name))) {
        return OptionalLong.of(values[i]);
      }
    }
    return OptionalLong.empty();
  }

  /**
   * {@return the names of the bits that are set, the lowest first, with {@code |} between them;
   * bits without a name in hexadecimal behind them; of 0 its name, or {@code 0}}
   */
  public String flags(long bits) {
    if (bits == 0) {
      return label(0);
    }
    boolean[] set = new boolean[values.length];
    long rest = bits;
    int[] order = widestFirst;
    if (order == null) {
      order = widestFirst(values);
      widestFirst = order;
    }
    for (int index : order) {
      long mask = mask(values[index]);
      if ((rest & mask) == mask) {
        set[index] = true;
        rest &= ~mask;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < set.length; i++) {
      if (set[i]) {
        text.append(text.isEmpty() ? "" : SEPARATOR).append(nameAt(i));
      }
    }
    if (rest != 0) {
      text.append(text.isEmpty() ? "" : SEPARATOR)
          .append("0x")
          .append(Long.toHexString(rest).toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }

  /** An enumerator is a signed integer; as a mask its highest bit is one like the others. */
  private static long mask(long value) {
    return value < 0 ? Integer.toUnsignedLong((int) value) : value;
  }

  private static int[] widestFirst(long[] values) {
    int[] order = new int[values.length];
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      long mask = mask(values[i]);
      if (mask == 0) {
        continue;
      }
      int at = count++;
      while (at > 0 && Long.bitCount(mask(values[order[at - 1]])) < Long.bitCount(mask)) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = i;
    }
    return Arrays.copyOf(order, count);
  }
}
