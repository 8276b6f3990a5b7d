package org.rdmadump;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldText;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A field of messages or exchanges, by its name in filters; {@code rdmadump fields} lists the
 * names. Look it up once to read any number of records.
 *
 * <pre>{@code
 * RecordField<RpcExchange> offset = RecordField.ofExchanges("nfs.offset");
 * capture.exchanges().forEach(each -> System.out.println(offset.number(each)));
 * }</pre>
 *
 * <p>Not safe for use by several threads, like the records.
 *
 * @param <R> the kind of record
 */
public final class RecordField<R> {
  private final Field<R> field;
  private final FieldText texts = new FieldText("");

  private RecordField(Field<R> field) {
    this.field = field;
  }

  /**
   * {@return a field of messages}
   *
   * @param name such as {@code nfs.offset}
   * @throws IllegalArgumentException if there is no field of that name; the message suggests names
   */
  public static RecordField<RpcMessage> ofMessages(String name) {
    return of(name, MessageFields.registry());
  }

  /**
   * {@return a field of exchanges: a field of both messages, or of one message with {@code call.}
   * or {@code reply.} before the name}
   *
   * @param name such as {@code call.nfs.offset}
   * @throws IllegalArgumentException as {@link #ofMessages}
   */
  public static RecordField<RpcExchange> ofExchanges(String name) {
    return of(name, ExchangeFields.registry());
  }

  private static <R> RecordField<R> of(String name, FieldRegistry<R> fields) {
    Optional<Field<R>> field = fields.find(name);
    if (field.isEmpty()) {
      throw new IllegalArgumentException(Expressions.unknown(name, fields));
    }
    return new RecordField<>(field.get());
  }

  /** {@return the name of the field in JSON} */
  public String name() {
    return field.name();
  }

  /**
   * {@return the first value, as columns show it; empty if the record lacks the field} Of a group,
   * and of data or a text whose bytes are long or not all captured, that is {@code true}: it is
   * there. Fields with {@code .length} and {@code .missing.length} behind its name tell more.
   */
  public Optional<String> text(R record) {
    List<String> first = texts.list(field, record, 1);
    return first.isEmpty() ? Optional.empty() : Optional.of(first.get(0));
  }

  /** {@return all values in order, as columns show them} */
  public List<String> texts(R record) {
    return texts.list(field, record, Integer.MAX_VALUE);
  }

  /**
   * {@return the first value as a number; empty if the record lacks the field, or the field has no
   * numbers} A name such as {@code NFS4_OK} is its number, a boolean 1 or 0, a time nanoseconds
   * since 1970, a duration nanoseconds. Unsigned values of 64 bits are encoded as for {@link
   * Long#toUnsignedString(long)}.
   */
  public OptionalLong number(R record) {
    FirstNumber first = new FirstNumber();
    boolean unused = field.reader().read(record, first);
    return first.found;
  }

  private static final class FirstNumber implements ValueVisitor {
    private OptionalLong found = OptionalLong.empty();

    @Override
    public boolean number(long value) {
      found = OptionalLong.of(value);
      return true;
    }

    @Override
    public boolean named(long value, ValueNames names) {
      return number(value);
    }
  }
}
