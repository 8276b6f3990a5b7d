package org.rdmadump.analysis.field;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.CivilTime;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.xdr.decode.OpaqueText;

/**
 * Makes texts of values, the same that JSON has. Those of a field with several values stand one
 * behind the other.
 */
public final class FieldText implements ValueVisitor {
  /** Of what is longer, only the length is said. */
  private static final int LONGEST = 1 << 16;

  /** What tshark shows of a field that is only there or not. */
  private static final String PRESENT = "1";

  private static final String HEX_PREFIX = "0x";
  private static final int NANO_DIGITS = 9;

  private final String separator;
  private final StringBuilder text = new StringBuilder();
  private final AsciiBuffer number = new AsciiBuffer();
  private FieldType type = FieldType.TEXT;
  private Dialect dialect = Dialect.OWN;
  private int count;

  /**
   * A maker of texts.
   *
   * @param separator what stands between values of one field
   */
  public FieldText(String separator) {
    this.separator = separator;
  }

  /** {@return the values of a field with separators between them; empty if it is absent} */
  public <R> String of(Field<R> field, R record) {
    text.setLength(0);
    count = 0;
    begin(field);
    field.reader().read(record, this);
    return text.toString();
  }

  /**
   * {@return the first values of a field, one by one; empty if it is absent; an empty text for the
   * place of a value that is not there}
   *
   * @param most how many at most
   */
  public <R> List<String> list(Field<R> field, R record, int most) {
    Each each = new Each(most);
    begin(field);
    boolean unused = field.reader().read(record, each);
    return List.copyOf(each.texts);
  }

  private void begin(Field<?> field) {
    type = field.type();
    dialect = field.dialect();
  }

  /** Has each value made a text of its own. */
  private final class Each implements ValueVisitor {
    private final List<String> texts = new ArrayList<>();
    private final int most;

    Each(int most) {
      this.most = most;
    }

    @Override
    public boolean number(long value) {
      begin();
      return FieldText.this.number(value) || isEnough();
    }

    @Override
    public boolean named(long value, ValueNames names) {
      begin();
      return FieldText.this.named(value, names) || isEnough();
    }

    @Override
    public boolean text(String value) {
      begin();
      return FieldText.this.text(value) || isEnough();
    }

    @Override
    public boolean bytes(Rope rope, long start, long length) {
      begin();
      return FieldText.this.bytes(rope, start, length) || isEnough();
    }

    @Override
    public boolean address(IpAddress value) {
      begin();
      return FieldText.this.address(value) || isEnough();
    }

    @Override
    public boolean absent() {
      begin();
      return FieldText.this.absent() || isEnough();
    }

    @Override
    public boolean group() {
      begin();
      return FieldText.this.group() || isEnough();
    }

    private void begin() {
      text.setLength(0);
      count = 0;
    }

    private boolean isEnough() {
      texts.add(text.toString());
      return texts.size() >= most;
    }
  }

  /** {@return how many values the last field had} */
  public int count() {
    return count;
  }

  private StringBuilder next() {
    return count++ == 0 ? text : text.append(separator);
  }

  @Override
  public boolean number(long value) {
    StringBuilder out = next();
    number.clear();
    switch (type) {
      case BOOLEAN -> {
        if (dialect == Dialect.WIRESHARK) {
          out.append(value);
        } else {
          out.append(value != 0);
        }
      }
      case SIGNED, DURATION -> out.append(value);
      case HEX8, HEX16, HEX24, HEX32, HEX64 ->
          out.append("0x").append(number.putHexDigits(value, type.hexDigits()));
      case SECONDS -> {
        CivilTime.putSeconds(number, value, NANO_DIGITS);
        out.append(number);
      }
      case GROUP -> out.append(PRESENT);
      case DATE -> ArrivalTime.put(out, value);
      case TIME -> {
        CivilTime.putRfc3339(number, value);
        out.append(number);
      }
      default -> out.append(Long.toUnsignedString(value));
    }
    return false;
  }

  @Override
  public boolean named(long value, ValueNames names) {
    if (dialect == Dialect.WIRESHARK && type.isNumber()) {
      return number(value);
    }
    next().append(names.text(value));
    return false;
  }

  @Override
  public boolean text(String value) {
    next().append(value);
    return false;
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    if (length > LONGEST || !rope.has(start, length)) {
      next().append(length).append(length == 1 ? " byte" : " bytes");
    } else {
      String hex = OpaqueText.hex(rope, start, length);
      next().append(dialect == Dialect.WIRESHARK ? hex.substring(HEX_PREFIX.length()) : hex);
    }
    return false;
  }

  @Override
  public boolean address(IpAddress value) {
    next().append(value);
    return false;
  }

  @Override
  public boolean absent() {
    next();
    return false;
  }

  @Override
  public boolean group() {
    next().append(dialect == Dialect.WIRESHARK ? PRESENT : "true");
    return false;
  }
}
