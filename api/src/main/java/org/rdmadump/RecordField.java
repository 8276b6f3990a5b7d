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
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A field of messages or exchanges by the name that filters have for it; {@code rdmadump fields}
 * lists them. It is looked up once, and reads any number of records.
 *
 * <pre>{@code
 * RecordField<RpcExchange> offset = RecordField.ofExchanges("nfs.offset");
 * capture.exchanges().forEach(each -> System.out.println(offset.number(each)));
 * }</pre>
 *
 * <p>For one thread, as the records are.
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
   * @throws IllegalArgumentException if there is none of that name; the message says which may be
   *     meant
   */
  public static RecordField<RpcMessage> ofMessages(String name) {
    return of(name, MessageFields.registry(), ExchangeFields.registry());
  }

  /**
   * {@return a field of exchanges: one of messages is that of either, or with {@code call.} or
   * {@code reply.} before it that of one}
   *
   * @param name such as {@code call.nfs.offset}
   * @throws IllegalArgumentException as {@link #ofMessages}
   */
  public static RecordField<RpcExchange> ofExchanges(String name) {
    return of(name, ExchangeFields.registry(), MessageFields.registry());
  }

  private static <R> RecordField<R> of(
      String name, FieldRegistry<R> fields, FieldRegistry<?> others) {
    Optional<Field<R>> field = fields.find(name);
    if (field.isEmpty()) {
      throw new IllegalArgumentException(unknown(name, fields, others));
    }
    return new RecordField<>(field.get());
  }

  /** What a filter says that asks for it. */
  private static String unknown(String name, FieldRegistry<?> fields, FieldRegistry<?> others) {
    try {
      Filter<?> unused = Filter.of(name, fields, List.of(others));
      return "no field " + name;
    } catch (FilterException e) {
      return e.reason();
    }
  }

  /** {@return its name, as JSON has it} */
  public String name() {
    return field.name();
  }

  /** {@return its first value as columns show it; empty if the record does not have the field} */
  public Optional<String> text(R record) {
    List<String> first = texts.list(field, record, 1);
    return first.isEmpty() ? Optional.empty() : Optional.of(first.get(0));
  }

  /** {@return all its values as columns show them, in their order} */
  public List<String> texts(R record) {
    return texts.list(field, record, Integer.MAX_VALUE);
  }

  /**
   * {@return its first value as a number: of a name such as {@code NFS4_OK} its number, of a
   * boolean 1 or 0, times in nanoseconds since 1970, durations in nanoseconds; unsigned ones of 64
   * bits as {@link Long#toUnsignedString(long)} takes them; empty if the record does not have the
   * field, or it is no number}
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
